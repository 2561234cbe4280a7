import { SelectionError, selection } from '../../../src/engine/send/select.ts';

const IDS = [
  'transfer/job/job_id',
  'transfer/job/source_se',
  'transfer/job/source_se/no-path',
  'transfer/jobs',
  'transfer/list-jobs/refuses/none',
  'transfer/submit-job/refuses/none',
  'data-hub/job/job_id',
  'data-hub/a{b}.c',
];

describe('patterns select requirements', () => {
  test.each<[string | string[], number[]]>([
    [[], [0, 1, 2, 3, 4, 5, 6, 7]],
    ['transfer/job/job_id', [0]],
    ['transfer/job', [0, 1, 2]],
    ['transfer/job/source_se', [1, 2]],
    ['transfer/job/*', [0, 1]],
    ['transfer/*/refuses/*', [4, 5]],
    ['**/job_id', [0, 6]],
    ['transfer/*', [3]],
    ['transfer/**', [0, 1, 2, 3, 4, 5]],
    ['transfer/**/none', [4, 5]],
    ['transfer/job*', [3]],
    ['data-hub/a{b}.c', [7]],
    [
      ['transfer/jobs', 'data-hub/job'],
      [3, 6],
    ],
    [[' transfer/jobs ', 'transfer/jobs'], [3]],
  ])('%j', (patterns, expected) => {
    const selected = selection([patterns].flat(), IDS);
    expect(IDS.flatMap((id, index) => (selected(id) ? [index] : []))).toEqual(expected);
  });

  test.each([
    'transfer/jo',
    'job',
    'transfer/job_id',
    'Transfer/job',
    'data-hub/a.b',
    'data-hub/*/*/*',
    'transfer/jobs,nothing',
  ])('%s: what matches nothing is an error that names it', (pattern) => {
    expect(() => selection([pattern], IDS)).toThrow(SelectionError);
    expect(() => selection([pattern], IDS)).toThrow(pattern.split(',').at(-1) as string);
  });

  test.each([
    ['', /^--only is empty: name an id or a pattern, or leave out --only\.$/],
    [' ,/', /^--only is empty/],
    ['transfer/client', /selects requirements of clients/],
    ['transfer/client/jobs', /selects requirements of clients, .* For a list: assay list client-requirements$/],
    ['transfer/jobz', /^(?!.*assay serve).*; did you mean transfer\/job\? For a list: /],
    ['transfer/list-job', /; did you mean transfer\/list-jobs\? For a list: /],
    ['transfer/list-*', /; did you mean transfer\/list-\*\/\*\*\? For a list: /],
    ['storage/read', /matches no requirement\. For a list: /],
  ])('%s: the message is for the user', (pattern, message) => expect(() => selection([pattern], IDS)).toThrow(message));

  test('the message names the list that was selected from', () =>
    expect(() => selection(['TRANSFER_UR'], ['TRANSFER_URL'], 'settings')).toThrow(
      '--only "TRANSFER_UR" matches no setting; did you mean TRANSFER_URL? For a list: assay list settings',
    ));
});
