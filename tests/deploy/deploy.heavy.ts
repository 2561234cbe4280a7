import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { startTicketBridgeReference } from '../../reference/ticket-bridge/start.ts';
import type { FleetOverview } from '../../src/compare/fleet.ts';
import type { Results } from '../../src/index.ts';
import { closing } from '../afterwards.ts';
import { ROOT } from '../architecture/project-files.ts';
import { settingsFile, Workplace } from '../cli/command.ts';
import { inShell } from '../cli/shell.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import { actionInputs, at, documentsOf, podOf, shellOf, templates, writePrograms } from './templates.ts';

const place = new Workplace();
const bridge = closing(await startTicketBridgeReference());
writePrograms(place);
place.write('baseline/baseline.yaml', 'format: assay-baseline/1\nentries: []\n');
place.write('baseline.yaml', 'format: assay-baseline/1\nentries: []\n');
for (const name of ['east', 'west']) place.write(`fleet/${name}.env`, settingsFile(bridge.env));

/** Runs a shell script in the working directory, with `assay`, and with `npm`, which installs only `assay`. */
function run(shell: 'bash' | 'sh', script: string, env: Record<string, string>) {
  const around = { PATH: `${place.path('bin')}:${process.env.PATH}`, HOME: place.directory, TMPDIR: place.directory };
  return inShell(`set -e\n${script}`, place.directory, { ...around, ...env }, { shell });
}

function read<T>(name: string) {
  return JSON.parse(place.read(name)) as T;
}

testWith(PEERS.shellcheck, 'every template holds shell that ShellCheck finds nothing wrong with', () => {
  const pieces = [...templates()].flatMap(([path, text]) => [...shellOf(path, text)]);
  expect(pieces.length).toBeGreaterThan(8);
  for (const [where, script] of pieces) {
    // GitHub replaces an expression before the shell runs.
    const shell = /sbatch|github|action|gitlab/.test(where) ? 'bash' : 'sh';
    const { stdout, status } = spawnSync('shellcheck', ['--shell', shell, '-'], {
      input: script.replace(/\$\{\{.*?\}\}/g, 'expression'),
      encoding: 'utf8',
    });
    expect({ where, stdout, status }).toEqual({ where, stdout: '', status: 0 });
  }
});

