/**
 * Results as JUnit XML for CI systems. Undecided requirements are shown as skipped, with the reason, never as passed.
 */
import { XMLBuilder } from 'fast-xml-parser';
import { grouped } from '../../engine/account/grouping.ts';
import type { Result, Results } from '../../engine/words/types.ts';
import { baselineEntries, openFindings } from '../parts/comparison.ts';
import { concluded } from '../parts/conclusion.ts';
import { findingText, outcomeText } from '../parts/finding.ts';
import { byId, printableLines, type ReportInput, type Requests } from '../parts/report-input.ts';
import { countedAs, profileOf } from '../parts/tally.ts';

const ATTRIBUTE = '@';
const BUILDER = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  format: true,
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

/**
 * JUnit XML with one suite per interface and one case per requirement, except gaps: `fail` is a failure, `error` an
 * error, `pass` passes, everything else is skipped. A failure covered by a live baseline entry is skipped too, so
 * that a CI system reading this file agrees with the gate. If the gate is red for another reason (settings,
 * interruption, nothing verified), an additional suite `gate` contains one error.
 */
export function renderJunit({ results, exchanges }: ReportInput): string {
  const requests = byId(exchanges);
  const profile = profileOf(results);
  const { requirements, comparison, run } = results;
  const tested = requirements.filter((result) => countedAs(result) !== 'observed');
  const entries = baselineEntries(comparison);
  const openIds = new Set(openFindings(results).map(({ id }) => id));
  const byInterface = new Map<string, object[]>(
    [...grouped(tested, (result) => result.interface)].map(([name, own]) => [
      name,
      own.map((result) => ({
        ...attributes({ classname: `${name}.${result.operation ?? name}`, name: result.id, time: '0' }),
        ...outcomeOf(result, requests, entries.get(result.id), openIds.has(result.id)),
      })),
    ]),
  );
  const { failures, errors } = countsOf([...byInterface.values()].flat());
  if (results.exitCode !== 0 && failures + errors === 0) byInterface.set('gate', [gateCase(results)]);
  const elapsed = (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${BUILDER.build({
    testsuites: {
      ...attributes({ name: 'assay', ...countsOf([...byInterface.values()].flat()), time: elapsed.toFixed(3) }),
      testsuite: [...byInterface].map(([name, cases]) => ({
        ...attributes({ name, ...countsOf(cases), timestamp: run.startedAt.slice(0, 19) }),
        ...(profile && { properties: { property: attributes({ name: 'profile', value: profile }) } }),
        testcase: cases,
      })),
    },
  })}`;
}

function countsOf(cases: readonly object[]) {
  const count = (kind: string) => cases.filter((one) => kind in one).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}

/** Returns the element in a test case that did not pass. */
function outcome(kind: 'failure' | 'error' | 'skipped', message: string, lines: readonly string[]) {
  const type = kind !== 'skipped' && { type: kind };
  return { [kind]: { ...attributes({ message, ...type }), '#text': clean(lines.join('\n')) } };
}

/** Returns attributes for the XML builder, without characters that XML 1.0 forbids. */
function attributes(values: Readonly<Record<string, string | number | undefined>>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${ATTRIBUTE}${name}`, clean(String(value))]),
  );
}

/**
 * Returns the text without the noncharacters U+FFFE and U+FFFF, which XML forbids. Control characters become visible
 * escapes.
 */
function clean(text: string) {
  return printableLines(text).replace(/[\ufffe\uffff]/g, '\ufffd');
}

function outcomeOf(result: Result, requests: Requests, entry: string | undefined, isOpen: boolean) {
  const { verdict, title, message = '' } = result;
  if (verdict === 'pass') return {};
  // GitLab shows only the text of the element, so the text begins with the title.
  if (verdict !== 'fail' && verdict !== 'error') {
    const why = outcomeText(result);
    return outcome('skipped', why, [title, why]);
  }
  const lines = [title, ...findingText(result, requests, { entry })];
  if (!isOpen) return outcome('skipped', `known: ${entry}: ${message}`, lines);
  return outcome(verdict === 'fail' ? 'failure' : 'error', `${title}: ${message}`, lines);
}

function gateCase(results: Results) {
  const { word, sentence, gate } = concluded(results);
  return {
    ...attributes({ classname: 'gate', name: `exit code ${results.exitCode}`, time: '0' }),
    ...outcome('error', results.gate.join(' '), [
      `${word}: ${sentence}`,
      ...gate.filter((line) => !results.gate.includes(line)),
      ...[...baselineEntries({ ...results.comparison, known: [] })].map(([id, entry]) => `Baseline: ${id}: ${entry}`),
    ]),
  };
}
