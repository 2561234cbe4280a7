/**
 * What the interface document states of the transfer service, in our words, and the rows that stand for it.
 * Rows of tables are the schemas' clauses, so a table is one line here. `*` is any one segment, `**` any number of them.
 */

export interface Statement {
  /** Where it stands. */
  readonly at: string;
  readonly says: string;
  /** Row ids without the interface's name. */
  readonly rows: readonly string[];
}

const answers = (operation: string): string => `${operation}/answers-*`;
const OPERATIONS = ['identity', 'list-jobs', 'submit-job', 'cancel-job', 'delegation', 'job-status'];

export const STATEMENTS: readonly Statement[] = [
  {
    at: 'What the service does 2',
    says: 'a user submits jobs (collections of single file transfers), lists them, cancels one, reads the own identity and the expiry of the delegated credentials',
    rows: [...OPERATIONS.filter((name) => name !== 'job-status').map(answers), 'submit-job/accepts-several-files'],
  },
  { at: 'Resources B, job object', says: 'one row a field, with its type, its form and what was seen', rows: ['job/*', 'job/*/no-path'] },
  { at: 'Resources B, job object', says: 'a listing returns a list of job objects', rows: ['list-jobs/returns-json-array'] },
  { at: 'Resources B, job object', says: 'the reading of one job returns the job object', rows: [answers('job-status'), 'job-status/returns-json-object'] },
  { at: 'Resources B, job object', says: 'only that reading adds http_status', rows: ['job/http_status', 'job/http_status/only-with-status'] },
  { at: 'Resources B, job object', says: 'job_finished is null while a job is not finished', rows: ['job/job_finished', 'job/job_finished/by-state'] },
  { at: 'Resources B, job object', says: 'user_dn is the name of the submitter', rows: ['job/user_dn', 'job-status/names-submitter'] },
  {
    at: 'Resources B, job object',
    says: 'source_se and dest_se are the source and the destination storage',
    rows: ['job-status/names-source', 'job-status/names-destination'],
  },
  { at: 'Resources B, job object', says: 'job_id identifies a job', rows: ['job/job_id', 'submit-job/returns-own-id', 'job-status/reads-submitted-job'] },
  { at: 'Resources B, identity object', says: 'one row a field, with its type', rows: ['identity/*', 'identity/level/transfer'] },
  {
    at: 'Resources B, identity object',
    says: 'user_dn is a distinguished name with certificates, an opaque identifier with tokens',
    rows: ['identity/user_dn/with-certificate', 'identity/user_dn/with-token'],
  },
  { at: 'Resources B, identity object', says: 'with certificates, dn holds the identity and that of the proxy', rows: ['identity/dn/with-certificate'] },
  { at: 'Resources B, identity object', says: 'with tokens, voms_cred holds the scopes', rows: ['identity/voms_cred/with-token'] },
  { at: 'Resources B, identity object', says: 'four fields are there only with tokens', rows: ['identity/*/only-with-token'] },
  {
    at: 'Resources B, delegation object',
    says: 'voms_attrs is an array of strings, termination_time a timestamp',
    rows: ['delegation/voms_attrs', 'delegation/termination_time'],
  },
  {
    at: 'Resources B, submission body',
    says: 'files is an array of objects, params an object; sources and destinations of a file are arrays of strings',
    rows: [answers('submit-job'), 'submit-job/accepts-several-files', 'submit-job/accepts-several-sources'],
  },
  { at: 'Resources B, submission body', says: 'a file has access tokens for its sources and destinations', rows: ['submit-job/accepts-file-tokens'] },
  {
    at: 'Resources B, submission body',
    says: 'checksum is an algorithm’s name; the client library passes ALGORITHM:value',
    rows: ['submit-job/accepts-checksum-name', 'submit-job/accepts-checksum-value'],
  },
  { at: 'Resources B, submission body', says: 'params.overwrite is a boolean', rows: ['submit-job/accepts-overwrite'] },
  { at: 'Resources B', says: 'the tables list fields; whether there are others is not said', rows: ['gap/extra-members'] },
  { at: 'States', says: 'FINISHED and FAILED were seen; the complete set is not shown', rows: ['job/job_state', 'gap/job-states'] },
  { at: 'States', says: 'transitions are not shown', rows: ['gap/job-transitions'] },
  { at: 'Endpoints B', says: 'GET /whoami returns the identity object', rows: [answers('identity'), 'identity/returns-json-object'] },
  { at: 'Endpoints B', says: 'GET /jobs returns a JSON array of job objects', rows: [answers('list-jobs'), 'list-jobs/returns-json-array'] },
  { at: 'Endpoints B', says: 'GET /jobs takes an optional query vo_name', rows: ['list-jobs/accepts-vo-name', 'list-jobs/vo-name-filters'] },
  {
    at: 'Endpoints B',
    says: 'POST /jobs with Content-Type application/json and a submission body returns a JSON object with job_id, a string',
    rows: [answers('submit-job'), 'submit-job/returns-json-object', 'submit-job/returns-job-id'],
  },
  { at: 'Endpoints B', says: 'DELETE /jobs/<job_id> cancels the job', rows: [answers('cancel-job'), 'cancel-job/leaves-a-trace'] },
  { at: 'Endpoints B', says: 'the body of its answer is not shown', rows: ['gap/cancel-body'] },
  { at: 'Endpoints B', says: 'GET /delegation/<delegation_id> returns the delegation object', rows: [answers('delegation'), 'delegation/returns-json-object'] },
  { at: 'Endpoints B', says: 'the answers are JSON; how their media type is named is not said', rows: ['gap/media-types'] },
  { at: 'Endpoints B', says: 'the path for reading one job’s status is not shown', rows: ['gap/job-status-path'] },
  { at: 'Endpoints B', says: 'other submission parameters and file fields are not shown', rows: ['gap/submission-parameters'] },
  {
    at: 'Endpoints B, client library',
    says: 'submit returns the identifier under which get_job_status returns the job object with http_status',
    rows: ['job-status/reads-submitted-job', 'job/http_status'],
  },
  { at: 'Authentication 1', says: 'every call requires authentication', rows: OPERATIONS.map((name) => `${name}/refuses/*`) },
  {
    at: 'Authentication 1(a)',
    says: 'a TLS client certificate, a plain proxy or one with attributes',
    rows: OPERATIONS.map((name) => `${name}/answers-certificate`),
  },
  { at: 'Authentication 1(b)', says: 'a bearer token in the header Authorization', rows: OPERATIONS.map((name) => `${name}/answers-token`) },
  {
    at: 'Authentication 1',
    says: 'the identity check reports method as certificate or oauth2 accordingly',
    rows: ['identity/method/with-certificate', 'identity/method/with-token'],
  },
  {
    at: 'Authentication 1',
    says: 'the credentials are delegated; the delegation endpoint tells the expiry',
    rows: ['identity/delegation_id', 'delegation/termination_time', answers('delegation')],
  },
  { at: 'Events 1', says: 'no event mechanism is described', rows: ['gap/events'] },
  {
    at: 'Errors',
    says: 'status codes, error codes and error bodies are not shown',
    rows: [...OPERATIONS.map((name) => `gap/${name}-status`), 'gap/error-codes', 'gap/refusal'],
  },
  { at: 'Errors', says: 'the only status indicator is http_status of a single job', rows: ['job/http_status', 'gap/error-codes'] },
  { at: 'Limits', says: 'sizes, rates, time-outs and quotas are not shown', rows: ['gap/limits'] },
  { at: 'Versioning 2', says: 'versioning of the transfer service is not shown', rows: ['gap/versioning'] },
];
