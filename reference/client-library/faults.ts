/** Faults of the reference client library; what each does stands under the same id in assay_reference_client/faults.py. */
import type { Fault } from '../types.ts';

type Row = readonly [id: string, title: string, more?: Pick<Fault, 'also' | 'verdict'>];

const CALLS = ['Context', 'whoami', 'new_transfer', 'new_job', 'submit', 'get_job_status'] as const;

/** Requirements that are contradicted too if no refusal shows. */
const UNVERIFIED = [
  'Context/verify-default',
  'Context/verify-true-refuses-other-host',
  'Context/verify-true-refuses-expired',
];

const CONTEXT: readonly Row[] = [
  ['Context/takes-positional@order-swapped', 'Context takes the key before the certificate'],
  ['Context/takes-positional@verify-by-name-only', 'Context takes verify by name only'],
  [
    'Context/takes-positional@verify-false-refused',
    'Context refuses False for verify',
    { also: ['Context/takes-keywords', 'Context/verify-false-accepts-untrusted'] },
  ],
  ['Context/takes-keywords@other-names', 'Context calls its credentials cert and key'],
  ['Context/takes-keywords@by-position-only', 'Context takes its parameters by position only'],
  ['Context/endpoint@latest-for-all', 'every context speaks to the endpoint of the latest'],
  ['Context/endpoint@first-for-all', 'every context speaks to the endpoint of the first'],
  ['Context/verify-true-accepts-trusted@not-implemented', 'verification is not implemented'],
  [
    'Context/verify-true-refuses-untrusted@never-verifies',
    'no server is verified',
    { also: [...UNVERIFIED, 'Context/verify-true-each-call'] },
  ],
  [
    'Context/verify-true-refuses-untrusted@sends-then-verifies',
    'the server is verified after the request',
    { also: [...UNVERIFIED, 'Context/verify-true-each-call'] },
  ],
  [
    'Context/verify-true-refuses-untrusted@failure-swallowed',
    'an identity check that fails returns an empty object',
    { also: UNVERIFIED },
  ],
  ['Context/verify-default@false', 'verify is false by default'],
  ['Context/verify-true-refuses-other-host@name-unchecked', 'the host name in the certificate is not checked'],
  ['Context/verify-true-refuses-expired@dates-unchecked', 'the validity dates of the certificate are not checked'],
  ['Context/verify-true-each-call@first-only', 'the server is verified at the first call of a context only'],
  ['Context/verify-true-each-call@submit-unverified', 'a submission does not verify the server'],
  ['Context/own-credential@latest-for-all', 'every context presents the credential of the latest'],
  ['Context/tls@plain-submission', 'a submission is sent without TLS'],
  ['Context/verify-false-accepts-untrusted@always-verifies', 'servers are verified even with verify=False'],
  ['Context/certificate-and-key@not-presented', 'a certificate with a separate key is not presented'],
  ['Context/certificate-and-key@key-in-certificate', 'the key is looked for in the file of the certificate'],
  ['Context/proxy-as-ucert@needs-ukey', 'ucert without ukey is refused'],
  ['Context/proxy-as-ucert@environment-instead', 'ucert without ukey is ignored'],
  ['Context/proxy-in-both@refused', 'ucert and ukey must be different files'],
  ['Context/proxy-in-both@without-its-issuer', 'a proxy is presented without the certificate that issued it'],
  ['Context/proxy-from-environment@ignored', "the proxy's variable is ignored"],
  ['Context/certificate-from-environment@ignored', 'the variables for certificate and key are ignored'],
  [
    'Context/parameters-over-environment@environment-first',
    'the environment goes before what is given',
    { verdict: 'warn' },
  ],
  ['Context/sends-no-token@bearer', 'a bearer token is sent beside the certificate'],
];

const IDENTITY: readonly Row[] = [
  ['whoami/sends-get-whoami@other-path', 'whoami asks under another path'],
  ['whoami/sends-get-whoami@post', 'whoami asks with POST'],
  ['whoami/sends-get-whoami@made-up', 'whoami lists jobs and makes an identity up'],
  ['whoami/sends-get-whoami@made-up-unasked', 'whoami makes an identity up and asks nothing'],
  ['whoami/sends-get-whoami@not-implemented', 'whoami is not implemented'],
  ['whoami/presents-credential@none', 'an identity check presents no certificate'],
  ['whoami/returns-identity@member-lost', 'the returned identity has no vos'],
  ['whoami/returns-identity@member-changed', 'the returned user_dn is in lower case'],
  ['whoami/returns-identity@text', 'the identity is returned as a text'],
  [
    'whoami/returns-identity@other-path-member-lost',
    'whoami asks under another path, and loses vos',
    { also: ['whoami/sends-get-whoami'] },
  ],
  ['whoami/returns-identity@pairs', 'the identity is returned as pairs of name and value'],
  ['whoami/returns-identity@arrays-as-objects', 'arrays of the identity are returned as objects'],
  ['whoami/returns-identity@lost-within', 'the returned level is empty'],
  ['whoami/returns-identity@nothing', 'whoami returns None'],
  ['whoami/returns-identity@raises', 'whoami raises although it was answered'],
  ['whoami/returns-identity@exits', 'whoami raises SystemExit'],
  ['whoami/returns-identity@ends-the-process', 'whoami ends the process'],
];

