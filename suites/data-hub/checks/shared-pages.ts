/** One HTML page in place of what different operations list or describe. */
import { answerOf, type Exchange, faceOf, isAuthorised, isHtml, type Reporter, succeeded } from '../../words.ts';

/** Operations that list the same directory, and may do so with the same page. */
const LIST_FILES: ReadonlySet<string> = new Set(['cdmi-list', 'list-children', 'list-files']);

/**
 * Contradicts the requirement if another operation, about something else, returned the same HTML page. Returns whether
 * it did.
 */
export function isSharedPage(
  report: Pick<Reporter, 'returned' | 'assert'>,
  requirement: string,
  exchange: Exchange,
): boolean {
  const { operation, params } = exchange;
  // A page about what was requested may be made from the same template.
  const names = (page: Exchange) => Object.values(params).some((value) => answerOf(page).text.includes(value));
  if (!isHtml(exchange) || names(exchange)) return false;
  const other = report.returned.find(
    (one) =>
      one.operation !== operation &&
      !(LIST_FILES.has(operation) && LIST_FILES.has(one.operation)) &&
      isAuthorised(one) &&
      succeeded(one) &&
      faceOf(one) === faceOf(exchange),
  );
  if (other === undefined) return false;
  const got = `the HTML page that ${other.operation} also returned (exchange ${other.id})`;
  report.assert(requirement, false, 'a list or description of what was requested', got, exchange);
  return true;
}
