/** Services that go down during a run. */
import type { ReferenceResponse } from '../../reference/types.ts';
import type { Result } from '../../src/index.ts';
import { redOf } from '../verdicts.ts';
import { type Asked, briefError, type Deployment, type Env, type Layer, type Ran } from './deployment.ts';
import { changed, type Row, sentences, summary, told } from './table.ts';

type Create = 'all' | '';

export interface Case {
  /** How the service fails. */
  how: string;
  /** The first failing request and, if the service comes back, the last one; counted from 1. */
  from: number;
  to?: number;
  /** If given, only authorised requests to this operation fail, counted by credential. */
  operation?: string;
  create: Create;
  depth?: 'thorough';
}

/** Number of moments in a run. */
const MOMENTS = 20;
/** Shares of a run after which a service goes down temporarily, and for how much of the run. */
const WHILE = { begins: [0.2, 0.4, 0.6], lasts: 0.25 };
/** The failing requests to one operation; the first failed one is repeated at once. */
const BURST = { from: 2, to: 3 };

/** Share of the requirements that may be undecided after a service came back. */
const LITTLE = 0.1;

export const RESET: ReferenceResponse = { status: 500, headers: [], body: new Uint8Array(), connection: 'reset' };
const maintenance = ({ number }: Asked): ReferenceResponse => ({
  status: 200,
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from(`<!DOCTYPE html><title>Maintenance</title><p>We are back soon. Request ${number}</p>`),
});
const sameJson: ReferenceResponse = {
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from('{"status":"maintenance"}'),
};
const noContent: ReferenceResponse = { status: 200, headers: [], body: new Uint8Array() };
const elsewhere: ReferenceResponse = {
  status: 302,
  headers: [['Location', 'https://login.example.org/']],
  body: new Uint8Array(),
};
const HANGING = 'hanging';
/** On a busy machine, a reference itself can take some hundred milliseconds. */
const REQUEST_TIMEOUT = { ASSAY_REQUEST_TIMEOUT_MS: '800' };

/** Kinds of failures: the response instead of the reference's; undefined: that of the reference. */
const FAILING: Record<string, (asked: Asked) => Promise<ReferenceResponse | undefined>> = {
  500: async () => briefError(500),
  503: async () => briefError(503),
  'a page': async (asked) => maintenance(asked),
  'the same JSON': async () => sameJson,
  'no content': async () => noContent,
  reset: async () => RESET,
  [HANGING]: () => new Promise(() => undefined),
  'a redirect': async () => elsewhere,
  404: async () => briefError(404),
  'authorised 500': async (asked) => ((await asked.accepted()) ? briefError(500) : undefined),
};
/**
 * Failures that look like a judgement of the request: they are an outage only if nothing works afterwards, and the
 * service worked before; otherwise its address may be wrong.
 */
const LASTING = ['a redirect', '404'];
/** Successful responses of something else. */
const INSTEAD = ['a page', 'the same JSON', 'no content'];
/** Returns the kinds for an interface. Services without credentials reject no request. */
const WAYS = (of: string) => Object.keys(FAILING).filter((how) => how !== 'authorised 500' || of !== 'ticket-bridge');

/** Returns the cases in which the service goes down at one of several moments of a run, and stays down. */
export function downFor(of: string, create: Create, { probing }: Ran): Case[] {
  const moments = new Set(
    Array.from({ length: MOMENTS }, (_, at) => 1 + Math.round(((at + 1) * (probing - 1)) / (MOMENTS + 1))),
  );
  const worked = (from: number) => from > probing / 3;
  return [
    ...[1, probing, 2 * probing].map((from): Case => ({ how: 'reset', from, create, depth: 'thorough' })),
    ...WAYS(of).flatMap((how) =>
      [...moments].filter((from) => !LASTING.includes(how) || worked(from)).map((from) => ({ how, from, create })),
    ),
  ];
}

/** Returns the cases in which the service is down temporarily, and works at the end. */
export function downForAWhile(of: string, create: Create, { probing }: Ran): Case[] {
  const passing = WAYS(of).filter((how) => !LASTING.includes(how));
  return passing.flatMap((how) =>
    WHILE.begins.map((begins) => ({
      how,
      from: Math.max(2, Math.round(probing * begins)),
      to: Math.round(probing * (begins + WHILE.lasts)),
      create,
    })),
  );
}

/**
 * Returns the cases in which a few consecutive requests to a read operation fail, per credential; before and after
 * them, it works.
 */
