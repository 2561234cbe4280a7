/** Results as JUnit XML for CI systems. Undecided requirements are shown as skipped, with the reason, never as passed. */
import { XMLBuilder } from 'fast-xml-parser';
import { grouped } from '../../engine/account/grouping.ts';
import type { Comparison, Result, Results } from '../../engine/words/types.ts';
import { findingText } from '../parts/finding.ts';
import { printable } from '../parts/message-text.ts';
import { type ReportInput, type Requests, requestsOf } from '../parts/report-input.ts';
import { concluded } from '../parts/tally.ts';

/** Content of a test case; none for a pass. */
interface Outcome {
  readonly kind: 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly text?: string;
}

interface Case {
  readonly classname: string;
  readonly name: string;
  readonly outcome: Outcome | undefined;
}

const ATTRIBUTE = '@';
const BUILDER = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  format: true,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

/**
 * One suite per interface, one case per requirement: `fail` is a failure, `error` an error, `pass` passes, everything else is skipped.
 * A failure covered by a live baseline entry is skipped too, so that a CI system reading this file agrees with the gate.
 * If the gate is red for another reason (settings, interruption, nothing verified), an additional suite `gate` contains one error.
 */
export function renderJunit({ results, exchanges }: ReportInput): string {
  const requests = requestsOf(exchanges);
  const known = new Map((results.comparison?.known ?? []).map((entry) => [entry.id, entry]));
  const suites = [...grouped(results.requirements, (result) => result.interface)].map(([name, own]) => {
    const cases = own.map(
      (result): Case => ({
        classname: `${name}.${result.operation ?? name}`,
        name: result.id,
        outcome: outcomeOf(result, results, requests, known),
      }),
    );
    const spans = exchanges.filter((exchange) => exchange.interface === name);
    const seconds =
      spans.length === 0
        ? 0
        : (Math.max(...spans.map(({ endedAt }) => endedAt)) - Math.min(...spans.map(({ startedAt }) => startedAt))) /
          1000;
    return suite(name, cases, seconds, results.run.startedAt);
  });
  const gate = gateCases(results, suites);
  if (gate.length > 0) suites.push(suite('gate', gate, 0, results.run.startedAt));
  const sum = (of: keyof Totals): number => suites.reduce((total, { totals }) => total + totals[of], 0);
  const elapsed = (Date.parse(results.run.endedAt) - Date.parse(results.run.startedAt)) / 1000;
  const [tests, failures, errors, skipped] = (['tests', 'failures', 'errors', 'skipped'] as const).map(sum);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${BUILDER.build({
    testsuites: {
      ...attributes({ name: 'assay', tests, failures, errors, skipped, time: elapsed.toFixed(3) }),
      testsuite: suites.map(({ content }) => content),
    },
  })}`;
}

interface Totals {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

function suite(
  name: string,
  cases: readonly Case[],
  seconds: number,
  startedAt: string,
): { readonly totals: Totals; readonly content: object } {
  const count = (kind: Outcome['kind']): number => cases.filter(({ outcome }) => outcome?.kind === kind).length;
  const totals = { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
  return {
    totals,
    content: {
      ...attributes({ name, ...totals, time: seconds.toFixed(3), timestamp: startedAt.slice(0, 19) }),
      testcase: cases.map(({ classname, name: own, outcome }) => ({
        ...attributes({ classname, name: own, time: '0' }),
        ...(outcome && {
          [outcome.kind]: {
            ...attributes({ message: outcome.message, ...(outcome.kind !== 'skipped' && { type: outcome.kind }) }),
            ...(outcome.text !== undefined && { '#text': outcome.text }),
          },
        }),
      })),
    },
  };
}

/** Attributes for the XML builder, without characters that XML 1.0 forbids. */
function attributes(values: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${ATTRIBUTE}${name}`, clean(String(value))]),
  );
}

/** The noncharacters U+FFFE and U+FFFF are forbidden in XML; controls were replaced by visible escapes before. */
function clean(text: string): string {
  return text
    .split('\n')
    .map(printable)
    .join('\n')
    .replace(/[\ufffe\uffff]/g, '\ufffd');
}

function outcomeOf(
  result: Result,
  results: Results,
  requests: Requests,
  known: ReadonlyMap<string, Comparison['known'][number]>,
): Outcome | undefined {
  const { verdict, blame, title, message = '', got = '' } = result;
  if (verdict === 'pass') return undefined;
  // GitLab shows the text of the element alone, so it begins with the title.
  const outcome = (kind: Outcome['kind'], summary: string, lines: readonly string[]): Outcome => ({
    kind,
    message: summary,
    text: clean([title, ...lines].join('\n')),
  });
  if (verdict !== 'fail' && verdict !== 'error') {
    const why = `${verdict}${blame ? ` (${blame})` : ''}: ${result.message ?? got}`;
    return outcome('skipped', why, [why]);
  }
  const lines = findingText(result, results, requests);
  const entry = verdict === 'fail' ? known.get(result.id) : undefined;
  if (entry) {
    const { expires, owner, reason } = entry;
    const why = `known until ${expires} (${owner}: ${reason})`;
    return outcome('skipped', `${why}: ${message}`, [why, ...lines]);
  }
  return outcome(verdict === 'fail' ? 'failure' : 'error', `${title}: ${message}`, lines);
}

function gateCases(results: Results, suites: readonly { readonly totals: Totals }[]): Case[] {
  const red = suites.some(({ totals }) => totals.failures + totals.errors > 0);
  if (results.exitCode === 0 || red) return [];
  const { word, sentence } = concluded(results);
  return [
    {
      classname: 'gate',
      name: `exit code ${results.exitCode}`,
      outcome: { kind: 'error', message: results.gate.join(' '), text: clean(`${word}: ${sentence}`) },
    },
  ];
}
