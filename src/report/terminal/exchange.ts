/** An exchange on a terminal: request and response, with the location of a finding marked. */
import { isFinding, type Result } from '../../engine/words/types.ts';
import type { Body, Exchange } from '../../wire/types.ts';
import { shownBody } from '../parts/marked-body.ts';
import { aboutExchange, lineOf, messagesOf, printable } from '../parts/report-input.ts';
import type { Layout } from './layout.ts';

/** Characters of a body. */
const MOST_CHARACTERS = 4000;

/**
 * Returns the findings that rest on an exchange, each with what is wrong in this one, as far as results.json tells:
 * the first contradiction is that of the first exchange.
 */
export function findingsAbout(id: string, results: readonly Result[]): Result[] {
  return results
    .filter(({ verdict, exchanges }) => isFinding(verdict) && exchanges.includes(id))
    .map(({ got, at, also, ...result }) => ({
      ...result,
      ...(result.exchanges[0] === id ? { got, at } : also?.find(({ exchanges }) => exchanges.includes(id))),
    }));
}

/**
 * Returns the lines of an exchange. Messages are not wrapped, so that they can be copied.
 * @param ofClient whether the findings are about the request
 */
export function exchangeLines(
  exchange: Exchange,
  findings: readonly Result[],
  ofClient: boolean,
  layout: Layout,
): string[] {
  const { sent, received } = messagesOf(exchange);
  const at = findings.find((one) => one.at)?.at;
  const [inRequest, inResponse] = ofClient ? [at, undefined] : [undefined, at];
  return [
    layout.styled('bold', printable([exchange.id, ...lineOf(exchange.request, true)].join(' '))),
    layout.line(aboutExchange(exchange), '  '),
    ...findings.map(({ id: of, verdict, expected = 'a verdict', got, at }) =>
      layout.line(
        [`${of}: expected ${expected}`, ...(got ? [`got ${got}${at ? `, at ${at}` : ''}`] : [])].join('; '),
        `  ${verdict.toUpperCase()} `,
        '    ',
      ),
    ),
    '',
    layout.styled('bold', sent.heading),
    ...messageLines(sent, inRequest, layout),
    '',
    layout.styled('bold', received.heading),
    ...(received.failure === undefined ? [] : [received.failure]),
    ...messageLines(received, inResponse, layout),
  ];
}

function messageLines(
  { headers, body }: { readonly headers: string; readonly body?: Body },
  at: string | undefined,
  layout: Layout,
) {
  const shown = body && shownBody(body, MOST_CHARACTERS, at);
  return [
    ...(headers === '' ? [] : [headers]),
    ...(shown
      ? [
          '',
          `${shown.before}${shown.marked && layout.styled(['red', 'bold'], shown.marked)}${shown.after}`,
          ...shown.notices.map((notice) => `# ${notice}`),
        ]
      : []),
  ];
}
