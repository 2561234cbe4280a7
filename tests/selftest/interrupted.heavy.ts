/**
 * A self-test that is interrupted, or cannot test what is requested, says so, and leaves no files or processes behind.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Workplace } from '../cli/command.ts';
import { describeWith, PEERS } from '../peers/peer.ts';

let place: Workplace;
beforeEach(() => {
  place = new Workplace();
});

/** Returns the directories of the self-test, and those of its processes in them. */
const left = () => readdirSync(place.directory).filter((name) => name.startsWith('assay-'));
const made = () => left().flatMap((name) => readdirSync(place.path(name)));

/** Returns the child processes of a process. */
const childrenOf = (parent: number) =>
  readdirSync('/proc')
    .filter((name) => parentOf(name) === parent)
    .map(Number);

function parentOf(id: string) {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

async function begun() {
  while (made().length === 0) await wait(20);
}

describeWith(PEERS.python, 'interrupted', () => {
  test.each([
    ['while references are made ready', 'SIGINT', 0],
    ['amid its runs', 'SIGTERM', 3000],
  ] as const)('%s (%s)', async (_, signal, afterMs) => {
    const { child, ended } = place.start('selftest --interface client-library,ticket-bridge --seeds 50 --workers 2');
    await begun();
    await wait(afterMs);
    child.kill(signal);
    const { code, stdout, stderr } = await ended;
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toMatch(/Self-test interrupted\. Partial results were discarded\.\n$/);
    expect(left()).toEqual([]);
  });

  test('while it plans', async () => {
    // An interpreter that reports when it is started, and is slow.
    const script = `#!/bin/sh\ntouch ${place.path('asked')}\nsleep 1\nPATH=\${PATH#*:}\nexec python3 "$@"\n`;
    place.write('slow/python3', script, 0o755);
    const { child, ended } = place.start('selftest --seeds 50', {
      PATH: `${place.path('slow')}:${process.env.PATH}`,
    });
    while (!existsSync(place.path('asked'))) await wait(20);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect({ code, stdout, left: left() }).toEqual({ code: 130, stdout: '', left: [] });
  });

  test('and interrupted again: it ends at once, and what it started tidies up', async () => {
    const { child, ended } = place.start('selftest --interface client-library --seeds 50 --workers 2');
    await begun();
    await wait(3000);
    child.kill('SIGINT');
    await wait(100);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    for (let waited = 0; left().length > 0 && waited < 15_000; waited += 100) await wait(100);
    expect(left()).toEqual([]);
  });
});

test('one of its processes is killed: it ends with the remedy, and leaves nothing behind', async () => {
  const { child, ended } = place.start('selftest --interface ticket-bridge --seeds 0 --workers 2 --json');
  while (childrenOf(child.pid as number).length < 2) await wait(100);
  await wait(3000);
  process.kill(childrenOf(child.pid as number)[0] as number, 'SIGKILL');
  const { code, stdout, stderr } = await ended;
  expect({ code, stdout, left: left() }).toEqual({ code: 4, stdout: '', left: [] });
  expect(stderr).toContain('process ended (SIGKILL); --workers 1 may help');
});

describe('what cannot be tested', () => {
  test('is named, is not proven, and no page is written', async () => {
    mkdirSync(place.path('empty'));
    const { code, stdout, stderr } = await place.run('selftest --interface client-library --proof proof.md', {
      PATH: place.path('empty'),
    });
    expect({ code, page: existsSync(place.path('proof.md')) }).toEqual({ code: 1, page: false });
    expect(stdout.match(/client-library was not tested: Python could not be started as python3/g)).toHaveLength(1);
    expect(stderr).toContain('proof.md not written');
  });

  test('because the machine has no room is not a matter of the suite', async () => {
    const { code, stderr } = await place.run('selftest --interface transfer --seeds 0', {
      TMPDIR: place.path('nowhere'),
    });
    expect(code).toBe(4);
    expect(stderr).toMatch(/no such file.*nowhere/);
  });
});
