/** Processes that carry out tasks: the outcome of the tasks if a process fails, ends or is ended. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/root.ts';
import { TaskProcess } from '../../src/run/task-process.ts';
import { temporaryFolder } from '../afterwards.ts';

const folder = temporaryFolder();
const program = join(folder, 'program.mjs');
writeFileSync(
  program,
  `import { serveTasks } from ${JSON.stringify(join(packageRoot(), 'dist', 'src', 'run', 'task-process.js'))};
let stop;
const stopped = new Promise((resolve) => (stop = resolve));
serveTasks(
  async (task) => {
    if (task === 'exit') process.exit(7);
    if (task === 'throw') throw new Error('it went wrong');
    if (task === 'where') return process.env.TMPDIR;
    return task === 'wait' ? stopped.then(() => 'stopped') : task;
  },
  { stop },
);
`,
);

test('tasks are answered each by its own result, whatever becomes of the others', async () => {
  const child = new TaskProcess<string, string>(program);
  const tasks = Promise.allSettled(['wait', 'throw', 'one'].map((task) => child.run(task)));
  expect(await child.run('two')).toBe('two');
  child.stop();
  expect(await tasks).toMatchObject([
    { value: 'stopped' },
    { reason: { message: 'it went wrong', cause: expect.stringContaining('Error: it went wrong') } },
    { value: 'one' },
  ]);
  await child.end(60_000);
  await expect(child.run('late')).rejects.toThrow('process did not start, or has ended');
});

test('a process that ends takes its tasks with it; one that is ended stops them first', async () => {
  const ending = new TaskProcess<string, string>(program);
  const waiting = ending.run('wait');
  await expect(Promise.all([ending.run('exit'), waiting])).rejects.toThrow('process ended (exit code 7)');
  await expect(waiting).rejects.toThrow('process ended (exit code 7)');
  const ended = new TaskProcess<string, string>(program);
  await ended.run('one');
  const left = ended.run('wait').catch(({ message }: Error) => message);
  await ended.end(60_000);
  expect(await left).toBe('process ended (exit code 0)');
});

test('temporary files go with a process, also where it is killed', async () => {
  for (const end of ['end', 'kill']) {
    const child = new TaskProcess<string, string>(program);
    const place = await child.run('where');
    writeFileSync(join(place, 'left'), '');
    if (end === 'kill') child.kill();
    await child.end(60_000);
    expect({ end, place, left: existsSync(place) }).toMatchObject({
      place: expect.stringContaining('assay-process-'),
      left: false,
    });
  }
});
