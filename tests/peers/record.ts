/** What software that we did not write gets: how many passes, and the reason for each requirement that is no pass. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Results } from '../../src/engine/words/types.ts';
import { anchorOf } from '../docs/contract-places.ts';

const LAB_FINDINGS = fileURLToPath(new URL('../../.ci/lab-findings.yaml', import.meta.url));

/** Installed software, by the settings file of its lab. */
const INSTALLED: Record<string, string> = {
  fts: 'FTS REST 3.13.4',
  soap: 'SOAP::Lite 1.27 daemon',
  'hub-cdmi': 'Swift 2.30.1 with CDMI',
  'hub-idp': 'Glewlwyd 2.7.5',
  'hub-onedata': 'Onedata 21.02.7 (mock)',
};

/** The expected results of each configuration of the labs (`.ci/lab.js` compares them), with reasons. */
interface LabFindings {
  configurations: Readonly<
    Record<
      string,
      {
        file: string;
        exitCode: number;
        /** Verdict and blame of each requirement that failed or warned. */
        red?: Record<string, string>;
        verdicts?: { pass?: number; inconclusive?: number };
      }
    >
  >;
  reasons: Record<string, string>;
}

interface Peer {
  about: string;
  /** `server`: the suite asked it. `client`: it asked a served reference. `credential`: it made what was presented. */
  role: 'server' | 'client' | 'credential';
  interface: string;
  passed: number;
  /** The reason for each requirement that failed, or warned. */
  fail?: Record<string, string>;
  warn?: Record<string, string>;
}

const PEERS = parse(readFileSync(new URL('./peers.yaml', import.meta.url), 'utf8')) as Record<string, Peer>;

const ENDED = { fail: 'failed', warn: 'warned' };

/** Headings of the programs with each role. */
const ROLES = { server: 'service', client: 'client', credential: 'program that makes credentials' } as const;

const deviationsOf = ({ fail = {}, warn = {} }: Peer) =>
  Object.entries({ fail, warn }).flatMap(([verdict, reasons]) =>
    Object.entries(reasons).map(([id, reason]) => ({ id, verdict, reason })),
  );

/**
 * Holds results against what peers.yaml says of a peer: a difference fails, in either direction. Rows that were not
 * asked, gaps and other interfaces are left out.
 */
export function expectRecorded(name: string, { requirements }: Results) {
  const peer = PEERS[name] as Peer;
  const asked = requirements.filter(
    ({ interface: of, basis, verdict }) =>
      of === peer.interface && basis !== 'gap' && verdict !== 'skipped' && verdict !== 'not-applicable',
  );
  const others = asked.filter(({ verdict }) => verdict !== 'pass');
  expect(
    {
      passed: asked.length - others.length,
      others: others.map(({ id, verdict }) => `${verdict} ${id}`).sort(),
    },
    `If the suite has changed, correct the entry ${name} in tests/peers/peers.yaml`,
  ).toEqual({
    passed: peer.passed,
    others: deviationsOf(peer)
      .map(({ id, verdict }) => `${verdict} ${id}`)
      .sort(),
  });
}

/** Returns the page about peers. */
export function renderPeers() {
  const peers = Object.entries(PEERS);
  const labs = parse(readFileSync(LAB_FINDINGS, 'utf8')) as LabFindings;
  const clean = peers.filter(([, peer]) => deviationsOf(peer).length === 0).length;
  const programs = Object.entries(ROLES).flatMap(([role, heading]) => [
    `| ${heading} | description | interface | passed | failed or warned |`,
    '|---|---|---|---|---|',
    ...peers
      .filter(([, peer]) => peer.role === role)
      .map(([name, peer]) => {
        const others = withReasons(deviationsOf(peer)).map(
          ({ ids, verdict, reason }) =>
            `${ids.length} ${ENDED[verdict as keyof typeof ENDED]}: ${together(ids)}. ${reason}`,
        );
        return `| ${name} | ${peer.about.replace(/\.$/, '')} | ${peer.interface} | ${peer.passed} | ${others.join(' ') || 0} |`;
      }),
    '',
  ]);
  return [
    '# Third-party software',
    '',
    'This page lists verdicts of Assay on software that is not part of the project. For each requirement that failed or warned, the reason was checked',
    `against the document. No requirement failed or warned with ${clean} of the ${peers.length} [programs in the tests](#programs-in-the-tests). The [installed`,
    'software](#installed-software) had these results:',
    '',
    ...glanceOf(labs),
    '',
    '## Programs in the tests',
    '',
    'A test fails if a verdict differs from `tests/peers/peers.yaml`, from which `npx vitest run tests/peers -u` writes this page. Clients are tested with',
    'the embedded references.',
    '',
    ...programs,
    '## Installed software',
    '',
    'The scripts that install this software are not part of the project. If they are present, `.ci/run` compares each run with `.ci/lab-findings.yaml`.',
    'Requirements that were skipped or only observed are not counted. Each *configuration* is one run, or one `assay serve`, with its own settings:',
    '',
    '- *read-only*, *creating*: whether the run may create objects;',
    '- *delegated*: a proxy certificate was delegated to the service before the run;',
    '- *served*: a client is tested with the embedded reference.',
    '',
    ...INSTALLED_SOFTWARE.flatMap((software) => [...sectionOf(software, labs), '']),
  ].join('\n');
}

