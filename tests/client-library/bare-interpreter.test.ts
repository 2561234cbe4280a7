/** The interpreter that self-tests use: that of the machine without what is installed beside it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeBareInterpreter } from '../../reference/client-library/bare-interpreter.ts';
import { findPython } from '../../suites/client-library/driver/python.ts';
import { describeWith, PEERS } from '../peers/peer.ts';

const directory = mkdtempSync(join(tmpdir(), 'assay-link-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describeWith(PEERS.python, 'a bare interpreter', () => {
  const machines = async () => {
    const found = await findPython('python3');
    if ('problem' in found) throw new Error(found.problem);
    return found;
  };
  const asked = (executable: string, question: string) =>
    execFileSync(executable, ['-c', `import sys; print(${question})`], { encoding: 'utf8' }).trim();

  test('has the standard library of the machine’s, and no packages', async () => {
    const { executable, version } = await machines();
    const bare = await makeBareInterpreter(executable);
    expect(asked(bare.executable, '"%d.%d.%d" % sys.version_info[:3]')).toBe(version);
    expect(
      asked(bare.executable, '[path for path in sys.path if "-packages" in path and not path.startswith(sys.prefix)]'),
    ).toBe('[]');
    expect(asked(bare.executable, '__import__("ssl").OPENSSL_VERSION')).toBe(
      asked(executable, '__import__("ssl").OPENSSL_VERSION'),
    );
    await bare.close();
    expect(existsSync(bare.executable)).toBe(false);
  });

  test('is made of a link, or of another environment, as well', async () => {
    const link = join(directory, 'python3');
    symlinkSync((await machines()).executable, link);
    const first = await makeBareInterpreter(link);
    const second = await makeBareInterpreter(first.executable);
    expect(await findPython(second.executable)).toMatchObject({ version: (await machines()).version });
    await Promise.all([first.close(), second.close()]);
  });

  test('of a program that is not there leaves no folder', async () => {
    await expect(makeBareInterpreter(join(directory, 'nowhere'))).rejects.toThrow('ENOENT');
  });
});
