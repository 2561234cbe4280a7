/**
 * After a run with a misbehaving library, however it ends, no process remains. Only on Linux, because it searches
 * /proc.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Workplace } from '../cli/command.ts';
import { describeWith, PEERS } from '../peers/peer.ts';
import type { Started } from '../process.ts';
import { LIBRARY } from './suite-run.ts';

let place: Workplace;
let started: Started | undefined;
/** An argument of every process of a test. */
let mark: string;
beforeEach(async () => {
  place = new Workplace();
  mark = `orphan_${randomUUID().replaceAll('-', '')}`;
});
afterEach(async () => {
  started?.child.kill('SIGKILL');
  await started?.ended;
});

/** Returns the command lines of this test's processes; those that have ended have none. */
function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(commandLine)
    .filter((line) => line.includes(mark));
}

function commandLine(id: string) {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

async function allGone() {
  for (let tries = 0; tries < 300 && processes().length > 0; tries += 1) await wait(10);
  return processes();
}

/**
 * Starts `assay run` on a library that starts children, one of them in a separate session, and writes a file when
 * `whoami` is called.
 */
function runWith(whoami: string): Started {
  const source = `import subprocess, sys, threading, time
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "${mark}"])
APART
threading.Thread(target=time.sleep, args=(600,)).start()
${LIBRARY.replace('def whoami(context):', `def whoami(context):\n  open("${place.path('called')}", "w").close()\n  ${whoami}`)}`;
  const apart =
    whoami === 'time.sleep(600)'
      ? ''
      : `subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "${mark}"], start_new_session=True)`;
  place.write(`library/${mark}.py`, source.replace('APART', apart));
  // Only scenarios that call whoami.
  started = place.start('run --out out --only client-library/whoami', {
    CLIENT_LIBRARY_PATH: place.path('library'),
    CLIENT_LIBRARY_MODULE: mark,
  });
  return started;
}

async function untilCalled() {
  while (!existsSync(place.path('called'))) {
    expect(started?.child.exitCode, 'the run ended before whoami was called').toBeNull();
    await wait(10);
  }
}

describeWith(
  process.platform === 'linux' ? PEERS.python : { ...PEERS.python, name: 'Linux', probe: ['false'] },
  'no process stays behind',
  () => {
    test.each([
      ['ends as it should', 'pass'],
      ['ends its process', 'import os; os._exit(0)'],
    ])('of a library that starts others and %s', async (_, whoami) => {
      const { code } = await runWith(whoami).ended;
      expect([0, 1, 3]).toContain(code);
      expect(await allGone()).toEqual([]);
    });

    test('when a run is interrupted while the library hangs: 130, with results', async () => {
      const { child, ended } = runWith('time.sleep(600)');
      await untilCalled();
      expect(processes().length).toBeGreaterThan(1);
      child.kill('SIGINT');
      const { code } = await ended;
      expect(code).toBe(130);
      expect(place.resultsIn().run.interrupted).toBe(true);
      expect(await allGone()).toEqual([]);
    });

    test('when a run is killed while the library hangs', async () => {
      const { child, ended } = runWith('time.sleep(600)');
      await untilCalled();
      child.kill('SIGKILL');
      await ended;
      expect(await allGone()).toEqual([]);
    });
  },
);
