/** Named tokens cannot be created, and no service accepts another token: all that is undecided follows from that. */
import { diffResults } from '../../../src/compare/relations.ts';
import { RESET } from '../../states/outages.ts';
import { ALL, alarms, instead, json, type Ran, runInProcess } from '../running.ts';

const NAMING_ONLY = { variants: ['prefixed-token-for-naming-only'] };
const ROOT = /\(create-named-token\)/;
const good = await runInProcess(NAMING_ONLY, ALL);

const page = {
  ...json(200, '<!DOCTYPE html><title>Maintenance</title>'),
  headers: [['Content-Type', 'text/html']],
} as const;
const zoneAnswers = (answer: typeof page | ReturnType<typeof json>, path = '') =>
  runInProcess(NAMING_ONLY, ALL, (handler, service) =>
    service === 'zone' ? instead(({ target }) => (target.includes(path) ? answer : undefined))(handler) : handler,
  );
const blames = ({ results }: Ran) =>
  new Set(results.requirements.flatMap(({ verdict, blame }) => (verdict === 'inconclusive' ? [blame] : [])));

test.each([
  ['503', json(503, '{}')],
  ['a reset', RESET],
])('the zone is down (%s): its outage is the only reason, and no requirement is lost', async (_, answer) => {
  const ran = await zoneAnswers(answer);
  expect(alarms(ran)).toEqual([]);
  expect(blames(ran)).toEqual(new Set(['infrastructure']));
  expect(ran.results).toMatchObject({ exitCode: 3, gate: [expect.stringMatching(ROOT)] });
  expect(diffResults(good.results, ran.results)).toMatchObject({ regressed: false, changes: { lost: [] } });
});

test('the zone returns a page: its address is the only reason, and no requirement is lost', async () => {
  const ran = await zoneAnswers(page);
  expect(alarms(ran)).toEqual([]);
  expect(ran.results).toMatchObject({ exitCode: 3, gate: [expect.stringContaining('DATA_HUB_ZONE_URL')] });
  expect(diffResults(good.results, ran.results).changes.lost).toEqual([]);
});

test('the creation of named tokens is not permitted: its 403 is the only reason', async () => {
  const ran = await zoneAnswers(json(403, '{}'), '/tokens/named');
  expect(blames(ran)).toEqual(new Set(['credential']));
  expect(ran.results).toMatchObject({ exitCode: 3, gate: [expect.stringMatching(ROOT)] });
});
