import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadLibraryContract } from '../../src/contract/library-operations.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { contextCall, describedTransfers, transferCall } from '../../suites/client-library/calls.ts';
import { createClientLibrarySuite } from '../../suites/client-library/suite.ts';
import { recordingEndpoints } from './recording-endpoints.ts';

const contract = loadLibraryContract('client-library');

describe('the contract of the client library', () => {
  test('states every call of the document, with its parameters in order', () => {
    const calls = [...contract.operations.values()].map(
      ({ name, parameters }) => `${name}(${parameters.map((parameter) => parameter.name).join(', ')})`,
    );
    expect(calls).toEqual([
      'Context(endpoint, ucert, ukey, verify)',
      'whoami(context)',
      'new_transfer(source, destination, checksum, filesize, metadata)',
      'new_job(transfers)',
      'submit(context, job)',
      'get_job_status(context, job_id)',
    ]);
  });

  test('gives each row an id by the rule, a clause, and words on how it is judged', () => {
    for (const row of contract.requirements.values()) {
      expect(row.id).toMatch(/^client-library\/([A-Za-z_]+|gap)\/[a-z-]+$/);
      expect(row.clause).toMatch(/^(Resources|Endpoints|Authentication|Errors|Versioning)/);
      if (row.operation !== undefined) expect(contract.operations.has(row.operation)).toBe(true);
      if (row.basis !== 'gap') expect(row.judged, row.id).toBeTruthy();
    }
  });

  test('has a check for every row, and no check for another', () => {
    const decided = new Set(createClientLibrarySuite(recordingEndpoints).checks.flatMap(({ decides }) => decides));
    const stated = [...contract.requirements.values()]
      .filter(({ excluded }) => excluded === undefined)
      .map(({ id }) => id);
    expect([...decided].sort()).toEqual(stated.sort());
  });

  test('is one object for the same files, and another with a further row', () => {
    expect(loadLibraryContract('client-library')).toBe(contract);
    const root = mkdtempSync(join(tmpdir(), 'assay-contract-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    for (const folder of ['specs', 'schemas'])
      cpSync(join(packageRoot(), folder), join(root, folder), { recursive: true });
    const file = join(root, 'specs', 'client-library', 'gaps.yaml');
    writeFileSync(
      file,
      `${readFileSync(file, 'utf8')}- { id: client-library/gap/new, title: new, clause: 'Errors: not shown.' }\n`,
    );
    const other = loadLibraryContract('client-library', undefined, root);
    expect(other.digest).not.toBe(contract.digest);
    expect(other.requirements.get('client-library/gap/new')).toMatchObject({ basis: 'gap' });
  });

  test('refuses a profile that fills what is not a gap', () => {
    const profile = {
      name: 'odd',
      digest: 'odd',
      names: new Map(),
      fills: new Map([['client-library/gap/no-such', 1]]),
    };
    expect(() => loadLibraryContract('client-library', profile)).toThrow(
      /fills client-library\/gap\/no-such, which is not a gap/,
    );
  });

  test.each([
    [{ files: [{ sources: ['a'], destinations: ['b'], more: 1 }], params: { retry: 1 } }, []],
    [{ files: [] }, [{ at: '', expected: 'a member params' }]],
    [{ files: [{ sources: 'a' }], params: {} }, [{ at: '/files/0/sources', expected: 'array', got: '"a"' }]],
    [
      { files: [{ checksum: 1 }], params: { overwrite: 'no' } },
      [{ at: '/files/0/checksum' }, { at: '/params/overwrite', expected: 'boolean' }],
    ],
    ['text', [{ at: '', expected: 'object' }]],
  ])('says what is wrong with the submission body %j', (body, problems) => {
    const found = contract.submissionProblems(body);
    expect(found).toHaveLength(problems.length);
    for (const [index, problem] of problems.entries()) expect(found[index]).toMatchObject(problem);
  });
});

describe('calls', () => {
  test('give a parameter behind an omitted one by name', () => {
    expect(contextCall('positional', { endpoint: 'e', ucert: 'c', ukey: 'k', verify: false })).toMatchObject({
      args: ['e', 'c', 'k', false],
      kwargs: {},
    });
    expect(contextCall('positional', { endpoint: 'e', ucert: 'c', verify: false })).toMatchObject({
      args: ['e', 'c'],
      kwargs: { verify: false },
    });
    expect(contextCall('keywords', { endpoint: 'e', ucert: 'c' })).toMatchObject({
      args: [],
      kwargs: { endpoint: 'e', ucert: 'c' },
    });
  });

  test('describe transfers that can be distinguished', () => {
    const transfers = describedTransfers(3);
    expect(new Set(transfers.map(({ source }) => source)).size).toBe(3);
    expect(transferCall('positional', transfers[0] as (typeof transfers)[number], 't').args).toEqual(
      Object.values(transfers[0] ?? {}),
    );
  });
});
