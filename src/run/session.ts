/** Sending a few requests outside of a run: `doctor` and `clean`. Nothing is created. */

import { ownAgent } from '../contract/root.ts';
import type { Contract } from '../contract/types.ts';
import { createProbeContext, type RunServices } from '../engine/send/probe-context.ts';
import type { Ready } from '../engine/send/run.ts';
import type { Lane, ProbeContext } from '../engine/words/types.ts';
import { secretsOf } from '../settings/secrets.ts';
import type { Target } from '../settings/types.ts';
import { createUndiciTransport } from '../wire/connect/undici-transport.ts';
import { createRedactor, type Redactor } from '../wire/secrets/redaction.ts';
import { openLedger } from '../wire/session/ledger.ts';
import { createSession, type SessionOptions } from '../wire/session/session.ts';
import type { Transport } from '../wire/types.ts';

/** Connects as the settings say, through their proxy. */
export function transportFor(
  { proxy, requestTimeoutMs }: Target,
  caFor: (origin: string) => readonly string[] | undefined,
): Transport {
  return createUndiciTransport({ caFor, proxy, connectTimeoutMs: Math.min(10_000, requestTimeoutMs) });
}

/** A redactor of the secrets in the settings and in what was prepared from them. */
export function redactorFor({
  target,
  ready,
}: {
  readonly target: Target;
  readonly ready: readonly Ready[];
}): Redactor {
  const redactor = createRedactor();
  for (const { value, name } of [...secretsOf(target), ...ready.flatMap(({ prepared }) => prepared.secrets)])
    redactor.add(value, name);
  return redactor;
}

/** Sends documented requests that create nothing. */
export interface Asker {
  /** The context of a probe; its exchanges are not recorded. */
  contextOf(
    of: { readonly contract: Contract; readonly prepared: Ready['prepared'] },
    lane: Lane,
    probe: string,
  ): ProbeContext;
  close(): Promise<void>;
}

/** Opens a session with the services of the settings. `runId` stands for the run's; `readMethods` are the only methods, if given. */
export function openAsker(
  ready: readonly Ready[],
  target: Target,
  runId: string,
  readMethods?: SessionOptions['readMethods'],
): Asker {
  const addresses = ready.flatMap(({ prepared }) => Object.values(prepared.services));
  const origins = new Map(
    ready.flatMap(({ prepared }) =>
      Object.values(prepared.services).map((url) => [new URL(url).origin, prepared.authorities] as const),
    ),
  );
  const began = performance.now();
  const redactor = createRedactor();
  const session = createSession({
    transport: transportFor(target, (origin) => origins.get(origin)),
    redactor,
    ledger: openLedger(),
    runId,
    now: () => performance.now() - began,
    allow: new Set(),
    addresses,
    ...(readMethods && { readMethods }),
    requestTimeoutMs: target.requestTimeoutMs,
    defaultHeaders: [
      ['User-Agent', ownAgent()],
      ['Accept', '*/*'],
    ],
  });
  const nothing = () => undefined;
  let sent = 0;
  const services: RunServices = {
    send: (request) => session.send(request),
    runId,
    seed: 0,
    depth: target.depth,
    nextId: () => `e${++sent}`,
    redact: (text) => redactor.text(text),
    record: nothing,
    cleanup: nothing,
    residue: nothing,
    wait: async () => undefined,
    now: () => 0,
    notOffered: target.notOffered,
  };
  return {
    close: () => session.close(),
    contextOf: ({ contract, prepared }, lane, probe) =>
      createProbeContext(services, contract, prepared.services, { lane, round: 0, chain: 0, probe: { name: probe } }),
  };
}
