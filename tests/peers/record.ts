/** What software that we did not write gets: how many passes, and the reason for each requirement that is no pass. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Results } from '../../src/engine/words/types.ts';

const LAB_FINDINGS = fileURLToPath(new URL('../../.ci/lab-findings.yaml', import.meta.url));

/** Installed software, by the settings file of its lab. */
const INSTALLED: Record<string, string> = {
  fts: 'FTS REST 3.13.4',
  soap: 'SOAP::Lite daemon',
  'hub-cdmi': 'Swift with CDMI',
  'hub-idp': 'Glewlwyd',
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
        red?: Record<string, string>;
        verdicts?: { pass?: number };
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
  const programs = peers.map(([name, peer]) => {
    const cells = [name, peer.about.replace(/\.$/, ''), peer.role, peer.interface, peer.passed];
    return `| ${cells.join(' | ')} | ${deviationsOf(peer).length} |`;
  });
  // Requirements with the same reason share a row.
  const why = peers.flatMap(([name, peer]) => {
    const deviations = deviationsOf(peer);
    const first = deviations.filter((one, at) => deviations.findIndex(({ reason }) => reason === one.reason) === at);
    return first.map(({ verdict, reason }) => {
      const ids = deviations.filter((other) => other.reason === reason).map(({ id }) => `\`${id}\``);
      return `| ${name} | ${ids.join(', ')} | ${verdict} | ${reason} |`;
    });
  });
  return [
    '# Third-party software',
    '',
    'These are the verdicts of Assay on software that is not part of this project. The tests fail if a run differs from this page. Each requirement that',
    'failed or warned was checked against the document: the tables give the reasons.',
    '',
    '## Programs in the tests',
    '',
    'The programs are services, clients of the embedded references, and makers of credentials. `tests/peers/peers.yaml` contains their verdicts;',
    '`npx vitest run tests/peers -u` writes this page from it.',
    '',
    '| program | description | tested as | interface | passed | failed or warned |',
    '|---|---|---|---|---|---|',
    ...programs,
    '',
    'Why requirements failed or warned:',
    '',
    '| program | requirement | verdict | why |',
    '|---|---|---|---|',
    ...why,
    '',
    renderLabs(parse(readFileSync(LAB_FINDINGS, 'utf8')) as LabFindings),
  ].join('\n');
}

function renderLabs({ configurations, reasons }: LabFindings) {
  const software = (file: string) =>
    Object.entries(INSTALLED).find(([prefix]) => file.startsWith(`${prefix}-`) || file === `${prefix}.env`)?.[1] ??
    file;
  const runs = Object.entries(configurations).map(
    ([name, { file, exitCode, red = {}, verdicts }]) =>
      `| ${software(file)} | ${name} | ${verdicts?.pass ?? 0} | ${Object.keys(red).length} | ${exitCode} |`,
  );
  const why = [...new Set(Object.values(reasons))].map((reason) => {
    const ids = Object.keys(reasons).filter((id) => reasons[id] === reason);
    return `| ${ids.map((id) => `\`${id}\``).join(', ')} | ${reason.replaceAll('<', '&lt;')} |`;
  });
  return [
    '## Installed software',
    '',
    'The scripts that install this software are not part of the project. With them, `.ci/run` tests it, and compares each run with `.ci/lab-findings.yaml`:',
    '',
    '| software | configuration | passed | failed or warned | exit code |',
    '|---|---|---|---|---|',
    ...runs,
    '',
    'Why requirements failed or warned:',
    '',
    '| requirement | why |',
    '|---|---|',
    ...why,
    '',
  ].join('\n');
}
