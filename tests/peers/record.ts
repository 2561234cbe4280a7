/** Verdicts on third-party software: recorded, compared with each run, and explained on a page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import type { Results } from '../../src/engine/words/types.ts';

const FOLDER = fileURLToPath(new URL('./records/', import.meta.url));
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

/**
 * A record as a file contains it: by verdict, the last segments of ids by the segments before them, without the
 * interface.
 */
export interface PeerRecord {
  peer: string;
  /** A server receives requests of the suite, a client sends some to a served reference; others make credentials. */
  role: 'server' | 'client' | 'credential';
  interface: string;
  verdicts: Record<string, Record<string, string[]>>;
}

/** Descriptions of peers by name, with the reason for each requirement that a peer does not pass. */
export interface Reasons {
  [peer: string]: { about: string; deviations?: Record<string, string> };
}

/**
 * Compares results with the record of a peer: any difference fails. `vitest -u` rewrites the record. Skipped
 * requirements, gaps and other interfaces are left out.
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

/** Returns every record. */
export function readRecords() {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => parse(readFileSync(join(FOLDER, file), 'utf8')) as PeerRecord);
}

/** Returns the reasons by peer. */
export function readReasons() {
  return parse(readFileSync(join(FOLDER, '..', 'reasons.yaml'), 'utf8')) as Reasons;
}

/** Returns the requirements that a peer does not pass, each with its verdict before the id. */
export function deviationsOf(record: PeerRecord) {
  return Object.entries(record.verdicts).flatMap(([verdict, groups]) =>
    verdict === 'pass'
      ? []
      : Object.entries(groups).flatMap(([group, names]) =>
          names.map((name) => `${verdict} ${record.interface}/${group}/${name}`),
        ),
  );
}

/** Returns the page about peers. */
export function renderPeers(records: PeerRecord[], reasons: Reasons) {
  const programs = records.map((record) => {
    const passes = Object.values(record.verdicts.pass ?? {}).flat().length;
    const about = reasons[record.peer]?.about.replace(/\.$/, '') ?? '';
    return `| ${record.peer} | ${about} | ${record.role} | ${record.interface} | ${passes} | ${deviationsOf(record).length} |`;
  });
  const why = records.flatMap((record) => {
    const { deviations = {} } = reasons[record.peer] ?? {};
    const byReason = new Map<string, string[]>();
    for (const deviation of deviationsOf(record)) {
      const [verdict, id = ''] = deviation.split(' ');
      const reason = `${verdict} | ${reasonFor(id, deviations) ?? ''}`;
      byReason.set(reason, [...(byReason.get(reason) ?? []), `\`${id}\``]);
    }
    return [...byReason].map(([reason, ids]) => `| ${record.peer} | ${ids.join(', ')} | ${reason} |`);
  });
  return [
    '# Third-party software',
    '',
    'Verdicts on software that is not part of this project. The tests compare each run with the last one, and fail on any difference.',
    '',
    '## Programs in the tests',
    '',
    'Services, clients of the embedded references, and programs that make credentials. `tests/peers/records/` has all verdicts;',
    '`npx vitest run tests/peers tests/serve tests/data-hub/identity-provider -u` writes them and this page.',
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
    'If the scripts that install this software are available, `.ci/run` tests it, and compares each run with `.ci/lab-findings.yaml`:',
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

/** Returns the reason for a requirement. A key that ends in `*` covers all ids that begin with the rest. */
export function reasonFor(id: string, deviations: Record<string, string>) {
  return Object.entries(deviations).find(([key]) =>
    key.endsWith('*') ? id.startsWith(key.slice(0, -1)) : key === id,
  )?.[1];
}
