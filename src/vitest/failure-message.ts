/** A finding in five parts: what the document says, expected, got, where, how to see it again. */
import type { Result, Results } from '../engine/types.ts';
import { findingOf } from '../report/finding.ts';
import { printable } from '../report/printable.ts';
import type { Requests } from '../report/requests.ts';

/** Several lines, no stack: what someone needs who reads the failure at night. */
export function failureMessage(result: Result, results: Pick<Results, 'target'>, requests?: Requests): string {
  const { says, expected, got, where, again, curl, curlNote, also } = findingOf(result, results, requests);
  return [
    `${result.id}: ${result.title}`,
    `  The document: ${says}`,
    `  Expected: ${expected}`,
    `  Got: ${got}`,
    ...also.map((one) => `  Also ${one}`),
    `  Where: ${where}`,
    `  Reproduce: ${again}`,
    ...(curl === undefined ? [] : [`  Or: ${curl}`]),
    ...(curlNote === undefined ? [] : [`  ${curlNote}`]),
  ]
    .map(printable)
    .join('\n');
}
