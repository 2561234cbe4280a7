/**
 * Runs Assay against real software and compares the findings with those in lab-findings.yaml. Each configuration counts as one test, and
 * fails if a secret of the lab stands in a file or output of its run. One more test plants secrets, and fails if they are not found.
 *
 * node .ci/lab.js LAB SCRIPTS ROOT COUNTS [--write]
 *   LAB: configurations of which lab, main or hub; SCRIPTS: the folder of its start.sh; ROOT: what its setup.sh built, with settings files
 *   in env and credentials in pki
 *   COUNTS: the file for "passed failed"; --write: write the findings instead of comparing (reasons stay)
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { parse as parseSettings } from 'dotenv';
import { parse, stringify } from 'yaml';
import { leaksIn, notFound, secretsOf } from './lab-leaks.js';

const [lab, scripts, root, counts, write] = process.argv.slice(2);
const FINDINGS = new URL('lab-findings.yaml', import.meta.url);
const ASSAY = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
/** Program of each kind of client. */
const PROGRAMS = { '.py': '/usr/bin/python3', '.js': process.execPath };
/** What makes requests out of a vendor's API description. */
const GENERATOR = 'swagger-client@3.39.0';
const RED = new Set(['fail', 'warn', 'error']);

const expected = parse(readFileSync(FINDINGS, 'utf8'));
const out = mkdtempSync(join(tmpdir(), 'assay-lab-run-'));
let passed = 0;
let failed = 0;
/** Secrets of all runs so far. */
const secrets = [];
const seen = {};

for (const configuration of Object.keys(expected.configurations)) {
  const {
    lab: of = 'main',
    file,
    settings = {},
    only,
    before,
    serve,
    client,
    ...wanted
  } = expected.configurations[configuration];
  if (of !== lab) {
    seen[configuration] = expected.configurations[configuration];
    continue;
  }
  for (const command of before ?? []) script(...command.split(' '));
  const { printed, ...found } = serve
    ? await served(configuration, file, settings, serve, client)
    : findings(configuration, file, settings, only);
  const leaked = leaksIn(directoryOf(configuration), printed, secrets);
  for (const sentence of leaked) console.log(`LEAKED ${configuration}: ${sentence}`);
  seen[configuration] = {
    ...(of !== 'main' && { lab: of }),
    file,
    ...(before && { before }),
    ...(only && { only }),
    ...(serve && { serve, client }),
    settings,
    ...found,
  };
  const unexplained = Object.keys(found.red).filter((id) => expected.reasons[id] === undefined);
  const same = isDeepStrictEqual(wanted, found) && unexplained.length === 0;
  if ((same || write) && leaked.length === 0) passed += 1;
  else {
    failed += 1;
    if (!same) {
      console.log(`FAILED ${configuration}\n  expected ${JSON.stringify(wanted)}\n  found    ${JSON.stringify(found)}`);
      console.log(reasonsFor(configuration, { ...wanted.red, ...wanted.undecided }));
    }
    for (const id of unexplained) console.log(`  no reason is given for ${id}`);
  }
}
mkdirSync(directoryOf('planted'));
const missed = notFound(directoryOf('planted'), secrets);
if (missed.length === 0 && secrets.length > 0) passed += 1;
else {
  failed += 1;
  console.log(
    `FAILED planted secrets: the search for leaks found ${secrets.length - missed.length} of ${secrets.length} (missed: ${missed.join(', ')})`,
  );
}
rmSync(out, { recursive: true });
if (write) writeFileSync(FINDINGS, stringify({ configurations: seen, reasons: expected.reasons }, { lineWidth: 130 }));
writeFileSync(counts, `${passed} ${failed}\n`);

/** Runs a script of the lab; throws if it fails. */
function script(name, ...options) {
  const { status, stderr } = spawnSync(join(scripts, name), [...options, '--root', root], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
}

/** The directory of a run. */
function directoryOf(configuration) {
  return join(out, configuration.replace(/\W+/g, '-'));
}

/** From now on these are looked for. */
function keepSecrets(settings, folder) {
  for (const secret of secretsOf(settings, folder))
    if (!secrets.some(([, value]) => value === secret[1])) secrets.push(secret);
}

/** What one run finds, and what it printed. */
function findings(configuration, file, settings, only) {
  const fromFile = parseSettings(readFileSync(join(root, 'env', file)));
  const credentials = join(root, 'pki');
  const env = Object.fromEntries(
    Object.entries({ ...fromFile, ...settings }).map(([name, value]) => [
      name,
      value
        .replace('{credentials}', credentials)
        .replace(/\{text of (.+)\}/, (_, path) => readFileSync(join(root, path), 'utf8').trim()),
    ]),
  );
  keepSecrets(env, credentials);
  const directory = directoryOf(configuration);
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [ASSAY, 'run', '--out', directory, ...(only ? ['--only', only] : [])],
    {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      encoding: 'utf8',
    },
  );
  if (stderr) console.log(stderr);
  // A refresh token in a file may have been replaced.
  keepSecrets(env);
  return summary(configuration, directory, status, began, { stdout, stderr });
}

