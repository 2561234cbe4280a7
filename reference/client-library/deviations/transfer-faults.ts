/** Faults of transfers and the jobs that hold them. */
import { byNameFrom, job, takes, transfer } from '../changes.ts';
import { type Row, raises } from './context-faults.ts';
/** Wrong descriptions of transfers. */
export const TRANSFER: readonly Row[] = [
  [
    'takes-positional@order-swapped',
    'new_transfer takes the destination first',
    takes('new_transfer', 'destination', 'source', 'checksum', 'filesize', 'metadata'),
  ],
  ['takes-positional@two-only', 'new_transfer takes two parameters by position', byNameFrom('new_transfer', 2)],
  [
    'takes-positional@checksum-last',
    'new_transfer takes the checksum behind filesize and metadata',
    takes('new_transfer', 'source', 'destination', 'metadata', 'filesize', 'checksum'),
  ],
  [
    'takes-positional@filesize-and-metadata-swapped',
    'new_transfer takes the metadata before the file size',
    takes('new_transfer', 'source', 'destination', 'checksum', 'metadata', 'filesize'),
  ],
  [
    'takes-positional@metadata-as-activity',
    'the fifth value by position is submitted as activity',
    [
      takes('new_transfer', 'source', 'destination', 'checksum', 'filesize', 'activity', 'metadata'),
      transfer('/file/activity', 'copy', '/arguments/activity'),
    ],
  ],
  [
    'takes-keywords@other-names',
    'new_transfer calls filesize and metadata otherwise',
    takes(
      'new_transfer',
      'source',
      'destination',
      'checksum',
      ['size', 'both', 'filesize'],
      ['note', 'both', 'metadata'],
    ),
    { verdict: 'warn' },
  ],
  [
    'takes-keywords@checksum-ignored',
    'a checksum that is given by name is ignored',
    takes('new_transfer', ...['source', 'destination'], ['sum', 'both', 'checksum'], ...['filesize', 'metadata'], [
      'checksum',
      'by-name',
      null,
    ]),
    { verdict: 'warn' },
  ],
  ['source@query-lost', 'the query of a source is lost', transfer('/file/sources/0', 'replace', ['\\?.*', ''])],
  ['source@twice', 'the source is submitted twice', transfer('/file/sources', 'pick', { 1: [0, 0] })],
  [
    'destination@lower-case',
    'the destination is brought to lower case',
    transfer('/file/destinations/0', 'as', 'lower'),
  ],
  [
    'destination@source-instead',
    'the source is submitted as destination',
    transfer('/file/destinations', 'copy', '/value/sources'),
  ],
  [
    'checksum@name-only',
    'only the algorithm of the checksum is submitted',
    transfer('/file/checksum', 'replace', [':.*', '']),
  ],
  ['checksum@lost', 'the checksum is lost', transfer('/file/checksum', 'drop')],
];

/** Wrong jobs. */
export const JOB: readonly Row[] = [
  [
    'takes-a-list@tuple-only',
    'new_job refuses a list',
    job('/arguments', ...raises('TypeError', 'transfers is not a tuple')),
  ],
  [
    'takes-a-list@each-twice',
    'new_job submits each transfer twice',
    job('/job/files', 'pick', { 1: [0, 0], 3: [0, 0, 1, 1, 2, 2] }),
    { also: ['new_job/holds-each-transfer'] },
  ],
  [
    'holds-each-transfer@first-only',
    'a job contains the first transfer only',
    job('/job/files', 'pick', { 2: [0], 3: [0] }),
  ],
  [
    'holds-each-transfer@last-again',
    'a job contains the last transfer again and again',
    job('/job/files', 'pick', { 3: [2, 2, 2] }),
  ],
  [
    'holds-each-transfer@one-at-most',
    'new_job refuses several transfers',
    job('/arguments', ...raises('ValueError', 'a job has one transfer'), 'several transfers'),
  ],
];
