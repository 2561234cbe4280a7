/** The failure message of a test: the parts of a finding, one line each. */
import { AssertionError } from 'node:assert';
import type { Result } from '../engine/words/types.ts';
import { STATUS } from '../report/files/allure.ts';
import { findingParts } from '../report/parts/finding.ts';
import { printable, type Requests } from '../report/parts/report-input.ts';

/** Returns the title of a result and its parts, one line each, without a stack trace. */
export function failureMessage(result: Result, requests?: Requests): string {
  const parts = findingParts(result, requests).map(([label, text]) => `  ${label}: ${text}`);
  return [`${result.id}: ${result.title}`, ...parts].map(printable).join('\n');
}

/**
 * Returns the error of a test whose requirement failed or has an error, else undefined. Allure counts an assertion
 * error as a failure, and any other error as a broken test.
 */
export function failureOf(result: Result): Error | undefined {
  const message = failureMessage(result);
  if (STATUS[result.verdict] === 'failed') return new AssertionError({ message });
  return STATUS[result.verdict] === 'broken' ? new Error(message) : undefined;
}
