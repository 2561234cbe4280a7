/** A read-only run sends requests, and changes no object. */
import { ALL, alarms, idsWith, instead, json, runInProcess } from './running.ts';

/** Operations that are a POST and create nothing. */
const ASKING = [/\/protocol\/openid-connect\/token$/, /\/lookup-file-id\//, /\/changes\/metadata\//];

const ran = await runInProcess();

describe('read-only', () => {
  test.concurrent('only GETs, the grant, lookups and the subscription are sent', () => {
    const others = ran.reference.log.filter(
      ({ method, path }) => method !== 'GET' && !(method === 'POST' && ASKING.some((one) => one.test(path))),
    );
    expect(others).toEqual([]);
    expect(ran.reference.log.length).toBeGreaterThan(60);
    for (const one of ASKING) expect(ran.reference.log.some(({ path }) => one.test(path))).toBe(true);
  });

  test.concurrent('nothing is left behind', () => {
    expect(ran.results.residue).toEqual([]);
    expect(ran.reference.openStreams()).toBe(0);
  });

  test.concurrent('the prefixed token is used, no named one is made', () => {
    const sent = ran.conducted?.judgeables[0]?.recording.exchanges.map(({ request }) => request.credential) ?? [];
    expect(new Set(sent.map((name) => name.replace(/~.*/, '')))).toEqual(
      new Set(['none', 'prefixed-token', 'empty-token', 'garbage-token']),
    );
    expect(sent).toContain('garbage-token~unsigned-token');
    expect(ran.verdict('token/valid-everywhere')).toBe('pass');
  });

  test.concurrent('it is honestly incomplete: what was asked passes, what was not is skipped and says how to allow it', () => {
    expect(ran.results).toMatchObject({ conclusion: 'incomplete', exitCode: 0 });
    expect(alarms(ran)).toEqual([]);
    for (const passed of [
      'list-spaces/answers',
      'get-space/speaks-of-space',
      'lookup-file-id/identifies-folder',
      'subscribe-changes/stays-open',
      'list-files/refuses/none',
    ])
      expect(ran.verdict(passed)).toBe('pass');
    for (const [statement, kind] of [
      ['cdmi-write/read-back/text', 'files'],
      ['subscribe-changes/speaks-after-cdmi-write', 'files'],
      ['create-share/answers', 'shares'],
      ['create-handle/location', 'handles'],
      ['create-named-token/usable-token', 'tokens'],
    ] as const) {
      expect(ran.verdict(statement)).toBe('skipped');
      expect(ran.result(statement)?.message).toContain(`ASSAY_ALLOW_CREATE=${kind}`);
    }
  });
});

test.concurrent('a token that may only read: everything undecided is blamed on the credential, and no prefix is suspected', async () => {
  const around = instead(({ method, target }) =>
    method === 'PUT' || /\/(?:children\?|shares-id|user\/(?:handles|tokens))/.test(method === 'POST' ? target : '')
      ? json(403, '{"error":"read-only"}')
      : undefined,
  );
  const ran = await runInProcess({}, ALL, around);
  expect(alarms(ran)).toEqual([]);
  const open = ran.results.requirements.filter(({ verdict }) => verdict === 'inconclusive');
  expect(new Set(open.map(({ blame }) => blame))).toEqual(new Set(['credential']));
  expect(ran.result('cdmi-write/answers')?.message).toContain('check DATA_HUB_SPACE_PATH');
  expect(ran.result('cdmi-write/answers')?.message).not.toContain('DATA_HUB_IDP_PREFIX');
});

test.concurrent('no permission to register handles: the list of handles is undecided for that reason', async () => {
  const around = instead(({ method, target }) =>
    method === 'POST' && /user\/handles$/.test(target) ? json(403, '{}') : undefined,
  );
  const id = 'list-handles/holds-created';
  const { result } = await runInProcess({}, ALL, around, id);
  const { verdict, blame } = result(id) ?? {};
  expect([verdict, blame]).toEqual(['inconclusive', 'credential']);
});

describe('what is allowed', () => {
  test.concurrent('handles are registered only when they are named: shares and files alone make none', async () => {
    const only = ['create-share', 'create-handle'];
    const ran = await runInProcess({}, { ASSAY_ALLOW_CREATE: 'files,shares' }, undefined, only);
    expect(ran.reference.log.filter(({ method, path }) => method === 'POST' && path.endsWith('/user/handles'))).toEqual(
      [],
    );
    expect(ran.results.residue.map(({ kind }) => kind)).toEqual(['shares', 'shares']);
  });

  test.concurrent('two handles and two shares a run, six tries of each without a credential, and every file is removed', async () => {
    const ran = await runInProcess({}, ALL);
    const posts = (end: RegExp) =>
      ran.reference.log.filter(({ method, path }) => method === 'POST' && end.test(path.replace(/\?.*/, ''))).length;
    expect(posts(/\/user\/handles$/)).toBe(2 + 6);
    expect(posts(/\/shares-id\//)).toBe(2 + 6);
    expect(ran.results.residue.map(({ kind }) => kind).sort()).toEqual([
      'handles',
      'handles',
      'shares',
      'shares',
      'tokens',
    ]);
    const written = ran.reference.log
      .filter(({ method, path }) => method === 'PUT' && path.startsWith('/cdmi/'))
      .map(({ path }) => path);
    const removed = new Set(ran.reference.log.filter(({ method }) => method === 'DELETE').map(({ path }) => path));
    expect(written.filter((path) => !path.includes('refused') && !removed.has(path))).toEqual([]);
    expect(removed.size).toBeGreaterThan(20);
    for (const path of [...written, ...removed])
      expect(path).toMatch(/^\/cdmi\/assay-space\/conformance\/assay-[0-9a-f]{8}-/);
  });

  const FILES = { ASSAY_ALLOW_CREATE: 'files' };
  const WRITING = 'cdmi-write';

  test.concurrent('where DELETE is not offered, every file is listed as left behind', async () => {
    const ran = await runInProcess({ variants: ['cdmi-delete-refused'] }, FILES, undefined, WRITING);
    const files = ran.results.residue.filter(({ kind }) => kind === 'files');
    expect(files.length).toBeGreaterThan(20);
    expect(alarms(ran)).toEqual([]);
  });

  test.concurrent('a DELETE that is answered with 404 although the file is there removes nothing, and says so', async () => {
    const around = instead(({ method }) => (method === 'DELETE' ? json(404, '') : undefined));
    const ran = await runInProcess({}, FILES, around, WRITING);
    const reasons = new Set(ran.results.residue.map(({ why }) => why));
    expect(ran.results.residue.length).toBeGreaterThan(20);
    expect([...reasons]).toEqual(['its removal returned 404, and it is still there']);
  });

  test.concurrent('an upload that was answered with 504, and whose removal is answered with 404, was never seen', async () => {
    const around = instead(({ method, target }) =>
      method === 'PUT' && /-c-text$/.test(target) ? json(504, '') : undefined,
    );
    const ran = await runInProcess({}, FILES, around, WRITING);
    expect(ran.results.residue).toEqual([
      {
        interface: 'data-hub',
        kind: 'files',
        name: expect.stringMatching(/-c-text$/),
        why: 'perhaps created: its removal returned 404, and it was never seen',
      },
    ]);
  });

  test.concurrent('an upload without a credential that was let in, or carried out in secret, is removed', async () => {
    for (const fault of ['cdmi-write/refuses/none@let-in', 'upload-file/refuses/none@applied']) {
      const statement = fault.replace(/@.*/, '');
      const ran = await runInProcess({ fault: `data-hub/${fault}` }, FILES, undefined, statement);
      expect(idsWith(ran.results, 'fail')).toEqual([statement]);
      const name = fault.includes('cdmi') ? 'refused-c-none' : 'refused-r-none';
      expect(ran.reference.log.some(({ method, path }) => method === 'DELETE' && path.endsWith(name))).toBe(true);
    }
  });
});
