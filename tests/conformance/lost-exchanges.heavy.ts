/**
 * Recordings of which exchanges are missing, or say that they were never sent, are judged all the same: no crash, and
 * no alarm about what was not said.
 */
import type { Results } from '../../src/engine/words/types.ts';
import { runsOf } from '../../src/selftest/campaign.ts';
import { type Deviations, inProcessReferenceOf } from '../../src/selftest/in-process.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { closing } from '../afterwards.ts';
import { exchangesOf, judgedAgain } from '../damaged.ts';
import { alarms, withVerdict } from '../verdicts.ts';

const NOT_SENT: Exchange['outcome'] = {
  ...{ kind: 'failure', phase: 'refused-by-safety', code: 'LEDGER_NOT_WRITTEN' },
  message: 'the disk is full',
};

/** Alarms about what rests on a lost request: other tickets seem changed, and content is that of no known write. */
const RESTING: Readonly<Record<string, (lost: Exchange) => RegExp>> = {
  TicketCreate: () => /^(?!error)/,
  'cdmi-write': contentIn,
  'upload-file': contentIn,
};

/** Matches alarms about the content of the file that a request writes, in readings by either API. */
function contentIn({ params }: Exchange) {
  const [, kind] = /-[cr]-(empty|all-bytes|bom-crlf|one-mib|large)$/.exec(params.file_path ?? params.name ?? '') ?? [];
  return new RegExp(`/read-back(?:-rest|-cdmi)?/(?:${kind ?? 'text|boundaries'})$`);
}

/** The number is of exchanges, far apart, that are lost together: judging a large run takes long. */
test.each<[string, Deviations, number]>([
  ['transfer', {}, 4],
  ['data-hub', {}, 4],
  ['ticket-bridge', {}, 1],
  ['ticket-bridge', { variants: ['ticket-bridge-variant/large-refused'] }, 1],
])('%s, %j', async (name, deviations, together) => {
  const reference = closing(await inProcessReferenceOf(name));
  const conducted = await (await runsOf(reference))(deviations);
  const usual = new Set(alarms(conducted.results));
  // The first of the exchanges that a probe repeats with the same label.
  const distinct = new Map(
    exchangesOf(conducted)
      .toReversed()
      .map((one) => [`${one.lane} ${one.probe} ${one.label}`, one]),
  );
  expect(distinct.size).toBeGreaterThan(5);
  const expectCalm = (results: Results, lost: readonly Exchange[]) => {
    const odd = alarms(results).filter((line) => !lost.some((one) => RESTING[one.operation]?.(one).test(line)));
    expect(
      odd.filter((line) => !usual.has(line)),
      `without ${lost.map(({ id, operation }) => `${id} (${operation})`).join(', ')}`,
    ).toEqual([]);
  };
  const all = [...distinct.values()];
  const apart = Math.ceil(all.length / together);
  for (const [at, one] of all.slice(0, apart).entries()) {
    const { id } = one;
    const lost = all.filter((_, other) => other % apart === at);
    const gone = new Set(lost.map((one) => one.id));
    expectCalm(
      judgedAgain(conducted, (one) => (gone.has(one.id) ? undefined : one)),
      lost,
    );
    // Judging a run of the others takes ten times as long.
    if (name !== 'ticket-bridge') continue;
    const unsent = judgedAgain(conducted, (one) => (one.id === id ? { ...one, outcome: NOT_SENT } : one));
    expectCalm(unsent, [one]);
    const alone = judgedAgain(conducted, (one) => (one.id === id ? one : undefined));
    expect(withVerdict(alone, 'error')).toEqual([]);
  }
});