const TRANSFER: readonly Row[] = [
  ['new_transfer/takes-positional@order-swapped', 'new_transfer takes the destination first'],
  ['new_transfer/takes-positional@two-only', 'new_transfer takes two parameters by position'],
  ['new_transfer/takes-positional@checksum-last', 'new_transfer takes the checksum behind filesize and metadata'],
  [
    'new_transfer/takes-positional@filesize-and-metadata-swapped',
    'new_transfer takes the metadata before the file size',
  ],
  ['new_transfer/takes-positional@metadata-as-activity', 'the fifth value by position is submitted as activity'],
  [
    'new_transfer/takes-keywords@other-names',
    'new_transfer calls filesize and metadata otherwise',
    { verdict: 'warn' },
  ],
  ['new_transfer/takes-keywords@checksum-ignored', 'a checksum that is given by name is ignored', { verdict: 'warn' }],
  ['new_transfer/source@query-lost', 'the query of a source is lost'],
  ['new_transfer/source@twice', 'the source is submitted twice'],
  ['new_transfer/destination@lower-case', 'the destination is brought to lower case'],
  ['new_transfer/destination@source-instead', 'the source is submitted as destination'],
  ['new_transfer/checksum@name-only', 'only the algorithm of the checksum is submitted'],
  ['new_transfer/checksum@lost', 'the checksum is lost'],
  ['new_job/takes-a-list@tuple-only', 'new_job refuses a list'],
  ['new_job/takes-a-list@each-twice', 'new_job submits each transfer twice', { also: ['new_job/holds-each-transfer'] }],
  ['new_job/holds-each-transfer@first-only', 'a job holds the first transfer only'],
  ['new_job/holds-each-transfer@last-again', 'a job holds the last transfer again and again'],
  ['new_job/holds-each-transfer@one-at-most', 'new_job refuses several transfers'],
];

const SUBMISSION: readonly Row[] = [
  ['submit/sends-post-jobs@put', 'submit asks with PUT'],
  ['submit/sends-post-jobs@other-path', 'submit asks under another path'],
  ['submit/sends-post-jobs@latest-of-the-list', 'submit submits nothing and returns the latest job of the list'],
  ['submit/submits-once@twice', 'submit submits twice', { verdict: 'warn' }],
  ['submit/content-type@missing', 'the submission has no Content-Type'],
  ['submit/content-type@form', 'the submission is declared as a form'],
  ['submit/content-type@json-patch', 'the submission is declared as a JSON patch'],
  ['submit/body@no-params', 'the submission has no params'],
  ['submit/body@params-list', 'params is a list'],
  ['submit/body@other-name-for-files', 'files has another name'],
  ['submit/body@sources-text', 'sources is a text'],
  ['submit/body@null-among-files', 'null stands among files'],
  ['submit/body@null-among-sources', 'null stands among sources'],
  ['submit/body@checksum-object', 'checksum is an object'],
  ['submit/body@overwrite-text', 'params.overwrite is a text'],
  ['submit/body@python-text', "the body is Python's text of the job, no JSON"],
  ['submit/returns-job-id@whole-answer', 'submit returns the whole answer'],
  ['submit/returns-job-id@another', 'submit returns another identifier'],
  ['submit/returns-job-id@nothing', 'submit returns None'],
  ['submit/returns-job-id@raises', 'submit raises although it was answered'],
  ['submit/own-job@latest-built', 'submit submits the job that was built last'],
  ['submit/presents-credential@none', 'a submission presents no certificate'],
];

const STATUS: readonly Row[] = [
  ['get_job_status/asks-for-the-job@searches-the-list', 'get_job_status searches the list of jobs'],
  ['get_job_status/asks-for-the-job@page-by-page', 'get_job_status searches the list of jobs page by page'],
  ['get_job_status/asks-for-the-job@post', 'get_job_status asks with POST'],
  ['get_job_status/asks-for-the-job@made-up', 'get_job_status returns a made-up job without a request'],
  ['get_job_status/returns-job@member-lost', 'the returned job has no job_state'],
  ['get_job_status/returns-job@list', 'the job is returned within a list'],
  ['get_job_status/returns-job@zero-for-null', 'the returned job has zero in place of null'],
  ['get_job_status/http-status@missing', 'the returned job has no http_status'],
  ['get_job_status/http-status@number', 'http_status is a number'],
  ['get_job_status/own-job@remembers-the-first', 'get_job_status returns the first job again'],
  ['get_job_status/presents-credential@none', 'the reading of a job presents no certificate'],
];

const OTHERS = CALLS.slice(1).map((call) => `${call}/is-offered`);

const OFFER: readonly Row[] = [
  ...CALLS.map((call): Row => [`${call}/is-offered@missing`, `the module has no ${call}`]),
  ['Context/is-offered@import-raises', 'the import raises', { also: OTHERS }],
  ['Context/is-offered@import-ends-the-process', 'the import ends the process', { also: OTHERS }],
];

const id = (name: string): string => `client-library/${name}`;

/** Every fault of the reference client library. */
export const clientLibraryFaults = (): Fault[] =>
  [...OFFER, ...CONTEXT, ...IDENTITY, ...TRANSFER, ...SUBMISSION, ...STATUS].map(([name, title, more]) => ({
    id: id(name),
    kills: id(name.slice(0, name.indexOf('@'))),
    title,
    origin: 'hand',
    ...(more?.verdict && { verdict: more.verdict }),
    ...(more?.also && { also: more.also.map(id) }),
  }));
