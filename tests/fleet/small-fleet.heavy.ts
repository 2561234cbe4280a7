import { readdir } from 'node:fs/promises';
import { serve } from '../../reference/serve.ts';
import { FAULTS as ticketBridgeFaults } from '../../reference/ticket-bridge/deviations.ts';
import { createTicketBridgeReference } from '../../reference/ticket-bridge/reference.ts';
import type { FleetOverview } from '../../src/compare/fleet.ts';
import { closing } from '../afterwards.ts';
import { settingsFile } from '../cli/command.ts';
import { WarmWorkplace } from '../cli/warm.ts';
import { deviationsFrom } from '../published-form.ts';
import { serveFleet } from './served-fleet.ts';

const place = new WarmWorkplace();
const fleet = closing(await serveFleet(4, place.directory));
place.write('notes/readme.txt', '');

/** Runs a command with --json, and returns its overview. */
async function overviewBy(args: string[]) {
  const { code, stdout } = await place.run([...args, '--json']);
  return { code, stdout, ...(JSON.parse(stdout) as FleetOverview) };
}

test('a bad target and a bad settings file stop no other', async () => {
  const [good] = fleet.deployments;
  place.write('mixed/good.env', settingsFile(good?.env ?? {}));
  place.write('mixed/gone.env', 'TRANSFER_URL=http://127.0.0.1:1\nTRANSFER_TOKEN=abcdefgh\n');
  place.write('mixed/misspelt.env', 'TRANSFER_URL=http://127.0.0.1:1\nTRANSFER_TOKN=abcdefgh\n');
  const mixed = ['fleet', 'mixed', '--out', 'mixed-out'];
  const { code, deployments } = await overviewBy(mixed);
  expect(deployments.map(({ name, exitCode }) => [name, exitCode])).toEqual([
    ['gone', 3],
    ['good', 0],
    ['misspelt', 2],
  ]);
  expect(deployments.map(({ state }) => state)).toEqual(['nothing-verified', 'judged', 'not-run']);
  expect(deployments[0]?.problem).toMatch(/ECONNREFUSED|refused/);
  expect(deployments[2]?.problem).toMatch(/did you mean TRANSFER_TOKEN\?/);
  expect(code).toBe(2);

  // The misspelt file is corrected; it and the deployment that did not respond are tested again.
  place.write('mixed/misspelt.env', settingsFile(good?.env ?? {}));
  const { deployments: resumed } = await overviewBy([...mixed, '--resume']);
  expect(resumed.map(({ exitCode }) => exitCode)).toEqual([3, 0, 0]);
  expect(resumed[0]?.run).not.toBe(deployments[0]?.run);
  expect(resumed[1]?.run).toBe(deployments[1]?.run);
});

test('parts that ran apart come together in one overview, and a part that is missing is not passed over', async () => {
  for (const part of ['1', '2'])
    await place.run(['fleet', fleet.folder, '--out', `part-${part}`, '--shard', `${part}/2`]);
  const names = async (part: string) =>
    (await readdir(place.path(part))).filter((name) => name.startsWith('site-')).sort();
  expect([await names('part-1'), await names('part-2')]).toEqual([
    ['site-000', 'site-002'],
    ['site-001', 'site-003'],
  ]);
  const whole = await overviewBy(['merge', 'part-1', 'part-2', '--out', 'whole']);
  expect(whole.deployments.map(({ name, directory }) => [name, directory])).toEqual([
    ['site-000', '../part-1/site-000'],
    ['site-001', '../part-2/site-001'],
    ['site-002', '../part-1/site-002'],
    ['site-003', '../part-2/site-003'],
  ]);
  expect(place.read('whole/fleet.json')).toBe(whole.stdout);
  expect(deviationsFrom('fleet')(JSON.parse(whole.stdout))).toEqual([]);

  const half = await overviewBy(['merge', 'part-1', '--out', 'half']);
  const missing = half.deployments.filter(({ directory }) => directory === undefined);
  expect(missing.map(({ name, exitCode, problem }) => [name, exitCode, problem])).toEqual([
    ['site-001', 3, 'No results: merge also the directory of its part (--shard).'],
    ['site-003', 3, 'No results: merge also the directory of its part (--shard).'],
  ]);
  expect([1, 3]).toContain(half.code);

  const twice = await place.run('merge part-1 part-1 --out twice');
  expect(twice).toMatchObject({ code: 2, stderr: expect.stringMatching(/site-000 has results in/) });
});

