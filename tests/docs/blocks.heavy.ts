/** Every block of commands in the pages runs, in order, in an empty directory with the package as it is packed. */
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTicketBridgeReference } from '../../reference/ticket-bridge/start.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { closing, temporaryFolder } from '../afterwards.ts';
import { pages, ROOT } from '../architecture/project-files.ts';
import { settingsFile } from '../cli/command.ts';
import { inShell } from '../cli/shell.ts';
import { warm } from '../cli/warm.ts';
import { SHORT } from '../short.ts';

/** Commands that are not run here, each with the reason. */
const ELSEWHERE: [RegExp, string][] = [
  [/^git clone |^npm ci && |^npm run |^npm (ci|test)/, 'they make or need a clone'],
  [/^MUTATION_OF=/, 'it needs a clone, and changes the code for many minutes'],
  [/^npm (pack|install) ?/, 'tests/package/installed.heavy.ts does both'],
  [/\bpractice\b/, 'tests/certify/vendors-page.heavy.ts runs it'],
  [/^npx assay selftest/, 'takes minutes; tests/selftest runs it'],
  [
    /^(?:npx |node_modules\/\.bin\/)assay serve|^npx assay (?:report|open) served|serving|\$client|\$code|your-client|transfer-client|^until |^set -a|^curl |fts-rest/,
    'it waits for a client, or is one; tests/serve/command.heavy.ts runs it',
  ],
  [/^install |^FLEET=/, 'it needs root, or Slurm; tests/deploy/nights.heavy.ts runs the templates'],
  [/^sha256sum /, 'tests/package/release.heavy.ts makes a release'],
  [/profile\.yaml npx assay doctor/, 'it needs a deployment; tests/conformance/profile.heavy.ts has one'],
  [/^podman /, 'it needs a container engine; .ci/container builds and runs the image'],
  [/\/var\/lib\/prometheus/, 'it writes to a folder of another program'],
];

/** Exit codes other than 0 that a command may end with on these pages, because of what it finds. */
const FINDS: [RegExp, number[], string][] = [
  [/^npx assay run --reference --fault (?!.*--baseline)/, [1], 'the fault is found'],
  [/^npx assay verify .*--nonce/, [1], 'the claim was made without the challenge'],
  [/^npx assay judge reports\/latest/, [1], 'the last run found the fault'],
  [/^npx assay judge traffic\.har/, [3], 'the traffic holds one request'],
];

const STATEMENT =
  "format: assay-statement/1\nvendor: Example\nproduct: Example\nversion: '1'\ncontact: conformance@example.org\ninterfaces: [transfer]\nnotOffered: []\n";
const HAR = {
  log: {
    entries: [
      {
        startedDateTime: '2026-01-02T03:04:05.000Z',
        time: 1,
        request: {
          method: 'GET',
          url: 'https://transfer.example.org:8446/whoami',
          headers: [{ name: 'Authorization', value: 'Bearer x' }],
        },
        response: { status: 503, headers: [], content: { text: '' } },
      },
    ],
  },
};

const folder = temporaryFolder();
const installed = join(folder, 'installed');
const reference = closing(await startTransferReference());
const bridge = closing(await startTicketBridgeReference());

/** Pages about runs of any deployment: those of a ticket bridge take a fraction of the time. */
const OF_ANY = /^docs\/(ci|client-library|clients|compare|fleet|monitoring|failed-run|nightly|lookup\/reports)\.md$/;

/** Pages that neither show the results of their runs nor use reports/latest: such a run tests one operation. */
const OF_ONE_OPERATION = /^docs\/(lookup\/settings|staging)\.md$/;

/** A page about several kinds of deployments, of which no command shows what a run creates. */
const OF_EVERY_KIND = /^docs\/deployments\.md$/;

/**
 * Returns the settings file of a page. A claim would be made at depth thorough, which takes minutes and shows no more
 * about the page.
 */
