/** Faults of transfers and their jobs. */
import { AGAIN, type FaultTable, job, late, only, raises, takes, takesOnly, transfer } from '../changes.ts';

/** Wrong descriptions of transfers. */
export const TRANSFER: FaultTable = {
  'takes-positional': {
    'order-swapped': takes('new_transfer', 'destination', 'source', 'checksum', 'filesize', 'metadata'),
    'two-only': takesOnly('new_transfer', 'by-name', 2),
    'checksum-last': takes('new_transfer', 'source', 'destination', 'metadata', 'filesize', 'checksum'),
    'filesize-and-metadata-swapped': takes('new_transfer', 'source', 'destination', 'checksum', 'metadata', 'filesize'),
    'metadata-as-activity': [
      takes('new_transfer', 'source', 'destination', 'checksum', 'filesize', 'activity', 'metadata'),
      transfer('/file/activity', 'copy', '/arguments/activity'),
    ],
    second: only(2, transfer('/arguments', ...AGAIN)),
    ...Object.fromEntries(
      ['filesize', 'metadata'].map((name) => [
        `${name}-of-the-first`,
        [transfer(`/file/${name}`, 'copy', `/made/new_transfer/0/${name}`), ['new_transfer/takes-keywords']] as const,
      ]),
    ),
  },
  'takes-keywords': {
    'other-names': takes(
      'new_transfer',
      'source',
      'destination',
      'checksum',
      ['size', 'both', 'filesize'],
      ['note', 'both', 'metadata'],
    ),
    'checksum-ignored': takes(
      'new_transfer',
      ...['source', 'destination'],
      ['sum', 'both', 'checksum'],
      ...['filesize', 'metadata'],
      ['checksum', 'by-name', null],
    ),
    second: only(5, transfer('/arguments', ...AGAIN)),
  },
  source: {
    'query-lost': transfer('/file/sources/0', 'replace', ['\\?.*', '']),
    twice: transfer('/file/sources', 'pick', { 1: [0, 0] }),
  },
  destination: {
    'lower-case': transfer('/file/destinations/0', 'as', 'lower'),
    'parameters-lost': transfer('/file/destinations/0', 'replace', [';[^?]*', '']),
    'cut-at-255': transfer('/file/destinations/0', 'replace', ['^(.{255}).*', '\\1']),
    'source-instead': transfer('/file/destinations', 'copy', '/value/sources'),
    'of-the-first': transfer('/file/destinations', 'copy', '/made/new_transfer/0/destinations'),
  },
  checksum: {
    'name-only': transfer('/file/checksum', 'replace', [':.*', '']),
    lost: transfer('/file/checksum', 'drop'),
    'adler32-alone': transfer('/file/checksum', 'replace', ['^[^:]*', 'ADLER32']),
    'of-the-first': transfer('/file/checksum', 'copy', '/made/new_transfer/0/checksum'),
  },
};

/** Wrong jobs. */
export const JOB: FaultTable = {
  'takes-a-list': {
    'tuple-only': job('/arguments', ...raises('TypeError', 'transfers is not a tuple')),
    'each-twice': [job('/job/files', 'pick', { 1: [0, 0], 3: [0, 0, 1, 1, 2, 2] }), ['new_job/holds-each-transfer']],
    second: only(2, job('/arguments', ...AGAIN)),
    gathered: [job('/job/files', 'gather'), ['new_job/holds-each-transfer']],
    'emptied-late': [late(6, job('/job/files', 'set', [])), ['new_job/holds-each-transfer']],
  },
  'holds-each-transfer': {
    'first-only': job('/job/files', 'pick', { 2: [0], 3: [0] }),
    'hundred-at-most': job('/job/files', 'pick', { 101: Array.from({ length: 100 }, (_, index) => index) }),
    'last-again': job('/job/files', 'pick', { 3: [2, 2, 2] }),
    'one-at-most': job('/arguments', ...raises('ValueError', 'a job has one transfer'), 'several transfers'),
    second: only(8, job('/arguments', ...AGAIN)),
    late: late(6, job('/job/files', 'pick', { 2: [0] })),
  },
};
