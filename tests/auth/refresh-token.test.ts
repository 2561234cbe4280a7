import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { RefreshTokenError, refreshTokenProblem, useRefreshToken } from '../../src/auth/refresh-token.ts';
import { temporaryFolder } from '../afterwards.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'refresh-token');
});

const content = () => readFileSync(file, 'utf8').trim();
const beside = () => readdirSync(folder).filter((name) => name !== 'refresh-token');
const noPause = async () => undefined;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Returns the token that is used. */
const used = (from: Parameters<typeof useRefreshToken>[0]) =>
  useRefreshToken(from, async ({ token }) => token, noPause);

/** Returns the id of a process that has ended. */
const deadProcess = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('where the token comes from', () => {
  test('the file goes before the setting', async () => {
    writeFileSync(file, ' from-file\n');
    expect(await used({ file, token: 'from-setting' })).toBe('from-file');
  });

  test.each(['absent', 'empty'])('where the file is %s, the setting', async (how) => {
    if (how === 'empty') writeFileSync(file, '\n');
    expect(await used({ file, token: 'from-setting' })).toBe('from-setting');
    expect(refreshTokenProblem(file, 'from-setting', 'THE_TOKEN')).toBeUndefined();
    expect(refreshTokenProblem(file, undefined, 'THE_TOKEN')).toMatch(
      /contains no refresh token, and THE_TOKEN is not set: write the token to the file, or set THE_TOKEN$/,
    );
  });

  test('without a file nothing can be kept, and this is reported to the caller', async () => {
    expect(
      await useRefreshToken({ token: 'from-setting' }, async ({ token, replace }) => [token, replace('next')], noPause),
    ).toEqual(['from-setting', false]);
    await expect(used({})).rejects.toThrow(RefreshTokenError);
  });

  test('a folder that cannot be written is found out before anything is sent', () => {
    expect(refreshTokenProblem(join(folder, 'none', 'refresh-token'), 'token', 'THE_TOKEN')).toContain(
      'cannot be written',
    );
  });
});

describe('a rotated token', () => {
  test('takes the place of the file, readable only by its owner, also where what follows fails', async () => {
    writeFileSync(file, 'old\n', { mode: 0o644 });
    const inode = statSync(file).ino;
    const failing = useRefreshToken(
      { file },
      async ({ replace }) => {
        expect(content()).toBe('old');
        expect(replace('new')).toBe(true);
        throw new Error('the run was interrupted');
      },
      noPause,
    );
    await expect(failing).rejects.toThrow('interrupted');
    expect(content()).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // The file was replaced: a reader sees the old or the new one, never a mixture.
    expect(statSync(file).ino).not.toBe(inode);
    expect(beside()).toEqual([]);
  });

  test.each([
    ['wrote aside, but had not put in place, is used and put in place', 'newer\n', 'newer'],
    ['wrote a part only is not used', 'new', 'old'],
  ])('that a killed run %s', async (_, aside, expected) => {
    writeFileSync(file, 'old\n');
    writeFileSync(`${file}.next`, aside);
    expect(await used({ file })).toBe(expected);
    expect(content()).toBe(expected);
    expect(beside()).toEqual([]);
  });
});

describe('the lock', () => {
  const locked = (pid: number, host = hostname()) => {
    writeFileSync(file, 'old');
    writeFileSync(`${file}.lock`, JSON.stringify({ pid, host, nonce: 'x' }));
  };

  test('two runs never use the token at the same time, and the second uses what the first left', async () => {
    writeFileSync(file, 'token-0\n');
    let users = 0;
    let most = 0;
    const used: string[] = [];
    await Promise.all(
      Array.from({ length: 4 }, () =>
        useRefreshToken(
          { file },
          async ({ token, replace }) => {
            users += 1;
            most = Math.max(most, users);
            used.push(token);
            for (let turns = 0; turns < 5; turns += 1) await turn();
            replace(`token-${used.length}`);
            users -= 1;
          },
          async () => void (await turn()),
        ),
      ),
    );
    expect(most).toBe(1);
    expect(used).toEqual(['token-0', 'token-1', 'token-2', 'token-3']);
    expect(content()).toBe('token-4');
    expect(beside()).toEqual([]);
  });

  test('of a process that has ended is taken over', async () => {
    locked(deadProcess());
    expect(await used({ file })).toBe('old');
    expect(beside()).toEqual([]);
  });

  test('of a living process is respected: the token is not used, and the lock stays', async () => {
    locked(process.ppid);
    const waits: number[] = [];
    const waiting = useRefreshToken(
      { file },
      async () => 'used',
      async (ms) => void waits.push(ms),
    );
    await expect(waiting).rejects.toThrow(/another run has locked/);
    expect(waits.length).toBeGreaterThan(1);
    expect(beside()).toEqual(['refresh-token.lock']);
  });

  test('of another machine is respected until it is old', async () => {
    locked(1, 'elsewhere.example.org');
    await expect(used({ file })).rejects.toThrow(/another run has locked/);
    utimesSync(`${file}.lock`, 0, 0);
    expect(await used({ file })).toBe('old');
  });
});