const settingsFor = (page: string) =>
  settingsFile({
    ...(OF_ANY.test(page) ? bridge.env : { ...reference.env, ...SHORT.transfer }),
    ASSAY_ALLOW_CREATE: OF_EVERY_KIND.test(page) ? '' : 'all',
    ASSAY_DEPTH: 'standard',
  });

const { PATH, HOME } = process.env;
const ENV = { COLUMNS: '120', PATH, HOME, npm_config_prefer_offline: 'true' };
/** npx starts slowly, so the command is started directly. */
const NPX = 'npx() { local name=$1; shift; "node_modules/.bin/$name" "$@"; }\n';

/** Runs a line of a page like a shell. A command without anything else that a shell reads needs no new process. */
async function typed(line: string, cwd: string) {
  const [, words] = /^npx assay ((?:'[^']*'|[\w./:=,@-]+| )+)$/.exec(line) ?? [];
  if (words === undefined) return inShell(NPX + line, cwd, ENV);
  const { code, stdout, stderr } = await command.run(
    (words.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", '')),
    cwd,
    ENV,
    join(cwd, 'node_modules/.bin/assay'),
  );
  return { code, output: stdout + stderr };
}

async function succeed(line: string, cwd: string) {
  const { code, output } = await typed(line, cwd);
  if (code !== 0) throw new Error(`${line} ended with ${code}\n${output}`);
  return output;
}

mkdirSync(join(installed, 'node_modules', '.bin'), { recursive: true });
await succeed(`npm pack --ignore-scripts --pack-destination '${folder}'`, ROOT);
await succeed(
  `ln -s '${ROOT}'/node_modules/* . && tar -xzf '${folder}'/assay-*.tgz && mv package assay && chmod +x assay/bin/assay.mjs && ln -s ../assay/bin/assay.mjs .bin/assay`,
  join(installed, 'node_modules'),
);

const command = warm(join(installed, 'node_modules/assay/dist/src/cli/main.js'));

/** Makes the directory that the reader of a page has at its beginning. */
async function directoryFor(page: string) {
  const place = join(folder, page.replace(/\W/g, '-'));
  mkdirSync(join(place, 'fleet'), { recursive: true });
  symlinkSync(join(installed, 'node_modules'), join(place, 'node_modules'), 'dir');
  const named = ['a', 'b'].map((name) => `fleet/${name}.env`);
  // The pages that use init write these files.
  if (!/^(README|docs\/(operators|staging))\.md$/.test(page)) named.push('.env');
  if (page !== 'docs/staging.md') named.push('staging.env');
  for (const name of named) writeFileSync(join(place, name), settingsFor(page));
  // These pages begin after a run.
  if (/^docs\/(compare|failed-run)\.md$/.test(page)) await succeed('npx assay run', place);
  if (page === 'docs/monitoring.md')
    writeFileSync(join(place, 'baseline.yaml'), 'format: assay-baseline/1\nentries: []\n');
  if (page === 'docs/operators.md') writeFileSync(join(place, 'traffic.har'), JSON.stringify(HAR));
  if (page !== 'docs/certifiers.md') return place;
  for (const [from, to] of [
    ['claim.assay', 'claim.assay'],
    ['fresh.assay', 'fresh.assay'],
    ['vendor.key.pub', 'vendor.key.pub'],
  ] as const)
    copyFileSync(join(folder, 'docs-vendors-md', from), join(place, to));
  return place;
}

/**
 * Returns the command that is run for one on a page: with values for placeholders, for `init`, which reads from a
 * terminal, with its input as options, and for a run, with the part that is tested.
 */
function answered(command: string, page: string) {
  const isOne =
    (OF_ONE_OPERATION.test(page) || command.startsWith('ASSAY_')) && !/ --(reference|only-failed-from)\b/.test(command);
  const line = isOne && /npx assay run\b/.test(command) ? `${command} --only transfer/identity` : command;
  // The findings that docs/nightly.md shows are of this record.
  if (/ --out night-\d/.test(line)) return `${line} --only transfer/job`;
  const { TRANSFER_URL: url, TRANSFER_CERT: cert, TRANSFER_CA: ca, TRANSFER_TOKEN: token } = reference.env;
  if (/ --url URL /.test(line)) {
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, token ?? '');
    const values = { url, cert, ca, 'token-file': tokenFile };
    return Object.entries(values).reduce(
      (words, [name, value]) => words.replace(new RegExp(`--${name} [A-Z]+`), `--${name} '${value}'`),
      line,
    );
  }
  return /^npx assay init\b/.test(line)
    ? `${line} --interface transfer --url '${url}' --certificate '${cert}' --ca '${ca}'`
    : line;
}

/** Does what the reader does between the commands. */
async function prepare(line: string, place: string) {
  if (/--statement statement\.yaml/.test(line)) writeFileSync(join(place, 'statement.yaml'), STATEMENT);
  if (/--nonce challenge\.json/.test(line) && !existsSync(join(place, 'challenge.json')))
    await succeed('npx assay certify --challenge challenge.json', place);
  if (/--out claim$/.test(line)) rmSync(join(place, 'claim'), { recursive: true, force: true });
  if (/^npx assay merge part-1/.test(line))
    for (const part of [2, 3, 4]) await succeed(`npx assay fleet fleet/ --out part-${part} --shard ${part}/4`, place);
}

/** Returns the lines of the blocks for a shell, without comments. */
function linesOf(page: string) {
  const blocks = [...page.matchAll(/^ *```sh[^\n]*\n(.*?)^ *```/gms)];
  return blocks
    .flatMap(([, body = '']) => body.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim()))
    .filter((line) => line !== '');
}

