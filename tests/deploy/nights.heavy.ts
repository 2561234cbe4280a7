/**
 * Consecutive nights, each started with the steps of a template: a run is compared with the last one that passed, and
 * only such a run replaces it.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { createTicketBridgeReference } from '../../reference/ticket-bridge/reference.ts';
import { startTicketBridgeReference } from '../../reference/ticket-bridge/start.ts';
import type { Handler } from '../../reference/types.ts';
import { ROOT } from '../architecture/project-files.ts';
import { settingsFile, Workplace } from '../cli/command.ts';
import { freePort } from '../cli/free-port.ts';
import { inShell } from '../cli/shell.ts';
import { actionInputs, at, documentsOf, shellOf, templates, writePrograms } from './templates.ts';

const WARNS = 'ticket-bridge/TicketModify/media-type@html';
const FAILS = 'ticket-bridge/TicketModify/part-names@s-gensym5-renamed';

/** The deployment in a night; `lost`: an operation is forbidden. */
const NIGHTS = {
  good: () => createTicketBridgeReference().handler,
  warn: () => createTicketBridgeReference({ fault: WARNS }).handler,
  fault: () => createTicketBridgeReference({ fault: FAILS }).handler,
  lost: (): Handler => {
    const { handler } = createTicketBridgeReference();
    return async (request) =>
      Buffer.from(request.body).includes('TicketModify')
        ? { status: 403, headers: [], body: new Uint8Array() }
        : handler(request);
  },
  down: undefined,
};
type Night = keyof typeof NIGHTS;

/** Consecutive nights and their exit codes: each later night is compared with the only good one. */
const WHOLE: [Night, number][] = [
  ['down', 3],
  ['good', 0],
  ['warn', 1],
  ['fault', 1],
  ['down', 3],
  ['fault', 1],
  ['lost', 1],
  ['good', 0],
];

/** For templates whose steps only keep the base run and pass on the exit code: compared with it, a warning is 1. */
const BRIEF: typeof WHOLE = [
  ['good', 0],
  ['warn', 1],
];

/** A machine for the nights of one template. */
interface Machine {
  place: Workplace;
  env: Record<string, string>;
  /** The number of the night, from 0. */
  night: number;
  run(script: string, more?: { env?: Record<string, string>; shell?: 'bash' | 'sh'; cwd?: string }): Promise<number>;
}

/** Returns the shell script of a template that starts a run. */
function stepsOf(path: string) {
  const pieces = [...shellOf(path, templates().get(path) ?? '').values()].filter((one) => / run |fleet/.test(one));
  if (pieces.length !== 1) throw new Error(`${path} has ${pieces.length} pieces of shell that begin a run`);
  return pieces[0] as string;
}

/** Runs in a checkout with the files that the scheduler kept, and keeps only these again. */
async function inFreshCheckout({ place }: Machine, path: string, run: () => Promise<number>) {
  const [checkout, kept] = [place.path('checkout'), place.path('kept')];
  rmSync(checkout, { recursive: true, force: true });
  mkdirSync(checkout);
  cpSync(place.path('baseline.yaml'), `${checkout}/baseline.yaml`);
  if (existsSync(kept)) cpSync(kept, `${checkout}/${path}`, { recursive: true });
  const code = await run();
  if (existsSync(`${checkout}/${path}/results.json`)) cpSync(`${checkout}/${path}`, kept, { recursive: true });
  return code;
}

