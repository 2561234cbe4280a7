/** Copies of one interpreter behave as started ones do. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createForkServer, type ForkServer, type ProcessEnd } from '../../reference/client-library/fork-server.ts';
import { findPython } from '../../suites/client-library/driver/python.ts';
import { describeWith, PEERS } from '../peers/peer.ts';

describeWith(PEERS.python, 'a copy of an interpreter', () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'assay-fork-test-')));
  let server: ForkServer;
  let scripts = 0;
  beforeAll(async () => {
    const found = await findPython('python3');
    server = createForkServer('executable' in found ? found.executable : 'python3');
  });
  afterAll(async () => {
    await server.close();
    rmSync(directory, { recursive: true });
  });

  const run = async (
    lines: readonly string[],
    ...args: readonly string[]
  ): Promise<{ stdout: string; stderr: string; answers: string; end: ProcessEnd }> => {
    scripts += 1;
    const script = join(directory, `script-${scripts}.py`);
    writeFileSync(script, `${lines.join('\n')}\n`);
    const copy = await server.start([script, ...args], { environment: { ONLY: 'this' }, directory });
    copy.stdin.end('from the caller');
    const [stdout, stderr, answers, end] = await Promise.all([
      text(copy.stdout),
      text(copy.stderr),
      text(copy.answers),
      copy.ended,
    ]);
    copy.stdin.destroy();
    return { stdout, stderr, answers, end };
  };

  test('has its arguments, environment, folder and descriptors, in a separate session', async () => {
    const lines = [
      'import os, sys',
      'print(sys.argv[1:], dict(os.environ), os.getcwd(), os.getsid(0) == os.getpid(), __name__, sys.stdin.read())',
      'sys.stderr.write("aside\\n")',
      'os.write(3, b"answer")',
      'sys.stdout.flush()',
      'os._exit(0)',
    ];
    expect(await run(lines, 'one', 'two')).toEqual({
      stdout: `['one', 'two'] {'ONLY': 'this'} ${directory} True __main__ from the caller\n`,
      stderr: 'aside\n',
      answers: 'answer',
      end: { code: 0 },
    });
  });

  test.each<[string, ProcessEnd]>([
    ['import os; os._exit(3)', { code: 3 }],
    ['pass', { code: 0 }],
    ['import sys; sys.exit()', { code: 0 }],
    ['import sys; sys.exit(3)', { code: 3 }],
    ['import sys; sys.exit("a reason")', { code: 1 }],
    ['raise ValueError', { code: 1 }],
    ['import os, signal; os.kill(os.getpid(), signal.SIGKILL)', { signal: 'SIGKILL' }],
  ])('ends as it does by itself: %s', async (line, end) => {
    const ends = await Promise.all(Array.from({ length: 5 }, async () => (await run([line])).end));
    expect(ends).toEqual(ends.map(() => end));
  });

  test('writes what is left to be written', async () => {
    expect(await run(['import sys', 'print("at last")', 'sys.exit("a reason")'])).toMatchObject({
      stdout: 'at last\n',
      stderr: 'a reason\n',
    });
  });

  test('leaves nothing to the next one', async () => {
    await run(['import os, sys', 'sys.kept = True', 'os._exit(0)']);
    expect(
      (await run(['import os, sys', 'os.write(1, str(hasattr(sys, "kept")).encode())', 'os._exit(0)'])).stdout,
    ).toBe('False');
  });
});
