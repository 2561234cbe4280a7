/** Recordings without any one exchange are judged: no crash, and no finding about missing data. */
import { buildResults } from '../../src/engine/account/results.ts';
import { startCampaign } from '../../src/selftest/campaign.ts';
import { inProcessReferenceOf } from '../../src/selftest/in-process-references.ts';
import { closing } from '../afterwards.ts';

test.each(['transfer', 'data-hub'])('%s', async (name) => {
  const reference = closing(await inProcessReferenceOf(name));
  const { judgeables, context } = await (await startCampaign(reference)).run({});
  // The first of the exchanges that a probe repeats with the same label.
  const distinct = new Map(
    judgeables
      .flatMap(({ recording }) => recording.exchanges)
      .toReversed()
      .map(({ id, lane, probe, label }) => [`${lane} ${probe} ${label}`, id]),
  );
  const ids = [...distinct.values()];
  expect(ids.length).toBeGreaterThan(20);
  for (const lost of ids) {
    const damaged = judgeables.map((one) => ({
      ...one,
      recording: { ...one.recording, exchanges: one.recording.exchanges.filter(({ id }) => id !== lost) },
    }));
    const odd = buildResults(damaged, context).requirements.filter(({ verdict }) =>
      ['error', 'fail', 'warn'].includes(verdict),
    );
    expect(odd.map(({ id, verdict, message }) => `without ${lost}: ${id} ${verdict}: ${message}`)).toEqual([]);
  }
});
