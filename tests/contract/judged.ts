/** Records judged by a schema that a test states. */
import { compileRecord } from '../../src/records/judge.ts';
import type { PropertySchema, RecordFile } from '../../src/records/schema.ts';

export const file = (properties: RecordFile['properties'], more: Partial<RecordFile> = {}): RecordFile => ({
  $id: 'x',
  title: 'x',
  record: 'transfer/x',
  clause: 'Somewhere.',
  properties,
  ...more,
});

/** Returns the decided requirements without `transfer/x/`, as `held` and `wrong`, in order. */
export function judged(properties: Record<string, PropertySchema>, values: unknown, flags: string[] = []) {
  const report = compileRecord(file(properties)).judge([values].flat(), new Set(flags), (index) => `/${index}`);
  return Object.fromEntries(
    [...report.evaluated.keys()].map((row) => [
      row.replace('transfer/x/', ''),
      report.contradicted.has(row) ? 'wrong' : 'held',
    ]),
  );
}