export function bursts(deployment: Deployment, create: Create, { asked, probing }: Ran): Case[] {
  const counts = new Map<string, number>();
  for (const one of asked.slice(0, probing)) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  const often = deployment.operations.filter(
    (name) =>
      deployment.reads(name) && [...counts].some(([key, times]) => key.startsWith(`${name} `) && times >= 2 * BURST.to),
  );
  return often.map((operation) => ({ how: '500', ...BURST, operation, create }));
}

/** Returns a key of operation and credential. */
const keyOf = ({ operation, headers }: Asked) =>
  `${operation} ${headers.authorization ?? headers['x-auth-token'] ?? ''}`;

/**
 * Runs one case. It breaks the rule if a requirement fails or warns; if an undecided one is blamed on anything but the
 * infrastructure; if the run passes although the service stayed down; and if no sentence says that it stopped
 * answering, or that requests failed.
 */
export async function measureOutage(deployment: Deployment, clean: Ran, one: Case): Promise<Row> {
  const { how, from, to = Number.POSITIVE_INFINITY, operation, create, depth = 'standard' } = one;
  const counts = new Map<string, number>();
  let failed = 0;
  const met = new Set<string>();
  const layer: Layer = async (asked, next) => {
    if (operation !== undefined && (asked.operation !== operation || !(await asked.accepted()))) return next();
    const key = operation === undefined ? '' : keyOf(asked);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count < from || count > to) return next();
    failed += 1;
    const instead = await FAILING[how]?.(asked);
    if (instead !== undefined && (await asked.accepted())) met.add(asked.operation ?? asked.path);
    return instead ?? next();
  };
  const env: Env = { ASSAY_ALLOW_CREATE: create, ASSAY_DEPTH: depth, ...(how === HANGING && REQUEST_TIMEOUT) };
  const { results } = await deployment.run(env, layer);
  // A failure of an operation that is not repeated looks like a lasting one; dependent requirements follow from it.
  const isExcused = ({ operation: of = '', message = '' }: Result) => {
    const needed = /^Depends on [A-Z]+ \S+ \(([\w-]+)\), which returned 500/.exec(message)?.[1] ?? of;
    return to !== Number.POSITIVE_INFINITY && !(deployment.gets(of) && deployment.gets(needed));
  };
  const red = redOf(results).filter((result) => !isExcused(result));
  const open = changed(results, clean.results)
    .filter(
      ({ result: { verdict, basis } }) => basis !== 'gap' && (verdict === 'inconclusive' || verdict === 'skipped'),
    )
    .map(({ result }) => result);
  // A service that responds only with a page may be a different one.
  const isStrange = INSTEAD.includes(how) && results.otherServices?.[0] !== undefined;
  const elsewhere = open.filter(
    (result) =>
      !(
        result.blame === 'infrastructure' ||
        isStrange ||
        // Failures of one operation alone look like a fault of that operation.
        (met.size === 1 && result.blame === 'target') ||
        isExcused(result)
      ),
  );
  const said = sentences(results);
  const stops = to === Number.POSITIVE_INFINITY && operation === undefined;
  // A service that came back, and left few requirements undecided, has been verified.
  const mayPass = !stops && open.length <= results.requirements.length * LITTLE;
  // A service that never responded, or only with a page, did not stop.
  const began = from > 1 && !said.some((sentence) => /does not seem to be that of/.test(sentence));
  const missing = stops && began ? WORDS.filter((words) => !said.some((sentence) => words.test(sentence))) : [];
  return {
    case: `${create === 'all' ? 'creating' : 'read-only'}, ${depth}, ${how}: down ${operation ? `${operation} ` : ''}${from}-${to} of ${clean.probing}`,
    breaches: [
      ...(failed === 0 ? ['no request came while the service was down'] : []),
      ...red.map((result) => `accuses: ${told(result)}`),
      ...summary(elsewhere).map((line) => `blames: ${line}`),
      ...(results.exitCode === 3 ||
      (mayPass && results.exitCode === 0) ||
      (results.exitCode === 1 && red.length < redOf(results).length)
        ? []
        : [`exit ${results.exitCode}: ${results.gate.join(' ')}`]),
      ...(results.exitCode === 0 &&
      met.size > 0 &&
      open.length === 0 &&
      !said.some((one) => /No requirement failed because of this/.test(one))
        ? ['no sentence says that requests failed']
        : []),
      ...missing.map((words) => `no sentence says ${words}: ${results.gate.join(' ')}`),
    ],
  };
}

/** Sentences about every service that went down and stayed down. */
const WORDS = [/stopped responding, at /];