test('the GitHub action hands its inputs on, writes outputs, and fails as the gate says', async () => {
  const [action] = documentsOf('action.yml');
  const [install, step] = [0, 1].map((index) => at(action, 'runs', 'steps', index));
  expect(String(at(install, 'run'))).toBe('npm ci --prefix "$GITHUB_ACTION_PATH" --no-audit --no-fund');
  const script = String(at(step, 'run'));
  const around = {
    ...actionInputs(),
    GITHUB_ACTION_PATH: ROOT,
    GITHUB_OUTPUT: place.path('output'),
    GITHUB_STEP_SUMMARY: place.path('summary.md'),
  };
  const good = await run('bash', script, {
    ...around,
    ...bridge.env,
    IN_ONLY: 'ticket-bridge/TicketCreate',
    ASSAY_ALLOW_CREATE: 'tickets',
  });
  expect(good).toMatchObject({ code: 0 });
  expect(place.read('output')).toBe('exit-code=0\n');
  expect(place.read('summary.md')).toMatch(/^## Assay: /);
  expect(place.read('assay-report/junit.xml')).toContain('<testsuites');
  expect(good.output).not.toMatch(/^::error/m);
  // The conditions of the gate are the default ones, which are more if an earlier run is compared with.
  expect(read<Results>('assay-report/results.json').policy?.failOn).toEqual(['new', 'expired']);
  const again = {
    ...around,
    ...bridge.env,
    IN_COMPARE: 'assay-report',
    IN_REQUIRE_COMPLETE: 'true',
    IN_OUT: 'assay-second',
    IN_ONLY: 'ticket-bridge/TicketCreate',
  };
  await run('bash', script, again);
  expect(read<Results>('assay-second/results.json').policy).toMatchObject({
    failOn: ['new', 'expired', 'lost', 'worse'],
    requireComplete: true,
  });
  // No input is interpreted by the shell.
  const odd = await run('bash', script, { ...around, ...bridge.env, IN_ONLY: '$(touch taken)"; touch taken' });
  expect(odd.code).toBe(2);
  expect((await run('bash', 'test -e taken', {})).code).toBe(1);
  // Without settings, the exit code is not 0, and an annotation gives the reason.
  const unset = await run('bash', script, around);
  expect(unset).toMatchObject({
    code: 2,
    output: expect.stringMatching(/^::error title=Assay%3A exit code 2::NO REQUEST WAS SENT/m),
  });
});

/** A part and the merge, started like each scheduler starts them. */
const SCHEDULERS: Record<string, [(part: number) => Promise<unknown>, string, string?]> = {
  'GitHub matrix': [
    (part) =>
      run('bash', stepsOf('deploy/github/fleet.yml', 'part'), {
        PART: String(part + 1),
        ASSAY_ALLOW_CREATE: 'tickets',
      }),
    'part-*',
  ],
  'GitLab parallel': [
    (part) =>
      run('bash', jobOf('assay-part'), {
        CI_NODE_INDEX: String(part + 1),
        CI_NODE_TOTAL: '4',
        PACKAGE_OF_ASSAY: 'assay',
        ASSAY_ALLOW_CREATE: 'tickets',
      }),
    'parts/part-*',
    jobOf('assay-overview'),
  ],
  'Kubernetes indexed Job': [
    (part) =>
      run(
        'sh',
        String(at(podOf('deploy/kubernetes/fleet-job.yaml'), 'containers', 0, 'args', 0))
          .replaceAll('/fleet ', 'fleet ')
          .replaceAll('/results/', 'k8s/'),
        {
          JOB_COMPLETION_INDEX: String(part),
          LAUNCH: 'assay-fleet-x7k2p',
          PARTS: '4',
          ASSAY_ALLOW_CREATE: 'tickets',
        },
      ),
    'k8s/assay-fleet-x7k2p/part-*',
  ],
};

test.each(Object.entries(SCHEDULERS))(
  'parts of a fleet: %s: every deployment is run once',
  async (name, [begin, parts, merge]) => {
    for (let part = 0; part < 4; part += 1) expect(await begin(part)).toMatchObject({ code: 0 });
    const merged = await run('bash', merge ?? `assay merge ${parts} --out overview`, { PACKAGE_OF_ASSAY: 'assay' });
    expect({ name, ...merged }).toMatchObject({ name, code: 0 });
    expect(
      read<FleetOverview>('overview/fleet.json').deployments.map(({ name: one, exitCode }) => [one, exitCode]),
    ).toEqual([
      ['east', 0],
      ['west', 0],
    ]);
  },
);

function jobOf(name: string) {
  return (at(documentsOf('deploy/gitlab/fleet.gitlab-ci.yml')[0], name, 'script') as string[]).join('\n');
}

function stepsOf(path: string, job: string) {
  const steps = at(documentsOf(path)[0], 'jobs', job, 'steps') as { run?: string }[];
  return steps.flatMap((step) => step.run ?? []).join('\n');
}

describe('Kubernetes', () => {
  test('every volume and secret that the nightly job names is there', () => {
    const documents = documentsOf('deploy/kubernetes/cronjob.yaml');
    const named = documents.map(
      (document) => `${String(at(document, 'kind'))}/${String(at(document, 'metadata', 'name'))}`,
    );
    // Applying it again does not change a secret.
    expect(named).toEqual(['PersistentVolumeClaim/assay-reports', 'CronJob/assay']);
    const pod = podOf('deploy/kubernetes/cronjob.yaml');
    for (const reference of ['assay-settings', 'assay-credentials', 'assay-reports'])
      expect(JSON.stringify(pod)).toContain(reference);
  });

  test('each launch has a name, and every volume is there; containers run without privileges', () => {
    const [job] = documentsOf('deploy/kubernetes/fleet-job.yaml');
    expect(at(job, 'metadata')).toEqual({ generateName: 'assay-fleet-' });
    const pod = podOf('deploy/kubernetes/fleet-job.yaml');
    expect(at(pod, 'volumes', 1, 'persistentVolumeClaim', 'claimName')).toBe(
      at(documentsOf('deploy/kubernetes/fleet-volume.yaml')[0], 'metadata', 'name'),
    );
    for (const template of [pod, podOf('deploy/kubernetes/cronjob.yaml')]) {
      expect(namesAt(template, 'containers', 0, 'volumeMounts')).toEqual(namesAt(template, 'volumes'));
      expect(at(template, 'securityContext')).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(at(template, 'containers', 0, 'securityContext')).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });
});

test('no GitLab job runs on a push', () => {
  for (const path of ['deploy/gitlab/assay.gitlab-ci.yml', 'deploy/gitlab/fleet.gitlab-ci.yml'])
    for (const job of Object.values(documentsOf(path)[0] as Record<string, { rules: { if: string }[] }>))
      expect(job.rules.map((rule) => rule.if)).toEqual([
        '$CI_PIPELINE_SOURCE == "schedule"',
        '$CI_PIPELINE_SOURCE == "web"',
      ]);
});

test('the GitHub workflow writes a certificate to a file that only its job can read', async () => {
  const [workflow] = documentsOf('deploy/github/nightly.yml');
  const steps = at(workflow, 'jobs', 'assay', 'steps') as { run?: string; env?: Record<string, string> }[];
  const script = steps.find(({ env }) => env?.TRANSFER_PEM !== undefined)?.run ?? '';
  const env = { RUNNER_TEMP: place.directory, GITHUB_ENV: place.path('github.env') };
  expect(await run('bash', script, { ...env, TRANSFER_PEM: '' })).toMatchObject({ code: 0 });
  expect(existsSync(place.path('credential.pem'))).toBe(false);
  expect(await run('bash', script, { ...env, TRANSFER_PEM: 'line 1\nline 2' })).toEqual({ code: 0, output: '' });
  expect(place.read('credential.pem')).toBe('line 1\nline 2\n');
  expect(statSync(place.path('credential.pem')).mode & 0o777).toBe(0o600);
  expect(place.read('github.env')).toBe(`TRANSFER_CERT=${place.path('credential.pem')}\n`);
});

const namesAt = (...path: Parameters<typeof at>) => (at(...path) as { name: string }[]).map(({ name }) => name);
