/**
 * Profiles and settings that would send a request, with its credential, to another address, or give two things one
 * name.
 */
import { createServer } from 'node:net';
import { runConformance } from '../../src/index.ts';
import { loadKnownProfile } from '../../src/run/installed/known-profile.ts';
import { temporaryFile } from '../afterwards.ts';
import { listening } from '../wire/loopback.ts';
import { get, testSession } from '../wire/session-options.ts';
import { creating, transferReference } from './deployment.ts';

const started = await transferReference();
let connections = 0;
const elsewhere = await listening(
  createServer((socket) => {
    connections += 1;
    socket.destroy();
  }),
);
const { port } = new URL(elsewhere.url);

type Rows = [what: string, line: string, says: RegExp][];

/** Names of a profile, one per case, and the message. PORT is that of the server that must not receive a request. */
const NAMES: Rows = [
  ['a port before the path', '/jobs: ":PORT/jobs"', /begin with \//],
  ['an authority', '/jobs: "//127.0.0.1:PORT/jobs"', /would name a host/],
  ['two dots, percent-encoded', '/jobs: /v2/%2e%2E/jobs', /"\." or "\.\."/],
  ['a query', '/jobs: /jobs?as=admin', /which must be percent-encoded/],
  ['a backslash', '/jobs: "/\\\\127.0.0.1:PORT/jobs"', /which must be percent-encoded/],
  ['a line break', '/jobs: "/jobs\\r\\nX-Evil: 1"', /which must be percent-encoded/],
  ['a lone percent sign', '/jobs: /50%/jobs', /contains a % without two hexadecimal digits/],
  ['a placeholder', '/jobs: "/{tenant}/jobs"', /unknown placeholder, \{tenant\}/],
  ['a placeholder that is lost', '"/jobs/{job_id}": /jobs/one', /lacks \{job_id\}/],
  ['two operations on one path', '/jobs: /whoami', /\/whoami is already in use by \S/],
  ['a header with a line break', 'Authorization: "X-Token\\r\\nHost"', /not the name of a header/],
  ['a header of HTTP itself', 'Authorization: Host', /has another meaning in HTTP/],
  [
    'a header that is taken, in lower case',
    'X-Auth-Token: x-cdmi-specification-version',
    /x-cdmi-specification-version is already in use by X-CDMI-Specification-Version/,
  ],
  ['a scheme with a line break', 'Bearer: "x\\r\\nHost: y"', /not an authentication scheme/],
  ['an operation with markup', 'TicketCreate: "a><b"', /not a valid XML name/],
  [
    'an operation under the name of another',
    'TicketCreate: TicketModify',
    /TicketModify is already in use by TicketModify/,
  ],
  ['a call with code', 'submit: "__import__(\'os\')"', /not a valid Python name/],
  ['a query parameter that no text can be', 'list-jobs/vo_name: "\\uD800"', /not a text without control characters/],
  [
    'a member that no request has',
    'submission-body/file: transfers',
    /unknown to the document \(did you mean submission-body\/files\?\)/,
  ],
  [
    'the name of another member',
    'submission-body/files: params',
    /params is already in use by submission-body\/params/,
  ],
  ['a header of a response that issues credentials', 'Location: Set-Cookie', /Set-Cookie has another meaning in HTTP/],
  ['a name of a megabyte', `/jobs: /${'x'.repeat(1_000_000)}`, /more than 1000 characters/],
];

/** Fills that take the place of a setting, which is checked like it. */
const PATHS: Rows = [
  ['a status path elsewhere', ':PORT/jobs/{job_id}', /begin with \//],
  ['a status path with two dots before a query', '/..?id={job_id}', /"\." or "\.\."/],
  ['a status path without the identifier', '/jobs', /must contain \{job_id\}/],
];

const FILLS: Rows = [
  ['an empty list', 'transfer/gap/identity-status: []', /must not have fewer than 1 items/],
  [
    'a variable with an equals sign',
    'client-library/gap/proxy-variable: A=B',
    /proxy-variable in fills: must be the name of an environment variable \(got "A=B"\)/,
  ],
  ['several variables', 'client-library/gap/proxy-variable: [A, B]', /must be one name/],
  [
    'one variable for two',
    'client-library/gap/certificate-variable: A\n  client-library/gap/key-variable: A',
    /key-variable in fills: A is already in use by client-library\/gap\/certificate-variable/,
  ],
];

const IDENTIFIERS: Rows = [
  [
    'the place of what is documented',
    'submit-job: /result/ref',
    /submit-job in identifiers: returns no identifier whose place the document leaves open/,
  ],
  ['the place in an unknown operation', 'lookup-file: /id', /did you mean lookup-file-id\?/],
  [
    'a place without a slash',
    'lookup-file-id: result/ref',
    /:3: lookup-file-id in identifiers: "result\/ref" is not a JSON pointer such as \/result\/id\./,
  ],
];

const ID = '{delegation_id}';
const HANDSHAKES: Rows = [
  [
    'a handshake that nobody knows',
    `transfer/handshake/delegate: { request: "/x/${ID}" }`,
    /an unknown handshake or step \(did you mean transfer\/hand/,
  ],
  ['a handshake without steps', 'transfer/handshake/delegation: {}', /must not have fewer than 1 properties/],
  ['a handshake with a step missing', `transfer/handshake/delegation: { request: "/x/${ID}" }`, /: lacks deliver/],
  [
    'a step that nobody knows',
    `${handshake('/x/{delegation_id}')}\n    removal: /x/${ID}`,
    /delegation removal in handshakes: an unknown handshake or step \(did you mean \S+ remove\?\)/,
  ],
  [
    'a step with the name of a member of every object',
    `${handshake('/x/{delegation_id}')}\n    constructor: /x/${ID}`,
    /constructor in handshakes: an unknown handshake or step/,
  ],
  ['a step at another host', handshake(`"@127.0.0.1:PORT/${ID}"`), /begin with \//],
  ['a step without the identifier', handshake('/x'), /it lacks \{delegation_id\}/],
  ['a step that is the documented reading', handshake(`/delegation/${ID}`), /is already in use by delegation/],
  [
    'a step that cancels jobs',
    `${handshake(`/x/${ID}`)}\n    remove: /jobs/${ID}`,
    /DELETE \/jobs\/\{delegation_id\} is already in use by cancel-job/,
  ],
];

const MEMBERS: Rows = [
  [
    'a member that no record has',
    'transfer/job/source_spacetoken: x',
    /not a member of a record.*did you mean transfer\/job\/source_space_token\?/,
  ],
  [
    'the name of another member',
    'transfer/job/source_se: dest_se',
    /dest_se is already in use by transfer\/job\/dest_se/,
  ],
  [
    'one name for two members',
    'transfer/job/source_se: se\n  transfer/job/dest_se: se',
    /se is already in use by transfer\/job\/source_se/,
  ],
];

const NOT_OFFERED: Rows = [
  [
    'an operation that nobody knows',
    '- delegations',
    /profile\.yaml:3: delegations in notOffered: unknown to the document \(did you mean delegation\?\)\./,
  ],
  [
    'an operation with a credential that it never has',
    '- delegation:password',
    /delegation:password in notOffered: unknown to the document/,
  ],
  ['nothing', '[]', /must not have fewer than 1 items/],
];

/** Returns the delegation with its certificate request at a path. */
function handshake(request: string) {
  return `transfer/handshake/delegation:\n    request: ${request}\n    deliver: /y/{delegation_id}`;
}

const profileOf = (lines: string) =>
  temporaryFile('profile.yaml', `profile: mine\n${lines}\n`.replaceAll('PORT', String(port)));

describe('a profile is refused where it gives', () => {
  const parts: Record<string, Rows> = {
    names: NAMES,
    fills: FILLS,
    identifiers: IDENTIFIERS,
    members: MEMBERS,
    notOffered: NOT_OFFERED,
    handshakes: HANDSHAKES,
  };
  const cases = Object.entries(parts).flatMap(([part, rows]) =>
    rows.map(([what, line, says]): [string, string, RegExp] => [what, `${part}:\n  ${line}`, says]),
  );
  test.each(cases)('%s', (_, lines, says) => expect(() => loadKnownProfile(profileOf(lines))).toThrow(says));
});

const WRONG_RUNS: Rows = [
  ['a path', 'names:\n  /jobs: "@127.0.0.1:PORT/jobs"', /begin with \//],
  ...PATHS.map(([what, path, says]): Rows[0] => [what, `fills:\n  transfer/gap/job-status-path: "${path}"`, says]),
];
test.each(WRONG_RUNS)('a run with a profile that gives %s sends nothing', async (_what, lines, says) => {
  const { TRANSFER_JOB_STATUS_PATH: _, ...env } = started.env;
  const results = await runConformance({
    env: creating(env, { ASSAY_PROFILE: profileOf(lines) }),
  });
  expect(results.problems?.join('\n')).toMatch(says);
  expect(results.exitCode).toBe(2);
  expect(started.reference.log).toEqual([]);
  expect(connections).toBe(0);
});

test('whatever a request was built from, it goes to no other origin than those of the settings', async () => {
  const session = testSession({ addresses: [started.url] });
  for (const url of [
    `http://127.0.0.1:${port}/jobs`,
    `https://127.0.0.1:${port}/jobs`,
    'https://elsewhere.example/jobs',
    'no URL',
  ]) {
    const { outcome } = await session.send(get(url));
    expect(outcome).toMatchObject({ kind: 'failure', phase: 'refused-by-safety', code: 'ORIGIN_NOT_CONFIGURED' });
  }
  expect(connections).toBe(0);
  await session.close();
});
