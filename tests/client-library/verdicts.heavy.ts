import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startClientLibraryReference } from '../../reference/client-library/start.ts';
import type { Results } from '../../src/engine/words/types.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { describeWith, PEERS } from '../peers/peer.ts';
import { redOf, resultOf } from '../verdicts.ts';
import { libraryFolder } from './hostile-library.ts';
import { judged, LIBRARY } from './suite-run.ts';

const verdictOf = (results: Results, id: string) => resultOf(results, `client-library/${id}`);

describeWith(PEERS.python, 'a client library', () => {
  test('the reference is conformant with settings alone; the evidence holds calls, results and requests, and nothing of this machine or of a key', async () => {
    const { results, conducted } = await hostRun({ env: startClientLibraryReference().env });
    expect(results).toMatchObject({ conclusion: 'conformant', exitCode: 0, residue: [] });
    expect(results.requirements.filter(({ basis, verdict }) => basis === 'documented' && verdict !== 'pass')).toEqual(
      [],
    );
    const recording = conducted?.judgeables[0]?.recording;
    const bodies = (recording?.exchanges ?? []).flatMap(({ request, outcome }) =>
      [request.body?.bytes, outcome.body?.bytes].map((bytes) => Buffer.from(bytes ?? []).toString()),
    );
    const reported = [JSON.stringify({ ...recording, exchanges: [] }), ...bodies].join('\n');
    const missing = ['get_job_status', 'POST', '/jobs', 'job_id', '{trusted}', 'voms-proxy', '"call"'].filter(
      (word) => !reported.includes(word),
    );
    expect(missing).toEqual([]);
    expect(/PRIVATE KEY|127\.0\.0\.1|\/tmp\/|assay-credentials-/.exec(reported)?.[0]).toBeUndefined();
  });

  test.each(['"filesize": str(filesize), "metadata": metadata', '"details": {"size": filesize, "note": metadata}'])(
    'may submit file size and metadata as it likes: %s',
    async (members) => {
      const usual = '"checksum": checksum}';
      expect(LIBRARY).toContain(usual);
      const results = await judged(LIBRARY.replace(usual, `"checksum": checksum, ${members}}`), {
        only: ['new_transfer/takes-positional', 'new_transfer/takes-keywords'],
      });
      expect(redOf(results)).toEqual([]);
      expect(verdictOf(results, 'new_transfer/takes-positional')?.verdict).toBe('pass');
    },
  );

  test('that compresses the bodies of its requests fails by that name', async () => {
    const compressing = LIBRARY.replace(
      'method, path, body and json.dumps(body), {"Content-Type": "application/json"}',
      'method, path, body and __import__("gzip").compress(json.dumps(body).encode()), {"Content-Type": "application/json", "Content-Encoding": "gzip"}',
    );
    const results = await judged(compressing, { only: ['submit/body'] });
    expect(verdictOf(results, 'submit/body')).toMatchObject({
      ...{ verdict: 'fail', expected: 'JSON', got: 'Content-Encoding: gzip' },
    });
  });

  const inStatus = (line: string) =>
    LIBRARY.replace('def get_job_status(context, job_id):', `def get_job_status(context, job_id):\n  ${line}`);

  test('that is killed by a signal in get_job_status fails there', async () => {
    const results = await judged(inStatus('import os; os.abort()'), { only: ['get_job_status'] });
    expect(verdictOf(results, 'get_job_status/asks-for-the-job')).toMatchObject({
      ...{ verdict: 'fail', blame: 'target' },
      message: expect.stringContaining('SIGABRT'),
    });
    expect(results.counts.error).toBe(0);
  });

  test('that hangs in get_job_status leaves it open, and contradicts nothing', async () => {
    const results = await judged(inStatus('import time; time.sleep(600)'), {
      ...{ callLimitMs: 1500, only: ['get_job_status', 'submit/returns-job-id'] },
    });
    expect(redOf(results)).toEqual([]);
    expect(verdictOf(results, 'get_job_status/returns-job')).toMatchObject({
      ...{ verdict: 'inconclusive', blame: 'target' },
      message: expect.stringContaining('did not return'),
    });
    expect(verdictOf(results, 'submit/returns-job-id')).toMatchObject({ verdict: 'pass' });
  });

  test.each([
    [
      'needs a package that is not installed',
      'import no_such_package_at_all',
      'inconclusive',
      'settings',
      /no_such_package_at_all/,
    ],
    ['does not end its import', 'import time; time.sleep(600)', 'inconclusive', 'target', /import did not end/],
  ])('that %s gets a clear verdict', async (_, source, verdict, blame, words) => {
    const results = await judged(source, { importLimitMs: 1500 });
    expect(verdictOf(results, 'whoami/is-offered')).toMatchObject({
      verdict,
      blame,
      message: expect.stringMatching(words),
    });
    // One reason for all calls.
    expect(new Set(results.unanswered?.map(({ why }) => why))).toEqual(new Set([expect.stringMatching(words)]));
    const others = results.requirements.filter(
      ({ basis, id }) => basis === 'documented' && !id.endsWith('/is-offered'),
    );
    expect(others.map((result) => result.verdict).filter((each) => each !== 'inconclusive')).toEqual([]);
  });

  test('that needs 10 s to import, prints and leaves threads is judged as ever, without the variables of a script around the interpreter', async () => {
    const folder = libraryFolder(
      `import os, time, threading\nassert "LEFT_BY_THE_SCRIPT" not in os.environ\ntime.sleep(10)\nprint("x" * 1000)\nthreading.Thread(target=time.sleep, args=(600,), name="left").start()\n${LIBRARY}`,
    );
    const script = join(folder, 'python-of-a-version-manager');
    writeFileSync(script, '#!/bin/sh\nLEFT_BY_THE_SCRIPT=1 exec python3 "$@"\n', { mode: 0o755 });
    const { results } = await hostRun({
      env: { CLIENT_LIBRARY_PYTHON: script, CLIENT_LIBRARY_PATH: folder, CLIENT_LIBRARY_MODULE: 'hostile' },
    });
    expect(results.conclusions['client-library']).toBe('conformant');
    expect(verdictOf(results, 'gap/threads')?.got).toContain('"left" after Context');
    expect(verdictOf(results, 'gap/printing')?.got).toContain('prints to stdout');
  });

  const REFUSALS = ['verify-true-refuses-untrusted', 'verify-default', 'verify-true-refuses-expired'];

  test('that returns None after a failed verification has verified, and hides it from its caller', async () => {
    const hiding = LIBRARY.replace(
      '  return ask(context, "GET", "/whoami")',
      '  try:\n    return ask(context, "GET", "/whoami")\n  except ssl.SSLError:\n    return None',
    );
    const results = await judged(hiding);
    expect(redOf(results).map(({ id, got }) => `${id} ${got}`)).toEqual([
      'client-library/whoami/returns-identity None',
    ]);
    for (const id of REFUSALS) expect(verdictOf(results, `Context/${id}`)?.verdict, id).toBe('pass');
  });

  test.each([
    [
      'knows no authority',
      'ssl.create_default_context()',
      'ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)',
      'settings',
      'CA_ENV',
    ],
    [
      'cannot verify',
      'if not context.verify:',
      'if context.verify:\n    raise ValueError\n  else:',
      'target',
      'the library',
    ],
  ])('that %s leaves rejections open', async (_, line, changed, blame, end) => {
    const results = await judged(LIBRARY.replace(line, changed), { only: REFUSALS.map((id) => `Context/${id}`) });
    for (const id of REFUSALS)
      expect(verdictOf(results, `Context/${id}`), id).toMatchObject({
        ...{ verdict: 'inconclusive', blame },
        message: expect.stringMatching(new RegExp(`accepted no trusted server either; .*${end}.$`)),
      });
  });

  const READ = 'connection.getresponse().read()';
  test.each([
    [
      'reads responses as Latin-1, submits each source once and asks for jobs in capitals',
      {
        [READ]: `${READ}.decode("latin-1")`,
        '"files": transfers': '"files": list({each["sources"][0]: each for each in transfers}.values())',
        '"/jobs/" + job_id': '"/jobs/" + job_id.upper()',
      },
      ['get_job_status/returns-job', 'new_job/holds-each-transfer'],
    ],
    [
      'requires a credential',
      { 'ucert=None, ukey=None': 'ucert, ukey=None' },
      ['Context/proxy-from-environment', 'Context/certificate-from-environment'],
    ],
    [
      'verifies no server with a proxy alone',
      { '= endpoint, verify': '= endpoint, verify and ukey is not None' },
      ['Context/verify-default'],
    ],
  ])('that %s is judged by what it contradicts', async (_, changes, red) => {
    const library = Object.entries(changes).reduce((text, [before, after]) => text.replace(before, after), LIBRARY);
    const results = await judged(library);
    expect(
      redOf(results)
        .map(({ id }) => id.replace('client-library/', ''))
        .sort(),
    ).toEqual(red.toSorted());
  });

  test('a profile names parameters; without it both calls by name are findings', async () => {
    const renamed = LIBRARY.replace('ucert=None, ukey=None', 'cert=None, private_key=None')
      .replaceAll(/\bucert\b/g, 'cert')
      .replaceAll(/\bukey\b/g, 'private_key')
      .replace('checksum=None, filesize=None', 'digest=None, filesize=None')
      .replace('"checksum": checksum', '"checksum": digest');
    const names = { 'Context/ucert': 'cert', 'Context/ukey': 'private_key', 'new_transfer/checksum': 'digest' };
    const results = await judged(renamed, { declared: { names } });
    expect(results).toMatchObject({ conclusion: 'conformant', suite: { profile: { names } } });
    const without = await judged(renamed);
    expect(verdictOf(without, 'Context/takes-keywords')).toMatchObject({ verdict: 'fail' });
    expect(redOf(without).map(({ id }) => id)).toEqual([
      'client-library/Context/takes-keywords',
      'client-library/new_transfer/takes-keywords',
    ]);
  });
});
