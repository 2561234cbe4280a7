/** The client library's contract from files of the test's own, and what is said of submission bodies. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type LibraryContract, loadLibraryContract } from '../../src/contract/library-operations.ts';
import { ProfileError } from '../../src/contract/wording.ts';
import { written } from './written.ts';

const FILES = {
  'specs/client-library/operations.yaml': {
    lanes: ['certificate'],
    offered: 'The module has {name}.',
    submission: '../../schemas/transfer/submission-body.schema.json',
    calls: [
      {
        name: 'open',
        title: 'Opening',
        clause: 'open(where, how) opens.',
        parameters: [
          { name: 'where', required: true },
          { name: 'how', required: false, default: 1 },
        ],
      },
      { name: 'close', title: 'Closing', clause: 'close() closes.', parameters: [] },
    ],
  },
  'specs/client-library/requirements.yaml': [
    {
      id: 'client-library/open/quick',
      operation: 'open',
      predicate: 'is quick',
      clause: 'Q.',
      judged: 'so',
      basis: 'inferred',
    },
    { id: 'client-library/open/sure', operation: 'open', predicate: 'is sure', clause: 'S.', judged: 'so' },
  ],
  'specs/client-library/gaps.yaml': [
    { id: 'client-library/gap/words', predicate: 'words are unspecified', clause: 'Not shown.' },
  ],
  'schemas/transfer/submission-body.schema.json': {
    type: 'object',
    required: ['files'],
    properties: {
      files: { type: 'array', items: { type: 'integer' } },
      kind: { enum: ['a'] },
      name: { type: 'string', pattern: '^x' },
    },
  },
};
const contractOf = (
  files: Record<string, unknown> = {},
  profile?: Parameters<typeof loadLibraryContract>[1],
): LibraryContract => loadLibraryContract('client-library', profile, written({ ...FILES, ...files }));

test('a profile renames calls and fills gaps', () => {
  const profile = {
    name: 'p',
    digest: 'p',
    names: new Map([
      ['open', 'connect'],
      ['/jobs', '/v2'],
    ]),
    fills: new Map<string, unknown>([
      ['client-library/gap/words', 'few'],
      ['transfer/gap/x', 1],
    ]),
  };
  const contract = contractOf({}, profile);
  expect(contract).toMatchObject({
    profile: { name: 'p', digest: 'p' },
    renamed: new Map([['open', 'connect']]),
    fills: new Map([['client-library/gap/words', 'few']]),
  });
  expect(contract.digest).not.toBe(contractOf().digest);
  expect(contractOf({}, profile)).toBe(contract);
  expect(() =>
    contractOf(
      {},
      {
        ...profile,
        digest: 'q',
        fills: new Map([
          ['client-library/open/sure', 1],
          ['client-library/gap/no', 1],
        ]),
      },
    ),
  ).toThrow(ProfileError);
});

test.each(Object.keys(FILES))('%s changed is another contract', (file) => {
  const content = FILES[file as keyof typeof FILES];
  expect(contractOf({ [file]: `${JSON.stringify(content)}\n` }).digest).not.toBe(contractOf().digest);
});

test.each<[unknown, readonly { at: string; expected: string; got: string }[]]>([
  [{ files: [] }, []],
  [{}, [{ at: '', expected: 'a member files', got: '{}' }]],
  [null, [{ at: '', expected: 'object', got: 'null' }]],
  [{ files: [1, 'x'] }, [{ at: '/files/1', expected: 'integer', got: '"x"' }]],
  [
    { files: 7, name: 'y' },
    [
      { at: '/files', expected: 'array', got: '7' },
      { at: '/name', expected: 'must match pattern "^x"', got: '"y"' },
    ],
  ],
  [
    { files: ['a', 'b', 'c', 'd'] },
    ['a', 'b', 'c'].map((item, index) => ({ at: `/files/${index}`, expected: 'integer', got: `"${item}"` })),
  ],
])('of the body %j is said what is wrong, as far as three places', (body, problems) => {
  const contract = contractOf({ 'specs/client-library/gaps.yaml': `[] # ${randomUUID()}` });
  expect(contract.submissionProblems({ files: ['before'] })).toHaveLength(1);
  expect(contract.submissionProblems(body)).toEqual(problems);
});
