/** Query parameters and members of requests under other names. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { speaking } from '../../reference/other-words.ts';
import { type Results, runConformance } from '../../src/index.ts';
import { renderTerminal } from '../../src/report/terminal/terminal.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { Opened, SHORT, verdictOf, withVerdict } from './deployment.ts';

const opened = new Opened();
afterEach(() => opened.close());

const NAMES = {
  'list-jobs/vo_name': 'vo',
  'submission-body/files': 'transfers',
  'submission-body/files/sources': 'from',
  'submission-body/files/destinations': 'to',
  'submission-body/files/source_tokens': 'fromTokens',
  'submission-body/files/destination_tokens': 'toTokens',
  'submission-body/files/checksum': 'digest',
  'submission-body/params': 'options',
  'submission-body/params/overwrite': 'replace',
};
const members = Object.fromEntries(
  Object.entries(NAMES).flatMap(([word, name]) =>
    word.startsWith('submission-body/') ? [[word.slice(16), name]] : [],
  ),
);
const deployment = () =>
  opened.reference({ around: (handler) => speaking({ query: { vo_name: 'vo' }, members }, handler) });

async function profile(names: object): Promise<string> {
  const file = join(await opened.directory(), 'profile.yaml');
  await writeFile(file, JSON.stringify({ profile: 'words', names }));
  return file;
}

const verdicts = ({ requirements }: Results) => requirements.map(({ id, verdict }) => `${id} ${verdict}`);

test('with the profile it conforms as one with the document’s words, the report shows both, and the run is judged again alike', async () => {
  const [started, plain] = await Promise.all([deployment(), opened.reference()]);
  const out = await opened.directory();
  const settings = { ...SHORT, ASSAY_ALLOW_CREATE: 'jobs' };
  const results = await runConformance({
    env: { ...started.env, ...settings, ASSAY_PROFILE: await profile(NAMES) },
    out,
  });
  expect(results).toMatchObject({ exitCode: 0, conclusion: 'conformant', suite: { profile: { names: NAMES } } });
  expect(verdicts(results)).toEqual(verdicts(await runConformance({ env: { ...plain.env, ...settings } })));
  expect(verdicts(await judgeAgain(out))).toEqual(verdicts(results));
  expect(started.reference.log.filter(({ target }) => target.includes('unknown-'))).toEqual([]);
  expect(renderTerminal(results, { width: 500, colour: false })).toContain(
    'list-jobs/vo_name is vo, submission-body/files is transfers',
  );
  const evidence = await readFile(join(out, 'evidence.har'), 'utf8');
  expect(evidence).toContain('/jobs?vo=');
  expect(evidence).toContain('\\"transfers\\":[{\\"from\\":[');
});

test('without it submissions are not accepted, and the parameter has no effect', async () => {
  const started = await deployment();
  const results = await runConformance({ env: { ...started.env, ...SHORT, ASSAY_ALLOW_CREATE: 'jobs' } });
  expect(verdictOf(results, 'transfer/submit-job/answers-certificate')).toBe('inconclusive');
  expect(results.exitCode).not.toBe(0);
  expect(withVerdict(results, 'warn').map(({ id }) => id)).toContain('transfer/list-jobs/vo-name-filters');
});
