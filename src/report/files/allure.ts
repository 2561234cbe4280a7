/** Renders results for Allure: a directory of JSON files and attachments, without a test runner. */
import { hash } from 'node:crypto';
import type { TestResult } from 'allure-js-commons';
import { isFinding, type Result, type Results, type Verdict } from '../../engine/words/types.ts';
import { findingParts, outcomeText } from '../parts/finding.ts';
import {
  byId,
  printable,
  printableLines,
  type ReportFiles,
  type ReportInput,
  type Requests,
} from '../parts/report-input.ts';
import { exchangeLines } from '../terminal/exchange.ts';
import { createLayout } from '../terminal/layout.ts';

/** Allure has only four test states; the verdict is a label. Errors of vitest follow this table too. */
export const STATUS: Readonly<Record<Verdict, 'passed' | 'failed' | 'broken' | 'skipped'>> = {
  pass: 'passed',
  fail: 'failed',
  error: 'broken',
  warn: 'skipped',
  inconclusive: 'skipped',
  skipped: 'skipped',
  'not-applicable': 'skipped',
  observed: 'skipped',
};

/** Maximum number of exchanges per requirement. */
const MOST_EXCHANGES = 3;
const LAYOUT = createLayout({ width: Infinity, colour: false });

/**
 * Allure results: one result file per requirement, one attachment per exchange it rests on, and
 * `environment.properties`.
 */
export function renderAllure({ results, exchanges }: ReportInput): ReportFiles {
  const files = new Map<string, string>();
  const requests = byId(exchanges);
  const start = Date.parse(results.run.startedAt);
  for (const result of results.requirements) {
    const own = result.exchanges.slice(0, MOST_EXCHANGES).flatMap((id) => requests.get(id) ?? []);
    const attachments = own.map((exchange) => {
      const { id, request, operation, label } = exchange;
      const source = `${digest(`${results.run.id} ${id}`)}-attachment.txt`;
      files.set(source, exchangeLines(exchange, [], false, LAYOUT).join('\n'));
      const name = printable(`${id}: ${request.method}, ${operation}${label === '' ? '' : ` (${label})`}`);
      return { name, type: 'text/plain', source };
    });
    const content: TestResult = {
      uuid: digest(`${results.run.id} ${result.id}`),
      historyId: digest(result.id),
      testCaseId: digest(result.id),
      fullName: result.id,
      name: result.title,
      titlePath: [result.interface, result.operation ?? 'interface'],
      description: descriptionOf(result, requests),
      status: STATUS[result.verdict] as NonNullable<TestResult['status']>,
      statusDetails: detailsOf(result),
      stage: 'finished' as TestResult['stage'],
      start: start + Math.round(own[0]?.startedAt ?? 0),
      stop: own.length > 0 ? start + Math.round(own.at(-1)?.endedAt ?? 0) : start,
      labels: labelsOf(result),
      links: [],
      parameters: [],
      attachments,
      steps: [],
    };
    files.set(`${content.uuid}-result.json`, JSON.stringify(content));
  }
  files.set('environment.properties', environment(results));
  return files;
}

/** Returns labels: epic (interface), feature (operation), story (requirement), verdict, basis, blame, severity. */
function labelsOf(result: Result) {
  const labels: Record<string, string | undefined> = {
    epic: result.interface,
    feature: result.operation ?? 'interface',
    story: result.id,
    parentSuite: result.interface,
    suite: result.operation ?? 'interface',
    verdict: result.verdict,
    basis: result.basis,
    blame: result.blame,
    severity:
      result.verdict === 'fail' || result.verdict === 'error'
        ? 'critical'
        : result.basis === 'documented'
          ? 'normal'
          : 'minor',
  };
  const entries = Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  return [
    ...entries,
    ...Object.entries(result.lanes ?? {}).map(([lane, verdict]) => ({ name: 'lane', value: `${lane}: ${verdict}` })),
    { name: 'tag', value: result.verdict },
  ];
}

/** Returns the clause and the parts of a finding. Markdown; text from a target is set as code. */
function descriptionOf(result: Result, requests: Requests) {
  if (!isFinding(result.verdict)) return printable(result.clause);
  const [[, says] = ['', ''], ...parts] = findingParts(result, requests);
  return `${printable(says)}\n\n${fenced(parts.map(([label, text]) => `${label}: ${text}`).join('\n'))}`;
}

function fenced(text: string) {
  const lines = printableLines(text);
  const longest = (lines.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${lines}\n${fence}`;
}

function detailsOf(result: Result) {
  if (result.verdict === 'pass') return {};
  return {
    message: printable(outcomeText(result)),
    expected: result.expected && printable(result.expected),
    actual: result.got && printable(result.got),
  };
}

function environment({ run, suite, target, conclusion, exitCode }: Results) {
  const lines = {
    Conclusion: conclusion,
    'Exit code': String(exitCode),
    Target: target.reference ? 'embedded reference' : Object.keys(target.interfaces).join(', '),
    Run: run.id,
    Seed: String(run.seed),
    Assay: suite.version,
    ...(suite.profile && { Profile: suite.profile.name }),
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name.replaceAll(' ', '\\ ')} = ${printable(value).replaceAll('\\', '\\\\')}\n`)
    .join('');
}

function digest(text: string) {
  return hash('sha256', text).slice(0, 32);
}
