/** Large bodies that are the same are kept once: a listing of 100,000 jobs comes with each credential, and may come again. */
import type { Attempt, Outcome, WireRecord } from '../wire/types.ts';

const LARGE_BYTES = 64 * 1024;

/** Makes a function that puts octets which were kept before in the place of the same ones, told by their digest. */
export function deduplicateBodies(): (record: WireRecord) => WireRecord {
  const kept = new Map<string, Uint8Array>();
  const shared = (outcome: Outcome): Outcome => {
    const { body } = outcome;
    if (body === undefined || body.truncated || body.bytes.length < LARGE_BYTES) return outcome;
    const bytes = kept.get(body.digest);
    if (bytes === undefined) kept.set(body.digest, body.bytes);
    return bytes?.length === body.bytes.length ? { ...outcome, body: { ...body, bytes } } : outcome;
  };
  return (record) => {
    const attempts = record.attempts.map((attempt): Attempt => ({ ...attempt, outcome: shared(attempt.outcome) }));
    return { ...record, attempts, outcome: attempts.at(-1)?.outcome ?? record.outcome };
  };
}
