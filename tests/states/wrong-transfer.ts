/** Wrong values of the settings of the transfer service. */
import { hexOf, uuidOf } from '../../reference/transfer/jobs.ts';
import { BEFORE_CREDENTIALS, inOperation, READ, says, type WrongValue, wrongValues } from './wrong-settings.ts';

const FINISHED = uuidOf('1 job 0');
/** A job of another user in another organisation, which the reference has from its start. */
const OF_ANOTHER = uuidOf('1 job 3');

const inSubmissions = (setting: string, values: Record<string, string>): WrongValue[] =>
  wrongValues(setting, values, (value) => inOperation(['submit-job'], says(value)));

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

const text = (setting: string, values: Record<string, string>, operation: string): WrongValue[] =>
  wrongValues(setting, values, (value) => inOperation([operation], says(value)), READ);

export const WRONG_TRANSFER: WrongValue[] = [
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
  ...wrongValues(
    'TRANSFER_CHECKSUM',
    { 'unknown algorithm, name alone': 'NOSUCH', 'unknown algorithm': 'NOSUCH:1a2b3c4d' },
    () => inOperation(['submit-job'], says('"NOSUCH')),
  ),
  ...wrongValues(
    'TRANSFER_JOB_STATUS_PATH',
    {
      'absent path': '/no-such-path/{job_id}',
      'path of another thing': '/delegation/{job_id}',
      'path below a job': '/jobs/{job_id}/no-such-part',
      malformed: '/jobs//{job_id}',
    },
    (path) => (asked) =>
      asked.method === 'GET' && new RegExp(`^${path.replace('{job_id}', '[0-9a-f-]{36}')}$`).test(asked.path),
    READ,
  ),
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
  ...wrongValues(
    'TRANSFER_URL',
    { 'wrong path prefix': 'https://transfer.reference/wrong' },
    () => (asked) => asked.path.startsWith('/wrong/'),
    BEFORE_CREDENTIALS,
  ),
];
