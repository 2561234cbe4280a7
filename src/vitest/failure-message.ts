/** A finding in five parts: what the document says, expected, got, where, how to see it again. */
import type { Result } from '../engine/types.ts';

/** Several lines, no stack: what someone needs who reads the failure at night. */
export function failureMessage(result: Result): string {
  const place = result.at ? ` at ${result.at}` : '';
  const exchanges = result.exchanges.length > 0 ? `, exchange ${result.exchanges.slice(0, 3).join(', ')}` : '';
  return [
    `${result.id}: ${result.title}`,
    `  The document: ${result.clause}`,
    `  Expected: ${result.expected ?? 'see the message'}`,
    `  Got: ${result.got ?? result.message ?? ''}${place}`,
    `  Where: ${result.operation ?? result.interface}${exchanges}`,
    `  Again: assay run --only ${result.id}`,
  ].join('\n');
}