test.each([
  ['a folder without settings files', ['fleet', 'notes'], /No settings files \(NAME\.env\) found/],
  ['a shard that is none', ['fleet', 'fleet', '--shard', '3/2'], /Example: --shard 1\/4/],
])('%s: exit 2, nothing is sent', async (_, args, message) => {
  const before = fleet.deployments.map(({ runs }) => runs.size);
  expect(await place.run(args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  expect(fleet.deployments.map(({ runs }) => runs.size)).toEqual(before);
});

test('--compare --fail-on worse turns red where a pass became a warning, and not for a deployment without an earlier run', async () => {
  const fault = ticketBridgeFaults.permanent().find(({ kills }) => kills.endsWith('/media-type'));
  const server = closing(await serve(createTicketBridgeReference({ fault: fault?.id ?? '' }).handler));
  const [good] = fleet.deployments;
  const settings = settingsFile({ ...good?.env, TICKET_BRIDGE_URL: `${server.url}/NoAuth/bridge` });
  place.write('worse/known.env', settings);
  expect(await place.run('fleet worse --out earlier')).toMatchObject({ code: 0 });
  const args = ['fleet', 'worse', '--compare', 'earlier', '--fail-on', 'worse', '--out'];
  expect(await place.run([...args, 'same'])).toMatchObject({ code: 0 });

  // A settings file that is gone is a deployment that nobody tests any more.
  place.write('gone/other.env', settings);
  const gone = await overviewBy(['fleet', 'gone', '--compare', 'earlier', '--out', 'without-known']);
  expect(gone).toMatchObject({ code: 3, planned: ['known', 'other'] });
  expect(gone.deployments.map(({ name, exitCode, problem }) => [name, exitCode, problem])).toEqual([
    [
      'known',
      3,
      expect.stringMatching(/^Not tested: "gone\/known.env" does not exist, and "earlier\/known" has earlier/),
    ],
    ['other', 0, undefined],
  ]);

  const earlier = place.resultsIn('earlier/known');
  const requirements = earlier.requirements.map((result) =>
    result.id === fault?.kills ? { ...result, verdict: 'pass' } : result,
  );
  place.write('earlier/known/results.json', JSON.stringify({ ...earlier, requirements }));
  place.write('worse/new.env', settings);
  const { code, deployments } = await overviewBy([...args, 'later']);
  expect(deployments.map(({ name, exitCode }) => [name, exitCode])).toEqual([
    ['known', 1],
    ['new', 0],
  ]);
  expect(code).toBe(1);
});

test('interrupted, it ends what is under way in good order and says what it did not begin; resumed, it does the rest', async () => {
  const args = ['fleet', fleet.folder, '--out', 'interrupted', '--at-once', '1'];
  const { child, ended } = place.start([...args, '-v', '--json']);
  child.stderr?.on('data', (chunk: Buffer) => void (chunk.toString().includes('1 of 4') && child.kill('SIGTERM')));
  const { code, stdout } = await ended;
  const { deployments } = JSON.parse(stdout) as FleetOverview;
  expect(code).toBe(130);
  expect(deployments[0]?.exitCode).toBe(0);
  expect(deployments.slice(1).map(({ exitCode }) => exitCode)).toEqual([130, 130, 130]);
  expect(deployments[3]?.problem).toMatch(/Not started: the fleet was interrupted/);
  const { deployments: whole } = await overviewBy([...args, '--resume']);
  expect(whole.filter(({ exitCode }) => exitCode === 130)).toEqual([]);
  expect(whole[0]?.run).toBe(deployments[0]?.run);
});
