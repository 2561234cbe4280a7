/** Tells whether a successful answer can come from the documented service. */
import type { Operation } from '../../contract/types.ts';
import { jsonOf, mediaTypeOf, succeeded } from '../../engine/answer.ts';
import type { Ready } from '../../engine/run.ts';
import type { Check, Lane } from '../../engine/types.ts';
import type { Exchange } from '../../wire/types.ts';

/** Records looked at. */
const MOST = 20;

/** Describes content that cannot be the service's; undefined if the answer can be. */
export function unlike(exchange: Exchange, read: Operation, lane: Lane, { contract, suite }: Ready): string | undefined {
  if (exchange.outcome.kind !== 'answer' || !succeeded(exchange)) return undefined;
  const type = mediaTypeOf(exchange);
  if (type === 'text/html' || type === 'application/xhtml+xml' || isHtml(exchange.outcome.body.bytes)) return 'an HTML page';
  const described = recordOf(suite.checks as readonly Check[], read, lane);
  const record = described && contract.records.get(described.name);
  if (described === undefined || record === undefined) return undefined;
  const { json, problem } = jsonOf(exchange);
  if (problem !== undefined) return 'a body that is not JSON';
  const values = (Array.isArray(json) ? json : [json]).slice(0, MOST);
  if (values.length === 0) return undefined;
  const { evaluated, contradicted } = record.judge(values, new Set([lane.name, ...described.flags]));
  // A member that must be absent is absent in every other record, too.
  const held = [...evaluated.keys()].some((row) => !contradicted.has(row) && !row.includes('/only-with-'));
  return held ? undefined : 'JSON without any documented member';
}

/** The record that the suite expects in the answer of an operation. */
function recordOf(checks: readonly Check[], read: Operation, lane: Lane): { readonly name: string; readonly flags: readonly string[] } | undefined {
  for (const { needs, decides, flags, lanes } of checks) {
    if (lanes !== undefined && !lanes.includes(lane.name)) continue;
    if (needs.length !== 1 || needs[0]?.probe.operation !== read.name) continue;
    const name = decides.find((row) => row.startsWith('record:'));
    if (name !== undefined) return { name: name.slice('record:'.length), flags };
  }
  return undefined;
}

function isHtml(bytes: Uint8Array): boolean {
  return /^\s*<(!doctype html|html)/i.test(new TextDecoder().decode(bytes.subarray(0, 200)));
}
