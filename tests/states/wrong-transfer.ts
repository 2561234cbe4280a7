/** Wrong values of the settings of the transfer service. */
import { hexOf, uuidOf } from '../../reference/transfer/jobs.ts';
import { inOperation, says, type WrongValue } from './wrong-settings.ts';

const FINISHED = uuidOf('1 job 0');
/** A job of another user of another organisation, which the reference has from the beginning. */
const OF_ANOTHER = uuidOf('1 job 3');

/** A setting's wrong values, by what is wrong. */
type Wrong = Readonly<Record<string, string>>;

const inSubmissions = (setting: string, values: Wrong): WrongValue[] =>
  Object.entries(values).map(([wrong, value]) => ({
    setting,
    wrong,
    env: { [setting]: value },
    carriedBy: inOperation(['submit-job'], says(value)),
  }));

const storage = (setting: string): WrongValue[] =>
  inSubmissions(setting, {
    'absent file': 'https://storage.example.org/data/no-such-file',
    'absent host': 'https://no-such-host.example.org/data/file',
    'a directory': 'https://storage.example.org/data/',
    'a web page': 'http://www.example.org/index.html',
    malformed: 'davs://storage..example.org:99999/data/%zz',
    'of another user': 'https://storage.example.org/home/bo/private',
  });

const storageToken = (setting: string): WrongValue[] =>
  inSubmissions(setting, {
    unknown: 'no-such-token',
    'a refresh token': 'refresh-token-of-the-portal',
    malformed: 'eyJhbGciOiJub25lIn0..',
    'of another user': 'token-of-bo',
  });

const text = (setting: string, values: Wrong, operation: string): WrongValue[] =>
  Object.entries(values).map(([wrong, value]) => ({
    setting,
    wrong,
    env: { [setting]: value },
    carriedBy: inOperation([operation], says(value)),
    read: true,
  }));

export const WRONG_TRANSFER: readonly WrongValue[] = [
  ...text(
    'TRANSFER_VO',
    {
      absent: 'no-such-vo',
      'a job identifier': FINISHED,
      malformed: 'vo with/slash%zz',
      'of another user': 'neighbour',
    },
    'list-jobs',
  ),
  ...['TRANSFER_SOURCE', 'TRANSFER_DESTINATION', 'TRANSFER_SOURCE_2', 'TRANSFER_DESTINATION_2'].flatMap(storage),
  ...['TRANSFER_SOURCE_TOKEN', 'TRANSFER_DESTINATION_TOKEN'].flatMap(storageToken),
  ...inSubmissions('TRANSFER_CHECKSUM', {
    'malformed value': 'ADLER32:zzzz',
    'value of another algorithm': 'MD5:1a2b3c4d',
  }),
  ...['NOSUCH', 'NOSUCH:1a2b3c4d'].map(
    (value): WrongValue => ({
      setting: 'TRANSFER_CHECKSUM',
      wrong: value === 'NOSUCH' ? 'unknown algorithm, name alone' : 'unknown algorithm',
      env: { TRANSFER_CHECKSUM: value },
      carriedBy: inOperation(['submit-job'], says('"NOSUCH')),
    }),
  ),
  ...Object.entries({
    'absent path': '/no-such-path/{job_id}',
    'path of another thing': '/delegation/{job_id}',
    'path below a job': '/jobs/{job_id}/files',
    malformed: '/jobs//{job_id}',
  }).map(([wrong, path]): WrongValue => {
    const pattern = new RegExp(`^${path.replace('{job_id}', '[0-9a-f-]{36}')}$`);
    return {
      setting: 'TRANSFER_JOB_STATUS_PATH',
      wrong,
      env: { TRANSFER_JOB_STATUS_PATH: path },
      carriedBy: (asked) => asked.method === 'GET' && pattern.test(asked.path),
      read: true,
    };
  }),
  ...text(
    'TRANSFER_FINISHED_JOB_ID',
    {
      absent: uuidOf('no such job'),
      'a delegation': hexOf('somebody'),
      malformed: 'not-a-uuid',
      'of another user': OF_ANOTHER,
    },
    'job-status',
  ),
  {
    setting: 'TRANSFER_URL',
    wrong: 'wrong path prefix',
    env: { TRANSFER_URL: 'https://transfer.reference/wrong' },
    carriedBy: ({ path }) => path.startsWith('/wrong/'),
    read: true,
    beforeCredentials: true,
  },
];
