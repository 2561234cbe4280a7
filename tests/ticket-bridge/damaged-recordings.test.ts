/**
 * Recordings without some exchanges, or with exchanges marked as never sent, are judged: no crash, and no finding about
 * missing data.
 */
import { buildResults } from '../../src/engine/account/results.ts';
import type { ConductedRun } from '../../src/engine/send/run.ts';
import type { Results } from '../../src/engine/words/types.ts';
import { startCampaign } from '../../src/selftest/campaign.ts';
import { type Deviations, inProcessReferenceOf } from '../../src/selftest/in-process-references.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { closing } from '../afterwards.ts';

const campaign = await startCampaign(closing(await inProcessReferenceOf('ticket-bridge')));

/** Judges a run with each exchange kept, changed or (undefined) lost. */
function judgeAgain({ judgeables, context }: ConductedRun, change: (exchange: Exchange) => Exchange | undefined) {
  const damaged = judgeables.map((judgeable) => ({
    ...judgeable,
    recording: {
      ...judgeable.recording,
      exchanges: judgeable.recording.exchanges.map(change).filter((exchange) => exchange !== undefined),
    },
  }));
  return buildResults(damaged, context);
}

const exchangesOf = ({ judgeables }: ConductedRun) => judgeables.flatMap(({ recording }) => recording.exchanges);
const withVerdict = ({ requirements }: Results, ...verdicts: string[]) =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id, message }) => `${id}: ${message}`);

const NOT_SENT = {
  kind: 'failure',
  phase: 'refused-by-safety',
  code: 'LEDGER_NOT_WRITTEN',
  message: 'the disk is full',
} as const;

describe.each<[string, Deviations]>([
  ['the clean reference', {}],
  ['large files are refused', { variants: ['ticket-bridge-variant/large-refused'] }],
])('%s', (_, deviations) => {
  test('any one exchange is lost, or all but one', async () => {
    const conducted = await campaign.run(deviations);
    for (const { id } of exchangesOf(conducted)) {
      for (const lost of [(exchange: Exchange) => exchange.id === id, (exchange: Exchange) => exchange.id !== id]) {
        const results = judgeAgain(conducted, (exchange) => (lost(exchange) ? undefined : exchange));
        expect(withVerdict(results, 'error')).toEqual([]);
      }
    }
  });

  test('any one request about a ticket was not sent after all', async () => {
    const conducted = await campaign.run(deviations);
    const alarms = new Set(withVerdict(conducted.results, 'fail', 'warn').map((line) => line.split(':')[0]));
    for (const { id } of exchangesOf(conducted).filter(({ operation }) => operation !== 'TicketCreate')) {
      const results = judgeAgain(conducted, (exchange) =>
        exchange.id === id ? { ...exchange, outcome: NOT_SENT } : exchange,
      );
      expect(withVerdict(results, 'error')).toEqual([]);
      expect(withVerdict(results, 'fail', 'warn').filter((line) => !alarms.has(line.split(':')[0]))).toEqual([]);
    }
  });
});
