/**
 * A proof about fleets: after an interruption and a resumption, no result is lost, no deployment is tested twice, and
 * each verdict is that of a separate run.
 */
import { readdir, readFile } from 'node:fs/promises';
import type { FleetOverview } from '../../src/compare/fleet.ts';
import type { Results } from '../../src/index.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { closing } from '../afterwards.ts';
import { Workplace } from '../cli/command.ts';
import { serveFleet } from './served-fleet.ts';

const AT_ONCE = 2;

/** Runs the proof with `size` deployments; the fleet is killed when `killedAfter` of them have ended. */
export async function provesFleet(size: number, killedAfter: number) {
  const place = new Workplace();
  const fleet = closing(await serveFleet(size, place.directory, { seed: size, each: 2 }));
  const args = ['fleet', fleet.folder, '--out', 'out', '--at-once', String(AT_ONCE)];
  const { child, ended } = place.start([...args, '-v']);
  let reported = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    reported += chunk.toString();
    if (reported.split('\n').length > killedAfter) child.kill('SIGKILL');
  });
  expect((await ended).code).toBe(null);
  const before = await resultsBelow(place.path('out'));
  // An incomplete run is repeated on purpose.
  const final = new Map([...before].filter(([, { exitCode }]) => exitCode !== 3));
  expect(before.size).toBeGreaterThanOrEqual(killedAfter);
  expect(before.size).toBeLessThan(size);

  const { code, stdout } = await place.run([...args, '--resume', '--json']);
  const overview = JSON.parse(stdout) as FleetOverview;
  const after = await resultsBelow(place.path('out'));
  // No result is lost: every deployment has results, and those that were final before are unchanged.
  expect([...after.keys()].sort()).toEqual(fleet.deployments.map(({ name }) => name));
  expect([...final].filter(([name, { run }]) => after.get(name)?.run.id !== run.id)).toEqual([]);
  expect(overview.deployments.map(({ name, run }) => [name, run])).toEqual(
    [...after].sort().map(([name, { run }]) => [name, run.id]),
  );
  // Only deployments that were running when the fleet was killed got further requests.
  const asked = new Map(fleet.deployments.map(({ name, runs }) => [name, runs.size]));
  expect([...asked].filter(([name, runs]) => runs !== 1 && (final.has(name) || runs !== 2))).toEqual([]);
  expect([...asked.values()].filter((runs) => runs === 2).length).toBeLessThanOrEqual(
    AT_ONCE + before.size - final.size,
  );
  expect(code).toBe(Math.max(...[...after.values()].map(({ exitCode }) => exitCode)));

  for (const { name, env, fault } of fleet.deployments) {
    const { results } = await hostRun({ env });
    expect({ name, fault, verdicts: verdictsIn(after.get(name)) }).toEqual({
      name,
      fault,
      verdicts: verdictsIn(results),
    });
  }
  const faulty = fleet.deployments.filter(({ fault }) => fault !== undefined).length;
  console.log(
    `fleet of ${size}, ${faulty} with a fault: killed after ${before.size}, resumed, ${after.size} with the verdicts that they have alone`,
  );
}

async function resultsBelow(out: string) {
  const names = (await readdir(out, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && !entry.name.includes('.unfinished-'),
  );
  const read = names.map(
    async ({ name }) => [name, JSON.parse(await readFile(`${out}/${name}/results.json`, 'utf8')) as Results] as const,
  );
  return new Map(await Promise.all(read));
}

function verdictsIn(results: Results | undefined) {
  return (results?.requirements ?? []).map(({ id, verdict }) => `${id} ${verdict}`);
}
