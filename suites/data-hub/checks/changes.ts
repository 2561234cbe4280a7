/** The subscription stays open, and speaks of changes. */
import { mediaTypeOf, succeeded } from '../../../src/engine/answer.ts';
import { check, every } from '../../../src/engine/suite.ts';
import type { Say } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { subscription } from '../probes/changes.ts';
import { contents } from '../probes/contents.ts';
import { type Mark, spokenIn } from '../stream.ts';

const of = (statement: string) => `data-hub/subscribe-changes/${statement}` as const;

const heldIn = (exchanges: readonly Exchange[]): Exchange | undefined => exchanges.find(({ operation }) => operation === 'subscribe-changes');

/** The answer is still open when we close it. */
export const stayingOpen = check({
  needs: [subscription, every(subscription)],
  decides: [of('stays-open'), 'data-hub/gap/subscribe-changes-request', 'data-hub/gap/subscribe-changes-stream'],
  judge(evidence, say) {
    const exchange = heldIn(Object.values(evidence as Record<string, unknown>).find(Array.isArray) as readonly Exchange[]);
    if (exchange === undefined || exchange.outcome.kind !== 'answer') return;
    const { size } = exchange.outcome.body;
    say.holds(
      of('stays-open'),
      exchange.notes?.['closedByUs'] === true,
      'an answer that is still open',
      `an answer that had ended after ${size} octets`,
      exchange,
    );
    say.observe('data-hub/gap/subscribe-changes-request', String(say.given['changesBody'] ?? '{}'), exchange);
    say.observe('data-hub/gap/subscribe-changes-stream', `${mediaTypeOf(exchange) || 'no media type'}, ${framingOf(exchange.outcome.body.bytes)}`, exchange);
  },
});

function framingOf(octets: Uint8Array): string {
  const text = Buffer.from(octets).toString('latin1');
  if (text.trim() === '') return text === '' ? 'nothing came' : 'blank lines';
  if (/^(?:data|event|id):/m.test(text)) return 'framed as an event stream';
  if (text.includes('\u001e')) return 'a JSON text sequence';
  return /\r?\n/.test(text) ? `lines that end in ${text.includes('\r\n') ? 'CRLF' : 'LF'}` : 'not separated by line ends';
}

/** A change is followed by something that is no heartbeat. */
export const speakingOfChanges = check({
  needs: [every(contents.cdmi.text), subscription, every(subscription)],
  decides: [of('speaks-after-cdmi-write'), of('speaks-after-upload'), 'data-hub/gap/event-payload', 'data-hub/gap/event-kinds'],
  judge(evidence, say) {
    const all = (evidence as Record<string, unknown>)[subscription.name] as readonly Exchange[];
    const held = heldIn(all);
    if (held === undefined || held.outcome.kind !== 'answer') return;
    saySpeaks(say, of('speaks-after-cdmi-write'), 'cdmi-write', held, all);
    saySpeaks(say, of('speaks-after-upload'), 'upload-file', held, all);
  },
});

function saySpeaks(say: Say, row: string, what: Mark['what'], held: Exchange, all: readonly Exchange[]) {
  if (held.outcome.kind !== 'answer') return;
  const { body } = held.outcome;
  const marks = (held.notes?.['marks'] ?? []) as readonly Mark[];
  const index = marks.findIndex((mark) => mark.what === what);
  const made = all.find((exchange) => exchange.operation === what);
  const ended = held.notes?.['closedByUs'] !== true;
  if (index < 0 && held.notes?.['ours'] === false)
    return say.cannotTell(row, 'settings', 'DATA_HUB_SPACE_ID is not set, and no details show that this is the space of DATA_HUB_SPACE_PATH', held);
  if (index < 0 || made === undefined)
    return say.cannotTell(row, 'target', ended ? 'the answer had ended before' : 'no change was made while it was open', held);
  if (!succeeded(made)) return say.cannotTell(row, 'target', 'the change was not accepted', made);
  const [from, to] = [marks[index]?.at ?? 0, marks[index + 1]?.at ?? body.size];
  if (body.rawDigest === undefined || to > body.bytes.length) return say.cannotTell(row, 'infrastructure', 'more came than is kept', held);
  const quiet = { from: marks.find((mark) => mark.what === 'quiet')?.at ?? 0, to: marks.find((mark) => mark.what !== 'quiet')?.at ?? 0 };
  const spoken = spokenIn(body.bytes, { from, to }, quiet);
  if (spoken.length === 0 && ended) return say.cannotTell(row, 'target', 'the answer ended before an event could come', held);
  if (spoken.length === 0 && held.notes?.['ours'] === 'unnamed')
    return say.cannotTell(row, 'settings', 'the details of DATA_HUB_SPACE_ID do not hold the name in DATA_HUB_SPACE_PATH, so it may be another space', held);
  const wait = say.given['changesWaitMs'];
  say.holds(row, spoken.length > 0, `an event within ${wait} ms after the change (exchange ${made.id})`, to > from ? 'heartbeats alone' : 'nothing', held);
  if (spoken[0] === undefined) return;
  say.observe('data-hub/gap/event-payload', spoken[0].slice(0, 200), held);
  say.observe('data-hub/gap/event-kinds', `${spoken.length} lines after ${what}`, held);
}
