/** Input of every report: results and evidence. */
import type { Judgeable } from '../../engine/account/results.ts';
import type { ProbeOutcome, Results } from '../../engine/words/types.ts';
import { memberOf } from '../../files/json-value.ts';
import type { Exchange } from '../../wire/types.ts';

/** Outcome of a step of the plan. */
export interface PlannedProbe extends ProbeOutcome {
  readonly interface: string;
}

export interface ReportInput {
  readonly results: Results;
  /** Recorded exchanges, redacted; empty if no request was sent. */
  readonly exchanges: readonly Exchange[];
  /** Steps of the plan, if the evidence contains them. */
  readonly probes?: readonly PlannedProbe[];
}

/** Input of reports about a run that has just ended. */
export function reportInput(results: Results, judgeables: readonly Judgeable[] = []): ReportInput {
  return {
    results,
    exchanges: judgeables.flatMap(({ recording }) => recording.exchanges),
    probes: judgeables.flatMap(({ recording }) =>
      recording.probes.map((probe) => ({ ...probe, interface: recording.interface })),
    ),
  };
}

/** Files by their path within a directory. */
export type ReportFiles = ReadonlyMap<string, string>;

/** Returns steps of the plan from the extension `log._assay` of the evidence; none for evidence from other tools. */
export function probesOf(testimony: unknown): readonly PlannedProbe[] {
  const recordings = memberOf(testimony, 'recordings');
  if (!Array.isArray(recordings)) return [];
  return recordings.flatMap((recording: unknown) => {
    const of = memberOf(recording, 'interface');
    const probes = memberOf(recording, 'probes');
    return typeof of === 'string' && Array.isArray(probes)
      ? (probes as ProbeOutcome[]).map((probe) => ({ ...probe, interface: of }))
      : [];
  });
}

/** Recorded requests by exchange id; addresses are redacted. */
export type Requests = ReadonlyMap<string, Pick<Exchange, 'operation' | 'purpose' | 'request'>>;

/** Returns exchanges by their id. */
export function byId<E extends { readonly id: string }>(exchanges: readonly E[]): ReadonlyMap<string, E> {
  return new Map(exchanges.map((exchange) => [exchange.id, exchange]));
}

/**
 * Returns method, path and query of a request, or `call` and the name of a call of a library. An invalid URL stays
 * unchanged.
 */
export function lineOf({
  method,
  url,
}: {
  readonly method: string;
  readonly url: string;
}): [method: string, path: string] {
  try {
    const { protocol, pathname, search } = new URL(url);
    return protocol.startsWith('http') ? [method, `${pathname}${search}`] : ['call', pathname.slice(1)];
  } catch {
    return [method, url];
  }
}
