/** An exchange on a terminal: request and response, with the location of a finding marked. */
import { isFinding, type Result } from '../../engine/words/types.ts';
import type { Body, Exchange, Headers } from '../../wire/types.ts';
import { excerpt, laidOutBody } from '../parts/marked-body.ts';
import {
  aboutExchange,
  CALL,
  headerLines,
  headingsOf,
  lineOf,
  printable,
  printableLines,
} from '../parts/report-input.ts';
import { number } from '../parts/tally.ts';
import type { Layout } from './layout.ts';

/**
 * Limits per body: bytes that are formatted, characters of the marked location, and lines shown: on each side of that
 * location, or at the beginning of a body without one.
 */
const MOST = { bytes: 256 * 1024, marked: 4000, around: 14, lines: 60 };

/**
 * Returns the findings that rest on an exchange, each with what is wrong in this one, as far as results.json tells:
 * the first contradiction is that of the first exchange.
 */
export function findingsAbout(id: string, results: readonly Result[], all: readonly Exchange[]): FindingAbout[] {
  const attempts = new Set(all.flatMap((one) => (one.purpose === 'refusal' ? [one.id] : [])));
  return results
    .filter(({ verdict, exchanges }) => isFinding(verdict) && exchanges.includes(id))
    .map(({ got, at, also, ...result }) => ({
      ...result,
      ...(result.exchanges[0] === id ? { got, at } : also?.find(({ exchanges }) => exchanges.includes(id))),
      ...(!attempts.has(id) && { attempt: result.exchanges.find((one) => attempts.has(one)) }),
    }));
}

/** `attempt`: the request without a valid credential, if an exchange only shows its effect. */
type FindingAbout = Result & { readonly attempt?: string };

/**
 * Returns the lines of an exchange. Messages are not wrapped, so that they can be copied.
 * @param ofClient whether the findings are about the request
 */
export function exchangeLines(
  exchange: Exchange,
  findings: readonly FindingAbout[],
  ofClient: boolean,
  layout: Layout,
): string[] {
  const { id, request, outcome } = exchange;
  const line = lineOf(request, true);
  const headersOf = (own: Headers = []) => (line[0] === CALL ? [] : own);
  const { sent, received } = headingsOf(exchange);
  const at = findings.find((one) => one.at)?.at;
  const [inRequest, inResponse] = ofClient ? [at, undefined] : [undefined, at];
  return [
    layout.styled('bold', printable([id, ...line].join(' '))),
    layout.line(aboutExchange(exchange), '  '),
    ...findings.map(({ id: of, verdict, expected = 'a verdict', got, at, attempt }) =>
      attempt === undefined
        ? layout.line(
            [`${of}: expected ${expected}`, ...(got ? [`got ${got}${at ? `, at ${at}` : ''}`] : [])].join('; '),
            `  ${verdict.toUpperCase()} `,
            '    ',
          )
        : layout.line(`with ${attempt}, which has no valid credential, in the finding ${of}`, '  Compared ', '    '),
    ),
    '',
    layout.styled('bold', sent),
    ...messageLines(headersOf(request.headers), request.body, inRequest, layout),
    '',
    layout.styled('bold', received.join(' ').trim()),
    ...(outcome.kind === 'failure' ? [printable(outcome.message)] : []),
    ...messageLines(headersOf(outcome.headers), outcome.body, inResponse, layout),
  ];
}

function messageLines(headers: Headers, body: Body | undefined, at: string | undefined, layout: Layout) {
  return [...(headers.length > 0 ? [headerLines(headers)] : []), ...(body ? ['', ...bodyLines(body, at, layout)] : [])];
}

function bodyLines(body: Body, at: string | undefined, layout: Layout) {
  if (body.bytes.length === 0) return [body.size === 0 ? '# no body' : `# ${body.size} bytes, not kept`];
  const { notice, ...whole } = laidOutBody(body, MOST.bytes, at);
  const isShort = whole.from === undefined || whole.text.split('\n', MOST.lines + 1).length <= MOST.lines;
  const { above, before, marked, after, below } = excerpt(whole, isShort ? MOST.lines : MOST.around);
  const shown = marked.length > MOST.marked ? { marked: marked.slice(0, MOST.marked), after: '' } : { marked, after };
  const left = marked.length - shown.marked.length + after.length - shown.after.length + below.length;
  return [
    ...(above === '' ? [] : [`# ${number(above.length, 'character')} above`]),
    `${printableLines(before)}${shown.marked && layout.styled(['red', 'bold'], printableLines(shown.marked))}${printableLines(shown.after)}`,
    ...(left === 0 ? [] : [`# ${number(left, 'more character')} (--json prints all)`]),
    ...(notice === undefined ? [] : [`# ${notice}`]),
  ];
}
