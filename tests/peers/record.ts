/**
 * The record of what software that we did not write gets: verdict by requirement, and the reason for each that is no
 * pass.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import type { Results } from '../../src/engine/words/types.ts';

const FOLDER = fileURLToPath(new URL('./records/', import.meta.url));
const LAB_FINDINGS = fileURLToPath(new URL('../../.ci/lab-findings.yaml', import.meta.url));

/** Installed software, by the settings file of its lab. */
const INSTALLED: Record<string, string> = {
  fts: 'FTS REST 3.13.4 with its clients',
  soap: 'SOAP::Lite daemon',
  'hub-cdmi': 'Swift with CDMI',
  'hub-idp': 'Glewlwyd',
  'hub-onedata': "mock of Onedata's API 21.02.7",
};

/** What each configuration of the labs gives (`.ci/lab.js` compares it), and why requirements are contradicted. */
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

/**
 * A record as a file contains it: by verdict, the last segments of ids by the segments before them, without the
 * interface.
 */
export interface PeerRecord {
  peer: string;
  /** `server`: the suite asked it. `client`: it asked a served reference. `credential`: it made what was presented. */
  role: 'server' | 'client' | 'credential';
  interface: string;
  verdicts: Record<string, Record<string, string[]>>;
}

/** Peers by name: who they are, and the reason for each requirement that they do not pass. */
export interface Reasons {
  [peer: string]: { about: string; deviations?: Record<string, string> };
}

/**
 * Holds results against the record of a peer: a difference fails, in either direction. `vitest -u` writes the record
 * anew. Rows that were not asked, gaps and other interfaces are left out.
 */
export async function expectRecorded(peer: string, role: PeerRecord['role'], of: string, results: Results) {
  const verdicts: Record<string, Record<string, string[]>> = {};
  for (const { id, verdict, basis, interface: own } of results.requirements) {
    if (own !== of || basis === 'gap' || verdict === 'skipped' || verdict === 'not-applicable') continue;
    const end = id.lastIndexOf('/');
    const group = id.slice(of.length + 1, end);
    verdicts[verdict] ??= {};
    verdicts[verdict][group] ??= [];
    verdicts[verdict][group].push(id.slice(end + 1));
  }
  await expect(
    stringify({ peer, role, interface: of, verdicts } satisfies PeerRecord, { lineWidth: 0 }),
  ).toMatchFileSnapshot(join(FOLDER, `${peer}.yaml`));
}

/** Every record. */
export function readRecords() {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => parse(readFileSync(join(FOLDER, file), 'utf8')) as PeerRecord);
}

/** The reasons, by peer. */
export function readReasons() {
  return parse(readFileSync(join(FOLDER, '..', 'reasons.yaml'), 'utf8')) as Reasons;
}

/** The requirements that a peer does not pass. */
export function deviationsOf(record: PeerRecord) {
  return Object.entries(record.verdicts).flatMap(([verdict, groups]) =>
    verdict === 'pass'
      ? []
      : Object.entries(groups).flatMap(([group, names]) =>
          names.map((name) => `${verdict} ${record.interface}/${group}/${name}`),
        ),
  );
}

/** The page about peers. */
export function renderPeers(records: PeerRecord[], reasons: Reasons) {
  const parts = records.map((record) => {
    const { about = '', deviations = {} } = reasons[record.peer] ?? {};
    const passes = Object.values(record.verdicts.pass ?? {}).flat().length;
    const rows = deviationsOf(record).map((deviation) => {
      const id = deviation.slice(deviation.indexOf(' ') + 1);
      return `| \`${id}\` | ${deviation.split(' ')[0]} | ${reasonFor(id, deviations) ?? ''} |`;
    });
    const table =
      rows.length === 0
        ? ['Every tested requirement passed.']
        : ['| requirement | verdict | why |', '|---|---|---|', ...rows];
    return [
      `## ${record.peer}`,
      '',
      `${about} Tested as a ${record.role} (${record.interface}): ${passes} requirements passed.`,
      '',
      ...table,
      '',
    ].join('\n');
  });
  return [
    '# Third-party software',
    '',
    'Verdicts on software that is not part of this project: services, clients of the embedded references, and credentials.',
    '`tests/peers/records/` contains them. The tests compare every run with these records, and fail on any difference.',
    '`npx vitest run tests/peers tests/serve tests/data-hub/identity-provider -u` regenerates the records and this page.',
    '',
    ...parts,
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
    '`.ci/run` also tests this software if the scripts that install it are available, and compares each run with `.ci/lab-findings.yaml`:',
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

/** The reason that is given for a requirement; a key that ends in `*` stands for all that begin so. */
export function reasonFor(id: string, deviations: Record<string, string>) {
  return Object.entries(deviations).find(([key]) =>
    key.endsWith('*') ? id.startsWith(key.slice(0, -1)) : key === id,
  )?.[1];
}