const INSTALLED_SOFTWARE = [...new Set(Object.values(INSTALLED))];

function softwareOf(file: string) {
  return Object.entries(INSTALLED).find(([prefix]) => file.startsWith(`${prefix}-`) || file === `${prefix}.env`)?.[1];
}

const runsOf = (software: string, { configurations }: LabFindings) =>
  Object.entries(configurations).filter(([, { file }]) => softwareOf(file) === software);

/** Returns the requirements that a software failed, or that warned, in any configuration, with their reasons. */
function failuresOf(software: string, labs: LabFindings) {
  const red = new Map(runsOf(software, labs).flatMap(([, one]) => Object.entries(one.red ?? {})));
  const rows = Object.entries(labs.reasons).filter(([id]) => red.has(id));
  return withReasons(rows.map(([id, reason]) => ({ id, reason, warned: red.get(id)?.startsWith('warn ') ?? false })));
}

/** Returns a table with a row per software. */
function glanceOf(labs: LabFindings): string[] {
  return [
    '| software | configurations | configurations with exit code 0 | highest number of passed requirements | reasons for failures and warnings |',
    '|---|---|---|---|---|',
    ...INSTALLED_SOFTWARE.map((software) => {
      const runs = runsOf(software, labs).map(([, run]) => run);
      const most = Math.max(...runs.map(({ verdicts }) => verdicts?.pass ?? 0));
      const green = runs.filter(({ exitCode }) => exitCode === 0).length;
      return `| [${software}](#${anchorOf(software)}) | ${runs.length} | ${green} | ${most} | ${failuresOf(software, labs).length} |`;
    }),
  ];
}

const countOf = (verdict: string, red: Record<string, string>) =>
  Object.values(red).filter((one) => one.startsWith(`${verdict} `)).length;

function sectionOf(software: string, labs: LabFindings): string[] {
  const why = failuresOf(software, labs).map(
    ({ ids, reason, warned }) => `| ${together(ids)}${warned ? ' (warned)' : ''} | ${reason.replaceAll('<', '&lt;')} |`,
  );
  return [
    `### ${software}`,
    '',
    '| configuration | passed | failed | warned | inconclusive | exit code |',
    '|---|---|---|---|---|---|',
    ...runsOf(software, labs).map(
      ([name, { exitCode, red = {}, verdicts }]) =>
        `| ${name} | ${verdicts?.pass ?? 0} | ${countOf('fail', red)} | ${countOf('warn', red)} | ${verdicts?.inconclusive ?? 0} | ${exitCode} |`,
    ),
    ...(why.length === 0 ? [] : ['', '| requirement | why it failed |', '|---|---|', ...why]),
  ];
}

/** Returns requirements with the same reason together. */
function withReasons<T extends { readonly id: string; readonly reason: string }>(rows: readonly T[]) {
  const first = rows.filter((one, at) => rows.findIndex(({ reason }) => reason === one.reason) === at);
  return first.map((one) => ({ ...one, ids: rows.filter(({ reason }) => reason === one.reason).map(({ id }) => id) }));
}

/** Returns ids as code: the beginning and the end that all share once, as in `a/…/c`: b1, b2. */
function together(ids: readonly string[]) {
  const parts = ids.map((id) => id.split('/'));
  const [own = []] = parts;
  const shared = (at: number) => parts.every((other) => other.at(at) === own.at(at));
  let start = 0;
  while (shared(start) && start < own.length) start++;
  let end = 0;
  while (shared(-1 - end) && end < own.length - start - 1) end++;
  if (ids.length < 3 || start === 0) return ids.map((id) => `\`${id}\``).join(', ');
  const cut = (one: string[]) => one.slice(start, one.length - end).join('/');
  const form = [...own.slice(0, start), '…', ...own.slice(own.length - end)].join('/');
  return `\`${form}\`: ${parts.map(cut).join(', ')}`;
}
