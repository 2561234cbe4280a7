/**
 * Templates against the schemas of the systems that read them: the types of Kubernetes' API (kubernetes-models), and
 * the schemas of GitHub's actions and workflows (@action-validator/core). .ci/gitlab-templates compares those of GitLab
 * with its schema. No API server, GitHub runner or GitLab has read them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateAction, validateWorkflow } from '@action-validator/core';
import * as batch from 'kubernetes-models/batch/v1';
import * as core from 'kubernetes-models/v1';
import { temporaryFolder } from '../afterwards.ts';
import { ROOT } from '../architecture/project-files.ts';
import { at, documentsOf, templates, type Yaml } from './templates.ts';

type Models = Record<string, new (data: Yaml) => { validate(): void }>;
const MODELS: Record<string, Models> = {
  'batch/v1': batch as unknown as Models,
  v1: core as unknown as Models,
};

const paths = [...templates().keys()];

describe('Kubernetes', () => {
  const folder = temporaryFolder();
  beforeAll(() => {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });

  /** Returns contradictions of the API: types reject unknown fields, and schemas the rest. */
  function problemsOf(manifest: Yaml) {
    const [kind, version] = [String(at(manifest, 'kind')), String(at(manifest, 'apiVersion'))];
    writeFileSync(
      join(folder, 'manifest.ts'),
      `import type { I${kind} } from 'kubernetes-models/${version}';\nexport const one: I${kind} = ${JSON.stringify(manifest)};\n`,
    );
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', 'manifest.ts'];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options], { cwd: folder, encoding: 'utf8' });
    try {
      const Model = MODELS[version]?.[kind];
      if (Model === undefined) throw new Error(`${version} has no ${kind}`);
      new Model(manifest).validate();
      return stdout;
    } catch (error) {
      return `${stdout}${(error as Error).message}`;
    }
  }

  const manifests = paths
    .filter((path) => path.startsWith('deploy/kubernetes/'))
    .flatMap((path) => documentsOf(path).map((one) => ({ path, one })));

  test.each(manifests)('$path, $one.kind', ({ one }) => {
    expect(problemsOf(one)).toBe('');
  });

  test('an unknown field is refused', () => {
    const whole = JSON.stringify(documentsOf('deploy/kubernetes/cronjob.yaml')[1]);
    const spoilt = whole.replace('"concurrencyPolicy"', '"concurencyPolicy"');
    expect(spoilt).not.toBe(whole);
    expect(problemsOf(JSON.parse(spoilt) as Yaml)).toMatch(/concurencyPolicy.*does not exist/);
  });
});

describe('GitHub', () => {
  const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  const workflows = paths.filter((path) => path.startsWith('deploy/github/'));

  test('the action', () => {
    expect(validateAction(text('action.yml')).errors).toEqual([]);
  });

  test.each(workflows)('%s', (path) => {
    expect(validateWorkflow(text(path)).errors).toEqual([]);
  });
});
