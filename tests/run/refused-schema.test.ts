/** A schema that is refused when a contract is loaded is the trouble of its author: exit code 2, with the file. */
import { expect, test } from 'vitest';
import { compileRecord } from '../../src/records/judge.ts';
import { type HostOptions, hostRun } from '../../src/run/run-conformance.ts';

const REFUSED = {
  $id: 'schemas/transfer/job.schema.json',
  title: 'x',
  record: 'transfer/x',
  clause: 'Somewhere.',
  properties: { m: { uniqueItems: true } as object },
};

test('the run resolves with the file, the place in it and the keyword', async () => {
  const options: HostOptions = {
    env: {},
    // Stands for the loading of a contract in mid-run.
    get interface(): string {
      return String(compileRecord(REFUSED));
    },
  };
  const { results, fault } = await hostRun(options);
  expect(results).toMatchObject({ exitCode: 2, run: { requests: 0 } });
  expect(fault).toBeUndefined();
  expect(results.problems).toEqual([
    expect.stringMatching(/^schemas\/transfer\/job\.schema\.json#?\/properties\/m: "uniqueItems" is not a keyword/),
  ]);
});