/**
 * What is found about a client in `.ci` that uses an interface while it is served, with the throw-away credentials that the command
 * prints. Its output is written to `ROOT/log`.
 */
async function served(configuration, file, settings, interfaceName, clientName) {
  const directory = directoryOf(configuration);
  const began = performance.now();
  if (clientName.endsWith('.js') && !existsSync(join(root, 'client', 'node_modules')))
    spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', join(root, 'client'), GENERATOR]);
  const serving = spawn(process.execPath, [ASSAY, 'serve', interfaceName, '--out', directory], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(serving, 'close');
  let said = '';
  serving.stdout.on('data', (text) => {
    said += text;
  });
  const written = join(directory, 'client.env');
  while (!(existsSync(written) && said.includes('Ctrl-C')) && serving.exitCode === null) await after(50);
  const printed = (name) =>
    said
      .split('\n')
      .find((line) => line.startsWith(`  ${name}: `))
      ?.slice(name.length + 4) ?? '';
  const library = parseSettings(readFileSync(join(root, 'env', file))).CLIENT_LIBRARY_PATH;
  const env = {
    PATH: process.env.PATH,
    HOME: out,
    LAB: root,
    ...parseSettings(readFileSync(written)),
    ...(library && { CLIENT_LIBRARY_PATH: library, PYTHONPATH: library }),
    ASSAY_USER_CERT: printed('user certificate'),
    ASSAY_USER_KEY: printed('user key'),
    ASSAY_CA_DIRECTORY: printed('CA directory'),
  };
  env.NODE_EXTRA_CA_CERTS = env.DATA_HUB_CA ?? '';
  keepSecrets(env, env.ASSAY_USER_KEY === '' ? undefined : dirname(env.ASSAY_USER_KEY));
  const path = fileURLToPath(new URL(clientName, import.meta.url));
  const client = spawn(PROGRAMS[extname(path)], [path], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let transcript = '';
  client.stdout.on('data', (text) => {
    transcript += text;
  });
  const [clientCode] = await once(client, 'close');
  serving.kill('SIGTERM');
  const [status] = await ended;
  writeFileSync(join(root, 'log', `${configuration.replace(/\W+/g, '-')}.txt`), transcript);
  if (clientCode !== 0) console.log(transcript);
  return { clientExitCode: clientCode, ...summary(configuration, directory, status, began, {}) };
}

/** The messages of a run about requirements that are red or undecided in another way than these. */
function reasonsFor(configuration, wanted) {
  const { requirements } = JSON.parse(readFileSync(join(directoryOf(configuration), 'results.json'), 'utf8'));
  return requirements
    .filter(({ id, verdict, blame, message }) => message && wanted[id] !== `${verdict} ${blame ?? ''}`.trim())
    .filter(({ verdict }) => RED.has(verdict) || verdict === 'inconclusive')
    .map(({ id, message }) => `  ${id}: ${message}`)
    .join('\n');
}

/** Red and undecided requirements of a run with their blame, and how many of each verdict; whether judging it again gives the same; what was printed. */
function summary(configuration, directory, status, began, printed) {
  const { requirements, run } = JSON.parse(readFileSync(join(directory, 'results.json'), 'utf8'));
  const asked = requirements.filter(({ notSelected }) => notSelected !== true);
  const of = (choose) =>
    Object.fromEntries(asked.filter(choose).map(({ id, verdict, blame }) => [id, `${verdict} ${blame ?? ''}`.trim()]));
  const red = of(({ verdict }) => RED.has(verdict));
  const undecided = of(({ verdict }) => verdict === 'inconclusive');
  const [findings, open] = [red, undecided].map((ids) => Object.keys(ids).length);
  console.log(
    `${configuration}: exit code ${status}, ${findings} findings, ${open} undecided, ${run.requests} requests, ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  const verdicts = {};
  for (const { verdict } of asked) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  const judged = spawnSync(process.execPath, [ASSAY, 'judge', directory, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const again = JSON.parse(judged.stdout).requirements.map(({ id, verdict }) => `${id} ${verdict}`);
  return {
    printed: { ...printed, 'assay judge': judged.stdout },
    exitCode: status,
    red,
    undecided,
    verdicts,
    judgedAlike: isDeepStrictEqual(
      again,
      requirements.map(({ id, verdict }) => `${id} ${verdict}`),
    ),
  };
}
