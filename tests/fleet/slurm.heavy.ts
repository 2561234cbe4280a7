import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetOverview } from '../../src/compare/fleet.ts';
import { closing } from '../afterwards.ts';
import { ROOT } from '../architecture/project-files.ts';
import { COMMAND, Workplace } from '../cli/command.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import { serveFleet } from './served-fleet.ts';
import { startSlurm } from './slurm-machine.ts';

const TASKS = 4;

/** Slurm, and its authentication; its node daemon needs root. */
const SLURM = {
  name: 'Slurm, as root',
  debian: `${PEERS.slurm.debian} ${PEERS.munge.debian}`,
  probe: ['sh', '-c', 'test "$(id -u)" = 0 && slurmd -V && munged --version'],
} as const;

testWith(SLURM, 'a fleet spread over a Slurm array comes together in one overview', async () => {
  const place = new Workplace();
  const fleet = closing(await serveFleet(9, place.directory));
  mkdirSync(place.path('slurm'));
  const slurm = closing(await startSlurm(place.path('slurm')));
  const wrapper = place.path('assay');
  writeFileSync(wrapper, `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} -- ${JSON.stringify(COMMAND)} "$@"\n`, {
    mode: 0o755,
  });
  const code = await ended(
    [
      'sbatch',
      '--wait',
      `--array=1-${TASKS}`,
      `--output=${place.path('task-%a.log')}`,
      join(ROOT, 'deploy', 'slurm', 'assay-fleet.sbatch'),
    ],
    { ...slurm.env, FLEET: fleet.folder, OUT: place.path('parts'), ASSAY: wrapper },
    place.directory,
  );
  // Slurm returns the highest exit code of its tasks, and some deployments have faults.
  expect(code).toBe(1);
  const parts = Array.from({ length: TASKS }, (_, index) => `parts/part-${index + 1}`);
  const { stdout } = await place.run(['merge', ...parts, '--out', 'overview', '--json']);
  const overview = JSON.parse(stdout) as FleetOverview;
  expect(overview.deployments.map(({ name }) => name)).toEqual(fleet.deployments.map(({ name }) => name));
  expect(overview.deployments.filter(({ directory }) => directory === undefined)).toEqual([]);
  expect(overview.deployments.filter(({ name, exitCode }) => exitCode === 0 && name === 'site-000')).toHaveLength(1);
  expect(fleet.deployments.filter(({ runs }) => runs.size !== 1).map(({ name }) => name)).toEqual([]);
  console.log(`Slurm: ${overview.deployments.length} deployments in ${TASKS} tasks of an array, each asked once`);
});

function ended(command: readonly string[], env: Record<string, string>, cwd: string): Promise<number | null> {
  const [program = '', ...args] = command;
  return new Promise((resolve) =>
    spawn(program, args, { cwd, env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env }, stdio: 'inherit' }).once(
      'close',
      resolve,
    ),
  );
}
