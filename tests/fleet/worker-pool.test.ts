import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runWorkers, type TaskOutcome } from '../../src/cli/fleet/worker-pool.ts';
import { temporaryFolder } from '../afterwards.ts';

/** A process whose behaviour is the name of its task. */
const PROGRAM = `
let stopped = () => undefined;
process.on('message', ({ stop, number, task }) => {
  if (stop) return stopped();
  const ended = (result) => process.send({ number, result });
  if (task.name.startsWith('crash')) process.exit(7);
  if (task.name.startsWith('throw')) process.send({ number, failed: { message: 'it went wrong', details: '' } });
  if (task.name.startsWith('fine')) ended(0);
  if (task.name.startsWith('until')) stopped = () => ended(130);
});
`;

const folder = temporaryFolder();
const program = join(folder, 'program.mjs');
await writeFile(program, PROGRAM);

async function workers(
  names: string[],
  atOnce: number,
  abort = new AbortController(),
  onBegin: (name: string) => void = () => undefined,
) {
  const outcomes = new Map<string, string>();
  await runWorkers(names, {
    program,
    atOnce,
    signal: abort.signal,
    limitOf: ({ name }) => (name.startsWith('hang') ? 300 : 60_000),
    begin(name) {
      onBegin(name);
      return { name, envFile: '', out: '' };
    },
    onEnd: (outcome: TaskOutcome) =>
      outcomes.set(outcome.task.name, 'exitCode' in outcome ? String(outcome.exitCode) : outcome.problem),
  });
  return outcomes;
}

test('a crash, an error and a process that never answers take no other deployment with them', async () => {
  expect(Object.fromEntries(await workers(['fine-1', 'crash', 'fine-2', 'hang', 'throw', 'fine-3'], 2))).toEqual({
    'fine-1': '0',
    crash: 'process ended (exit code 7)',
    'fine-2': '0',
    hang: 'time limit of 300 ms exceeded; process killed',
    throw: 'it went wrong',
    'fine-3': '0',
  });
});

test('an interruption ends what is under way in good order, and begins nothing', async () => {
  const abort = new AbortController();
  let begun = 0;
  const outcomes = await workers(['until-1', 'until-2', 'fine'], 2, abort, () => {
    begun += 1;
    if (begun === 2) setImmediate(() => abort.abort());
  });
  expect(Object.fromEntries(outcomes)).toEqual({ 'until-1': '130', 'until-2': '130' });
});