/** A night, started like each scheduler starts it. */
const SCHEDULERS: Record<string, (machine: Machine) => Promise<number>> = {
  GitHub: (machine) => {
    const steps = at(documentsOf('deploy/github/nightly.yml')[0], 'jobs', 'assay', 'steps') as {
      uses?: string;
      if?: string;
      with?: Record<string, string>;
    }[];
    const using = (prefix: string) => steps.find(({ uses }) => uses?.startsWith(prefix));
    const restored = using('actions/cache/restore')?.with?.path ?? '';
    expect(using('actions/cache/save')).toMatchObject({
      if: `always() && hashFiles('${restored}/results.json') != ''`,
      with: { path: restored },
    });
    const [action] = documentsOf('action.yml');
    return inFreshCheckout(machine, restored, () =>
      machine.run(String(at(action, 'runs', 'steps', 1, 'run')), {
        cwd: 'checkout',
        env: {
          ...actionInputs(using('OWNER/assay')?.with),
          GITHUB_ACTION_PATH: ROOT,
          GITHUB_OUTPUT: machine.place.path('output'),
          GITHUB_STEP_SUMMARY: machine.place.path('summary.md'),
        },
      }),
    );
  },
  GitLab: (machine) => {
    const [template] = documentsOf('deploy/gitlab/assay.gitlab-ci.yml');
    expect(at(template, 'assay', 'cache', 'when')).toBe('always');
    return inFreshCheckout(machine, String(at(template, 'assay', 'cache', 'paths', 0)), () =>
      machine.run(stepsOf('deploy/gitlab/assay.gitlab-ci.yml'), {
        cwd: 'checkout',
        env: { PACKAGE_OF_ASSAY: 'assay' },
      }),
    );
  },
  Kubernetes: ({ run, place, night }) =>
    run(
      stepsOf('deploy/kubernetes/cronjob.yaml')
        .replaceAll('/reports/', place.path('reports/'))
        .replaceAll('/baseline/', place.path('etc/'))
        .replace('$(date -u +%Y%m%dT%H%M%S)', `night-${night}`),
      { shell: 'sh' },
    ),
  // The tasks of an array, `--array=3-4`; Slurm returns the highest exit code.
  Slurm: async ({ run, place, night }) => {
    const codes: number[] = [];
    for (const [part, name] of ['a', 'b'].entries()) {
      const tasks = { SLURM_ARRAY_TASK_ID: String(3 + part), SLURM_ARRAY_TASK_MIN: '3', SLURM_ARRAY_TASK_COUNT: '2' };
      const env = { FLEET: 'array', OUT: `results/${night}`, BASE: 'results/last-good', ...tasks };
      codes.push(await run(stepsOf('deploy/slurm/assay-fleet.sbatch'), { env }));
      expect(existsSync(place.path(`results/${night}/part-${part + 1}/${name}/results.json`))).toBe(true);
    }
    return Math.max(...codes);
  },
  cron: ({ run, place }) => run(localPaths(stepsOf('deploy/cron/assay.crontab'), place), { shell: 'sh' }),
  systemd: ({ run, place }) => run(localPaths(stepsOf('deploy/systemd/assay.service'), place), { shell: 'sh' }),
  Jenkins: ({ run }) => run(stepsOf('deploy/jenkins/Jenkinsfile'), { shell: 'sh', env: { PACKAGE_OF_ASSAY: 'assay' } }),
};

function localPaths(script: string, place: Workplace) {
  return script
    .replaceAll('/etc/assay/', place.path('etc/'))
    .replaceAll('/var/lib/assay', place.directory)
    .replace('/usr/bin/env ', '');
}

const shared = new Workplace();
const places = new Map(Object.keys(SCHEDULERS).map((name) => [name, new Workplace()]));
writePrograms(shared);
test.concurrent.each(Object.entries(SCHEDULERS))('%s', async (scheduler, begin) => {
  const sequence = scheduler === 'GitHub' ? WHOLE : BRIEF;
  const place = places.get(scheduler) as Workplace;
  let tonight = NIGHTS.good();
  const port = await freePort();
  const start = () => startTicketBridgeReference({ around: () => (request) => tonight(request), port });
  // Between two nights, another program may briefly use the port.
  const serve = async (left = 50): ReturnType<typeof start> =>
    start().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || left === 0) throw error;
      await after(200);
      return serve(left - 1);
    });
  const first = await serve();
  const { TICKET_BRIDGE_VALUES: _values, ...known } = first.env;
  const env = { ...known, ASSAY_ALLOW_CREATE: 'tickets' };
  await first.close();
  for (const name of ['baseline.yaml', 'etc/baseline.yaml'])
    place.write(name, 'format: assay-baseline/1\nentries: []\n');
  for (const name of ['etc/staging.env', 'fleet/site.env', 'array/a.env', 'array/b.env'])
    place.write(name, settingsFile(env));
  const outputs: string[] = [];
  const codes: number[] = [];
  for (const [night, [name]] of sequence.entries()) {
    const handler = NIGHTS[name]?.();
    const server = handler && (await serve());
    if (handler) tonight = handler;
    const code = await begin({
      ...{ place, env, night },
      run: async (script, { env: more = {}, shell = 'bash', cwd = '' } = {}) => {
        const around = { PATH: `${shared.path('bin')}:${process.env.PATH}`, HOME: place.directory };
        const ended = await inShell(`set -e\n${script}`, place.path(cwd), { ...around, ...env, ...more }, { shell });
        outputs.push(ended.output);
        return ended.code ?? -1;
      },
    });
    codes.push(code);
    await server?.close();
  }
  expect(
    sequence.map(([name], night) => [name, codes[night]]),
    outputs.join('\n'),
  ).toEqual(sequence);
  // cron mails any output.
  if (scheduler === 'cron') expect(outputs.map((output) => output !== '')).toEqual(codes.map((code) => code !== 0));
});

test('every template of a nightly run is tried here', () => {
  const nightly = [...templates()].filter(([, text]) => text.includes('last-good')).map(([path]) => path);
  expect(nightly.sort()).toEqual([
    'deploy/cron/assay.crontab',
    'deploy/github/nightly.yml',
    'deploy/gitlab/assay.gitlab-ci.yml',
    'deploy/jenkins/Jenkinsfile',
    'deploy/kubernetes/cronjob.yaml',
    'deploy/slurm/assay-fleet.sbatch',
    'deploy/systemd/assay.service',
  ]);
  expect(readFileSync(`${ROOT}/deploy/systemd/assay.timer`, 'utf8')).toContain('OnCalendar=');
});
