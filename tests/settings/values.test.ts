import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SETTINGS_TABLE } from '../../src/run/settings-table.ts';
import { readTarget } from '../../src/settings/read.ts';
import { BRIDGE, CERT, FLOW, file, folder, HUB, KEY, messagesOf, PROXY, TRANSFER } from './given-settings.ts';

describe('a value that is not of its kind', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'no scheme',
      { TRANSFER_URL: 'fts.example.org:8446' },
      'TRANSFER_URL must be a URL that begins with https:// or http:// (got "fts.example.org:8446").',
    ],
    [
      'another scheme',
      { TRANSFER_URL: 'ftp://x.example' },
      'TRANSFER_URL must be a URL that begins with https:// or http:// (got "ftp://x.example").',
    ],
    [
      'a scheme, and what may be a password',
      { TRANSFER_URL: 'ftp://me:pw@x.example' },
      'TRANSFER_URL must be a URL that begins with https:// or http:// (got 21 characters, not shown).',
    ],
    [
      'a user',
      { TRANSFER_URL: 'https://me:pw@x.example/' },
      'TRANSFER_URL contains a user name or password before the host; write https://x.example.',
    ],
    [
      'a query',
      { TRANSFER_URL: 'https://x.example/a/?token=t' },
      'TRANSFER_URL contains a query (from "?" on); remove it: https://x.example/a.',
    ],
    [
      'a fragment',
      { TRANSFER_URL: 'https://x.example/#top' },
      'TRANSFER_URL contains a fragment (from "#" on); remove it: https://x.example.',
    ],
    [
      'no file',
      { TRANSFER_CERT: '/nowhere/x' },
      'TRANSFER_CERT names a file that does not exist ("/nowhere/x", ENOENT).',
    ],
    [
      'a tilde',
      { TRANSFER_CERT: '~/x' },
      'TRANSFER_CERT names a file that does not exist ("~/x", ENOENT); "~" is not expanded, write the full path.',
    ],
    ['a folder for a file', { TRANSFER_CERT: folder }, `TRANSFER_CERT is not a file ("${folder}").`],
    [
      'no CA',
      { TRANSFER_CA: '/nowhere' },
      'TRANSFER_CA names a file or folder that does not exist ("/nowhere", ENOENT).',
    ],
    [
      'a word before the token',
      { TRANSFER_TOKEN: 'Bearer s3cret' },
      'TRANSFER_TOKEN begins with the word Bearer; set only the token.',
    ],
    [
      'blanks in a token',
      { TRANSFER_TOKEN: 's3cret s3cret' },
      'TRANSFER_TOKEN is not a token: it contains spaces or line breaks (got 13 characters, not shown).',
    ],
    [
      'odd characters in a token',
      { TRANSFER_TOKEN: 's3crét' },
      'TRANSFER_TOKEN is not a token: it contains characters not allowed in a header (got 6 characters, not shown).',
    ],
    [
      'no storage',
      { TRANSFER_SOURCE: '/tmp/in', TRANSFER_DESTINATION: 'davs://b/x' },
      'TRANSFER_SOURCE must be the URL of a file, scheme://host/path (got "/tmp/in").',
    ],
    [
      'no second storage',
      { TRANSFER_SOURCE: 'davs://a/b', TRANSFER_DESTINATION: 'davs://b/x', TRANSFER_SOURCE_2: 'b/x' },
      'TRANSFER_SOURCE_2 must be the URL of a file, scheme://host/path (got "b/x").',
    ],
    [
      'a path for a job',
      { TRANSFER_FINISHED_JOB_ID: '/jobs/1' },
      'TRANSFER_FINISHED_JOB_ID must be the identifier of a job (got "/jobs/1").',
    ],
    [
      'no checksum',
      { TRANSFER_CHECKSUM: 'MD5: 1' },
      'TRANSFER_CHECKSUM must be an algorithm name, or NAME:value (got "MD5: 1").',
    ],
    [
      'no place for the id',
      { TRANSFER_JOB_STATUS_PATH: '/jobs/job_id' },
      'TRANSFER_JOB_STATUS_PATH must contain {job_id} (got "/jobs/job_id").',
    ],
    [
      'no path',
      { TRANSFER_JOB_STATUS_PATH: 'jobs/{job_id}' },
      'TRANSFER_JOB_STATUS_PATH is not a path: it has to begin with / (got "jobs/{job_id}").',
    ],
    [
      'an unknown place',
      { TRANSFER_JOB_STATUS_PATH: '/{vo}/{job_id}' },
      'TRANSFER_JOB_STATUS_PATH is not a path: it holds an unknown placeholder, {vo} (got "/{vo}/{job_id}").',
    ],
    [
      'a fragment behind a query',
      { TRANSFER_JOB_STATUS_PATH: '/jobs?id={job_id}#x' },
      'TRANSFER_JOB_STATUS_PATH is not a path: it holds a fragment (#) (got "/jobs?id={job_id}#x").',
    ],
    [
      'blanks in a path',
      { TRANSFER_JOB_STATUS_PATH: '/a b/{job_id}' },
      'TRANSFER_JOB_STATUS_PATH is not a path: it holds white space (got "/a b/{job_id}").',
    ],
    [
      'no number',
      { TRANSFER_CANCEL_WAIT_MS: '10s' },
      'TRANSFER_CANCEL_WAIT_MS must be a whole number of ms from 0 to 3600000 (got "10s").',
    ],
    [
      'too small a number',
      { ASSAY_CONCURRENCY: '0' },
      'ASSAY_CONCURRENCY must be a whole number of requests from 1 to 64 (got "0").',
    ],
    [
      'too large a number',
      { ASSAY_REQUEST_TIMEOUT_MS: '99999999' },
      'ASSAY_REQUEST_TIMEOUT_MS must be a whole number of ms from 100 to 3600000 (got "99999999").',
    ],
    [
      'a fraction',
      { ASSAY_RUN_TIMEOUT_MS: '1.5e4' },
      'ASSAY_RUN_TIMEOUT_MS must be a whole number of ms from 1000 to 86400000 (got "1.5e4").',
    ],
    [
      'broken JSON, secret',
      { ...BRIDGE, TICKET_BRIDGE_HEADERS: '{"A": s3cret}' },
      'TICKET_BRIDGE_HEADERS must be a JSON object (got 13 characters, not shown).',
    ],
    [
      'broken JSON',
      { ...BRIDGE, TICKET_BRIDGE_VALUES: '[1]' },
      'TICKET_BRIDGE_VALUES must be a JSON object (got "[1]").',
    ],
    [
      'no header name',
      { ...BRIDGE, TICKET_BRIDGE_HEADERS: '{"A B":"s3cret"}' },
      'TICKET_BRIDGE_HEADERS has a member, "A B", that is not a valid header name.',
    ],
    [
      'no header value',
      { ...BRIDGE, TICKET_BRIDGE_HEADERS: '{"A":"s3cret\\n"}' },
      'TICKET_BRIDGE_HEADERS has a member, "A", whose value contains characters not allowed in a header.',
    ],
    [
      'no string',
      { ...BRIDGE, TICKET_BRIDGE_VALUES: '{"Status":1}' },
      'TICKET_BRIDGE_VALUES has a member, "Status", whose value is not a string.',
    ],
    [
      'an unknown member',
      { ...BRIDGE, TICKET_BRIDGE_VALUES: '{"priority":"1"}' },
      'TICKET_BRIDGE_VALUES has an unknown member, "priority"; allowed: Requestor, Priority, Status, AffectedSite; did you mean Priority?',
    ],
    [
      'no namespace',
      { ...BRIDGE, TICKET_BRIDGE_NAMESPACE: 'a b' },
      'TICKET_BRIDGE_NAMESPACE must be a namespace name without spaces (got "a b").',
    ],
    ['no JSON', { ...HUB, DATA_HUB_CHANGES_BODY: '{' }, 'DATA_HUB_CHANGES_BODY must be valid JSON (got "{").'],
    [
      'a path that leaves',
      { ...HUB, DATA_HUB_SPACE_PATH: 'a/../b' },
      'DATA_HUB_SPACE_PATH must be a path without empty, "." or ".." segments (got "a/../b").',
    ],
    [
      'a realm of two',
      { ...FLOW, DATA_HUB_AUTH_REALM: 'a/b' },
      'DATA_HUB_AUTH_REALM must be one path segment (got "a/b").',
    ],
    [
      'a prefix with its colon',
      { ...HUB, DATA_HUB_IDP_PREFIX: 'hub:' },
      'DATA_HUB_IDP_PREFIX must be a word without colons or spaces (got "hub:").',
    ],
    [
      'a folder that is not there',
      { ...FLOW, DATA_HUB_AUTH_REFRESH_TOKEN_FILE: '/nowhere/rt' },
      'DATA_HUB_AUTH_REFRESH_TOKEN_FILE names a folder that does not exist ("/nowhere/rt", ENOENT).',
    ],
    [
      'no module',
      { CLIENT_LIBRARY_MODULE: './x.py' },
      'CLIENT_LIBRARY_MODULE must be the name of a Python module (got "./x.py").',
    ],
    [
      'a file for a folder',
      { CLIENT_LIBRARY_MODULE: 'x', CLIENT_LIBRARY_PATH: CERT },
      `CLIENT_LIBRARY_PATH is not a folder ("${CERT}").`,
    ],
    [
      'an unknown creation',
      { ASSAY_ALLOW_CREATE: 'jobs,file' },
      'ASSAY_ALLOW_CREATE names an unknown kind of creation, "file"; allowed: tickets, attachments, jobs, tokens, files, shares, handles, all; did you mean files?',
    ],
    [
      'an unknown interface',
      { ASSAY_INTERFACES: 'soap' },
      'ASSAY_INTERFACES names an unknown interface, "soap"; allowed: ticket-bridge, transfer, client-library, data-hub.',
    ],
    ['a proxy of another kind', { HTTPS_PROXY: 'socks5://s3cret@x' }, 'HTTPS_PROXY is not the URL of an HTTP proxy.'],
  ])('%s', (_what, env, message) => {
    const problems = messagesOf({ ...TRANSFER, TRANSFER_KEY: KEY, TRANSFER_CERT: PROXY, ...env });
    expect(problems).toEqual([message]);
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
      `TRANSFER_CA names a file or folder that cannot be read ("${path}", EACCES).`,
    ]);
  });
});
