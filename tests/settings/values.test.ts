import { chmodSync } from 'node:fs';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { readTarget } from '../../src/settings/read.ts';
import { BRIDGE, CERT, FLOW, file, folder, HUB, KEY, messagesOf, PROXY, TRANSFER } from './given-settings.ts';

describe('a value that is not of its kind', () => {
  it.each<[string, string, string]>([
    [
      'TRANSFER_URL',
      'fts.example.org:8446',
      'must be a URL that begins with https:// or http://, with a valid host and port (got "fts.example.org:8446"); perhaps https://fts.example.org:8446.',
    ],
    [
      'TRANSFER_URL',
      'ftp://me:pw@x.example',
      'must be a URL that begins with https:// or http://, with a valid host and port (got 21 characters, not shown).',
    ],
    [
      'TRANSFER_URL',
      'https://127.0.0.1:99999',
      'must be a URL that begins with https:// or http://, with a valid host and port (got "https://127.0.0.1:99999").',
    ],
    ...[
      ['https://me:pw@x.example/', 'https://x.example'],
      ['https://x.example/a/?token=t', 'https://x.example/a'],
      ['https://x.example/#top', 'https://x.example'],
    ].map(([value = '', address]): [string, string, string] => [
      'TRANSFER_URL',
      value,
      `must have no user name, password, query or fragment; write ${address}.`,
    ]),
    [
      'TRANSFER_CERT',
      '~/x',
      'names "~/x", which cannot be read: no such file or directory; "~" is not expanded, write the full path.',
    ],
    ['TRANSFER_CERT', folder, `names "${folder}", which cannot be read: it is not a file.`],
    ['TRANSFER_TOKEN', 'Bearer s3cret', 'begins with the word Bearer; leave it out, and set only the token.'],
    ...['s3cret s3cret', 's3crét'].map((value): [string, string, string] => [
      'TRANSFER_TOKEN',
      value,
      `must be one token of visible ASCII characters, without spaces or line breaks (got ${value.length} characters, not shown).`,
    ]),
    ['TRANSFER_SOURCE', '/tmp/in', 'must be the URL of a file, scheme://host/path (got "/tmp/in").'],
    [
      'TRANSFER_FINISHED_JOB_ID',
      '/jobs/1',
      'must be the identifier of a job, without spaces, "/", "?" or "#" (got "/jobs/1").',
    ],
    ['TRANSFER_CHECKSUM', 'MD5: 1', 'must be an algorithm name, or ALGORITHM:value (got "MD5: 1").'],
    ['TRANSFER_JOB_STATUS_PATH', '/jobs/job_id', 'must contain {job_id} (got "/jobs/job_id").'],
    ['TRANSFER_JOB_STATUS_PATH', 'jobs/{job_id}', 'is not a path: it must begin with / (got "jobs/{job_id}").'],
    ['ASSAY_REQUEST_TIMEOUT_MS', '99999999', 'must be a whole number of ms from 100 to 3600000 (got "99999999").'],
    [
      'TICKET_BRIDGE_HEADERS',
      '{"A": s3cret}',
      'must be a JSON object, with names and values in double quotes (got 13 characters, not shown).',
    ],
    [
      'TICKET_BRIDGE_HEADERS',
      '{"A B":"s3cret"}',
      'contains the header "A B", whose name or value is not valid in HTTP.',
    ],
    [
      'TICKET_BRIDGE_HEADERS',
      '{"A":"s3cret\\n"}',
      'contains the header "A", whose name or value is not valid in HTTP.',
    ],
    [
      'TICKET_BRIDGE_VALUES',
      '{"Status":1}',
      'must have only strings as values: write the value of "Status" in double quotes.',
    ],
    [
      'TICKET_BRIDGE_VALUES',
      '{"priority":"1"}',
      'has an unknown member, "priority"; did you mean Priority? Allowed: Requestor, Priority, Status, AffectedSite.',
    ],
    ['TICKET_BRIDGE_NAMESPACE', 'a b', 'must be a namespace name without spaces (got "a b").'],
    ['DATA_HUB_CHANGES_BODY', '{', 'must be valid JSON (got "{").'],
    ['DATA_HUB_SPACE_PATH', 'a/../b', 'must be a path without empty, "." or ".." segments (got "a/../b").'],
    ['DATA_HUB_AUTH_REALM', 'a/b', 'must be one path segment (got "a/b").'],
    ['DATA_HUB_IDP_PREFIX', 'hub:', 'must be a word without colons or spaces (got "hub:").'],
    [
      'DATA_HUB_AUTH_REFRESH_TOKEN_FILE',
      '/nowhere/rt',
      'names "/nowhere/rt", whose directory cannot be read: no such file or directory.',
    ],
    ['CLIENT_LIBRARY_MODULE', './x.py', 'must be the name of a Python module (got "./x.py").'],
    ['CLIENT_LIBRARY_PATH', CERT, `names "${CERT}", which cannot be read: it is not a directory.`],
    [
      'ASSAY_ALLOW_CREATE',
      'jobs,file',
      'names an unknown kind of object, "file"; did you mean files? Allowed: tickets, attachments, jobs, tokens, files, shares, handles, all.',
    ],
    [
      'ASSAY_INTERFACES',
      'soap',
      'names an unknown interface, "soap". Allowed: ticket-bridge, transfer, client-library, data-hub.',
    ],
    ['HTTPS_PROXY', 'socks5://s3cret@x', 'must be the http or https URL of an HTTP proxy, with a valid host and port.'],
    ['HTTPS_PROXY', 's3cret@:x', 'must be the http or https URL of an HTTP proxy, with a valid host and port.'],
  ])('%s, %j: it %s', (name, value, wrong) => {
    const hub = name.startsWith('DATA_HUB_AUTH') ? FLOW : HUB;
    const storages = { TRANSFER_SOURCE: 'davs://a/b', TRANSFER_DESTINATION: 'davs://b/x' };
    const transfer = { ...TRANSFER, ...storages, TRANSFER_KEY: KEY, TRANSFER_CERT: PROXY };
    const library = name.startsWith('CLIENT_LIBRARY') ? { CLIENT_LIBRARY_MODULE: 'x' } : {};
    const problems = messagesOf({ ...transfer, ...BRIDGE, ...hub, ...library, [name]: value });
    expect(problems).toEqual([`${name} ${wrong}`]);
    expect(problems.join()).not.toMatch(/s3cr|pw@/);
  });

  it('comes with an example, and a long one is cut', () => {
    const read = readTarget(SETTINGS_TABLE, { ...TRANSFER, TRANSFER_URL: 'x'.repeat(500) });
    if (read.ok) throw new Error('was accepted');
    expect(read.problems).toEqual([
      {
        setting: 'TRANSFER_URL',
        message: expect.stringContaining(`"${'x'.repeat(60)}…"`),
        example: 'TRANSFER_URL=https://transfer.example.org:8446',
      },
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('an unreadable file (not shown to a superuser, who may read every file)', () => {
    const path = file('closed.pem', '');
    chmodSync(path, 0);
    expect(messagesOf({ ...TRANSFER, TRANSFER_CA: path })).toEqual([
      `TRANSFER_CA names "${path}", which cannot be read: permission denied.`,
    ]);
  });
});
