/** Metrics of a run for the textfile collector of the Prometheus node exporter; also valid OpenMetrics. */
import { deploymentOf } from '../../compare/comparable.ts';
import { grouped } from '../../engine/account/grouping.ts';
import { type Conclusion, isFinding, type Results, residueOf, VERDICTS } from '../../engine/words/types.ts';
import type { Exchange } from '../../wire/types.ts';
import { printable, type ReportInput } from '../parts/report-input.ts';
import { findingsIn } from '../parts/tally.ts';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number, suffix?: '_sum' | '_count'];
type Family = readonly [name: string, help: string, samples: readonly Sample[], type?: 'summary'];

const CONCLUSIONS: readonly Conclusion[] = ['conformant', 'incomplete', 'non-conformant', 'invalid'];

/** Renders the metrics. Each has the label `deployment`, so that files of several deployments can lie side by side. */
export function renderOpenMetrics({ results, exchanges }: ReportInput): string {
  const deployment = deploymentOf(results);
  const families = [
    ...ofRun(results),
    ...ofRequirements(results),
    ...ofTraffic(exchanges),
    ...ofCertificates(results, exchanges),
  ];
  const lines = families
    .filter(([, , samples]) => samples.length > 0)
    .flatMap(([name, help, samples, type = 'gauge']) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(
        ([labels, value, suffix = '']) => `${name}${suffix}{${labelText({ deployment, ...labels })}} ${value}`,
      ),
    ]);
  return `${[...lines, '# EOF'].join('\n')}\n`;
}

function ofRun(results: Results): Family[] {
  const { run, exitCode, suite } = results;
  const [began, ended] = [Date.parse(run.startedAt) / 1000, Date.parse(run.endedAt) / 1000];
  const one = (name: string, help: string, value: number, labels: Labels = {}): Family => [
    name,
    help,
    [[labels, value]],
  ];
  return [
    one('assay_exit_code', 'Exit code of the last run; 0 means that the gate passed.', exitCode),
    one('assay_last_run_timestamp_seconds', 'End of the last run, Unix time.', ended),
    one(
      'assay_run_duration_seconds',
      'Duration of the last run.',
      Math.max(0, Math.round((ended - began) * 1000) / 1000),
    ),
    one('assay_run_requests', 'Requests that the last run sent.', run.requests),
    one('assay_residue_objects', 'Objects that the last run could not remove.', residueOf(results).length),
    one('assay_build_info', 'Version of Assay that made the last run.', 1, {
      version: suite.version,
      ...(suite.profile && { profile: suite.profile.name }),
    }),
  ];
}

function ofRequirements(results: Results): Family[] {
  const names = Object.keys(results.conclusions);
  return [
    [
      'assay_requirements',
      'Requirements by interface and verdict, inferred ones included; gaps count as observed.',
      names.flatMap((name) => {
        const own = results.requirements.filter((result) => result.interface === name);
        return VERDICTS.map((verdict) => [{ interface: name, verdict }, findingsIn(own, [verdict]).length]);
      }),
    ],
    [
      'assay_verified_requirements',
      'Requirements that passed, with basis documented or standard.',
      names.map((name) => [{ interface: name }, results.verified[name] ?? 0]),
    ],
    [
      'assay_conclusion',
      'Conclusion by interface: 1 for the one reached, else 0.',
      Object.entries(results.conclusions).flatMap(([name, own]) =>
        CONCLUSIONS.map((conclusion) => [{ interface: name, conclusion }, own === conclusion ? 1 : 0]),
      ),
    ],
    [
      'assay_finding',
      'Requirements that failed or warned, or could not be judged because of an error in Assay.',
      results.requirements
        .filter(({ verdict }) => isFinding(verdict))
        .map(({ interface: of, id, verdict }) => [{ interface: of, requirement: id, verdict }, 1]),
    ],
  ];
}

/** Durations of answered requests by operation. */
function ofTraffic(exchanges: readonly Exchange[]): Family[] {
  const byOperation = grouped(
    exchanges.filter(({ outcome, purpose }) => outcome.kind === 'answer' && purpose === 'documented'),
    ({ interface: of, operation }) => `${of} ${operation}`,
  );
  const samples = [...byOperation.values()].flatMap((own): Sample[] => {
    const [first] = own;
    const labels = { interface: first.interface, operation: first.operation };
    const seconds = own.reduce((sum, { startedAt, endedAt }) => sum + (endedAt - startedAt) / 1000, 0);
    return [
      [labels, Math.round(seconds * 1e6) / 1e6, '_sum'],
      [labels, own.length, '_count'],
    ];
  });
  const help = 'Durations of the answered documented requests of the last run.';
  return [['assay_request_duration_seconds', help, samples, 'summary']];
}

function ofCertificates({ credentials = [] }: Results, exchanges: readonly Exchange[]): Family[] {
  const servers = new Map<string, number>();
  for (const { url, tls } of exchanges.flatMap(({ attempts }) => attempts)) {
    const expires = Date.parse(tls?.validTo ?? '') / 1000;
    if (URL.canParse(url) && Number.isFinite(expires)) servers.set(new URL(url).host, expires);
  }
  return [
    [
      'assay_credential_expiry_timestamp_seconds',
      'Expiry time of the configured client certificates and proxies, Unix time.',
      credentials.map(({ interface: of, lane, expires }) => [{ interface: of, lane }, Date.parse(expires) / 1000]),
    ],
    [
      'assay_server_certificate_expiry_timestamp_seconds',
      'Expiry time of the certificates that the servers presented, Unix time.',
      [...servers].map(([address, expires]) => [{ address }, expires]),
    ],
  ];
}

/** Backslash and quotation mark are escaped, as the text format requires; controls are replaced by visible escapes. */
function labelText(labels: Labels) {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${printable(value).replace(/[\\"]/g, '\\$&')}"`)
    .join(',');
}