/** Returns the lines of a text without times, which differ from run to run. */
const lasting = (text: string) => text.replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'TIME').split('\n');

/**
 * Returns the lines of the blocks that show the output of a command, each with the page of the command: this one, or
 * the one that the block names.
 */
const outputOn = (path: string, page: string) =>
  [...page.matchAll(/^```text output ?(\S*)\n(.*?)^```/gms)].flatMap(([, of, body = '']) =>
    lasting(body).map((line) => ({ page: path, of: of || path, line })),
  );

const PAGES = [...pages()]
  .filter(([path]) => path === 'README.md' || path.startsWith('docs/'))
  .map(([path, page]) => ({ path, lines: linesOf(page), shown: outputOn(path, page) }));
// A certifier reads the claim of a vendor.
const READ = [
  ...PAGES.filter(({ path }) => path === 'docs/vendors.md'),
  ...PAGES.filter(({ path }) => path !== 'docs/vendors.md'),
];

const printed = new Map<string, Set<string>>();

test.each(READ.filter(({ lines }) => lines.length > 0))('$path', async ({ path, lines }) => {
  const place = await directoryFor(path);
  const own = new Set(['']);
  printed.set(path, own);
  let run = 0;
  for (const line of lines) {
    if (ELSEWHERE.some(([pattern]) => pattern.test(line))) continue;
    await prepare(line, place);
    const { code, output } = await typed(answered(line, path), place);
    const expected = FINDS.find(([pattern]) => pattern.test(line))?.[1] ?? [0];
    expect(expected, `${path}: ${line} ended with ${code}\n${output}`).toContain(code);
    for (const shown of lasting(output)) own.add(shown);
    run += 1;
  }
  expect(run).toBe(lines.filter((line) => !ELSEWHERE.some(([pattern]) => pattern.test(line))).length);
});

test('the output that pages show is that of their commands', () => {
  const shown = PAGES.flatMap((page) => page.shown);
  expect(shown.length).toBeGreaterThan(20);
  const stale = shown.filter(({ of, line }) => !printed.get(of)?.has(line));
  const withoutNumbers = (line: string) => line.replace(/\d+/g, '0');
  expect(
    stale.map(({ page, of, line }) => {
      const alike = [...(printed.get(of) ?? [])].filter((one) => withoutNumbers(one) === withoutNumbers(line));
      return { page, line, printed: alike };
    }),
  ).toEqual([]);
});
