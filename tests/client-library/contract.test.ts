/** Submission bodies in the contract of the client library. */
import { loadContract } from '../../src/contract/contracts.ts';
import type { LibraryContract } from '../../src/contract/library-operations.ts';

test.each([
  [{ files: [{ sources: ['a'], destinations: ['b'], more: 1 }], params: { retry: 1 } }, []],
  [{ files: [] }, [{ at: '', expected: 'a member params' }]],
  [
    { files: [{ sources: 'a' }], params: {} },
    [{ at: '/files/0/sources', expected: 'a value of type array', got: '"a"' }],
  ],
  [
    { files: [{ checksum: 1 }], params: { overwrite: 'no' } },
    [{ at: '/files/0/checksum' }, { at: '/params/overwrite', expected: 'a value of type boolean' }],
  ],
  ['text', [{ at: '', expected: 'a value of type object' }]],
])('the submission body %j', (body, problems) => {
  const found = (loadContract('client-library') as LibraryContract).submissionProblems(body);
  expect(found).toHaveLength(problems.length);
  for (const [index, problem] of problems.entries()) expect(found[index]).toMatchObject(problem);
});
