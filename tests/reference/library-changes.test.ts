/** The changes of the reference client library, by what its calls do in a session without a network. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changesAsText, type LibraryChange, status, submit, whoami } from '../../reference/client-library/changes.ts';
import { clientLibraryFaults } from '../../reference/client-library/faults.ts';
import { clientLibraryVariants } from '../../reference/client-library/variants.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { describeWith, PEERS } from '../peers/peer.ts';

type Log = readonly (readonly unknown[])[];

/** The sessions with some changes each; the plain one is called `plain`. */
function sessions(changes: Readonly<Record<string, readonly LibraryChange[]>>): Readonly<Record<string, Log>> {
  const asked = Object.entries({ plain: [], ...changes }).map(
    ([name, each]) => `${JSON.stringify(name)}: ${changesAsText(each)}`,
  );
  const { stdout, stderr } = spawnSync('python3', [join(packageRoot(), 'tests', 'reference', 'library_session.py')], {
    input: `{${asked.join()}}`,
    env: {
      PATH: process.env['PATH'],
      PYTHONPATH: join(packageRoot(), 'reference', 'client-library'),
      PYTHONDONTWRITEBYTECODE: '1',
      LC_ALL: 'C.UTF-8',
    },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Readonly<Record<string, Log>>;
}

const always = ({ nth, ...change }: LibraryChange): LibraryChange => change as LibraryChange;

const of = (log: Log | undefined, call: string): unknown[] =>
  (log ?? []).filter(([name]) => name === call).map(([, ...rest]) => rest.at(-1));

describeWith(PEERS.python, 'changes of the client library', () => {
  test('each fault and each variant changes what the library does', () => {
    const known = [...clientLibraryFaults(), ...clientLibraryVariants()];
    // A session is short: later calls show what the first ones do not.
    const { plain, ...changed } = sessions(
      Object.fromEntries(
        known.map(({ id, changes }) => [
          id,
          changes.map((one) =>
            id.endsWith('@late') || (typeof one.nth === 'number' && one.nth > 2) ? always(one) : one,
          ),
        ]),
      ),
    );
    expect(of(plain, 'get_job_status')).toHaveLength(4);
    expect(Object.keys(changed)).toHaveLength(known.length);
    const without = Object.entries(changed).filter(([, log]) => JSON.stringify(log) === JSON.stringify(plain));
    expect(without.map(([id]) => id)).toEqual([]);
  });

  test('a change with nth shows in the second answer only', () => {
    const { plain, second, later } = sessions({
      second: [{ ...whoami('/result', 'set', null), nth: 2 }],
      later: [{ ...status('/result/http_status', 'drop'), nth: { from: 2 } }],
    });
    const nothing = of(second, 'whoami').map((result) => result === 'NoneType None');
    expect(nothing).toEqual(of(plain, 'whoami').map((_, at) => at === 1));
    expect(of(later, 'get_job_status').map((result) => String(result).includes('http_status'))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('a change with element shows in one element of a list only', () => {
    const { third } = sessions({ third: [{ ...submit('/request/body/files/*/sources', 'set', 'text'), element: 3 }] });
    const bodies = of(third, 'sent').filter((body) => String(body).includes('files'));
    expect(bodies.map((body) => String(body).split('"sources": "text"').length - 1)).toEqual([1, 0]);
    expect(String(bodies[0]).lastIndexOf('"sources": [')).toBeLessThan(String(bodies[0]).indexOf('"sources": "text"'));
  });
});
