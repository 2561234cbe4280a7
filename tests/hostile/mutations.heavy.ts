/**
 * Random mutations of correct responses and of the transport: no error in Assay, and no failure if only the transport
 * was changed. HOSTILE_MUTATIONS sets their number, HOSTILE_SEED the seed.
 */
import fc from 'fast-check';
import type { InProcessReference } from '../../reference/in-process.ts';
import { referenceOf } from '../../reference/index.ts';
import type { Handler, ReferenceResponse } from '../../reference/types.ts';
import { SERVED } from '../../src/clients/client-side.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { inProcessTransport } from '../../src/selftest/in-process.ts';
import { withVerdict } from '../verdicts.ts';

const WANTED = Number(process.env.HOSTILE_MUTATIONS ?? 800);
const SEED = Number(process.env.HOSTILE_SEED ?? Date.now() % 1e9);
/** Number of mutations drawn for a run; its responses use them in turn. */
const PER_RUN = 60;

type Mutation = (body: Buffer) => Partial<ReferenceResponse>;

const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (body: Buffer, fraction: number) => Math.floor(fraction * body.length);
const spliced = (
  body: Buffer,
  from: number,
  to: number,
  text: Uint8Array | string,
): Mutation extends (body: Buffer) => infer R ? R : never => ({
  body: Buffer.concat([body.subarray(0, from), Buffer.from(text as string), body.subarray(to)]),
});
const ODD = [
  '',
  '{',
  '}',
  '\\',
  '\0',
  '\ud800',
  'null',
  '1e999',
  '</',
  '&#0;',
  '\r\n',
  '__proto__',
  '::error::x',
  '\u001b[2J',
  '9'.repeat(2000),
  'k'.repeat(5000),
  '[',
  ' '.repeat(70_000),
];

const keep = fc.constant<Mutation>(() => ({}));
const contents: fc.Arbitrary<Mutation> = fc.oneof(
  { arbitrary: keep, weight: 2 },
  fc.tuple(place, fc.integer({ min: 0, max: 7 })).map(
    ([where, bit]): Mutation =>
      (body) => {
        const changed = Buffer.from(body);
        const index = at(body, where * 0.999);
        if (index < changed.length) changed[index] = (changed[index] as number) ^ (1 << bit);
        return { body: changed };
      },
  ),
  place.map(
    (where): Mutation =>
      (body) => ({ body: body.subarray(0, at(body, where)) }),
  ),
  fc.tuple(place, fc.constantFrom(...ODD)).map(
    ([where, text]): Mutation =>
      (body) =>
        spliced(body, at(body, where), at(body, where), text),
  ),
  fc.tuple(place, place, fc.constantFrom(...ODD)).map(
    ([one, other, text]): Mutation =>
      (body) => {
        const [from, to] = [at(body, one), at(body, other)].toSorted((a, b) => a - b) as [number, number];
        return spliced(body, from, to, text);
      },
  ),
  fc.tuple(fc.nat(40), fc.json({ maxDepth: 3 })).map(
    ([nth, value]): Mutation =>
      (body) => {
        let seen = 0;
        return {
          body: Buffer.from(
            body
              .toString('utf8')
              .replace(/:\s*("[^"]*"|-?\d+|true|false|null|\{\}|\[\])/g, (found) =>
                seen++ === nth ? `:${value}` : found,
              ),
          ),
        };
      },
  ),
  fc.constantFrom('text/html', '', 'application/json; charset="', 'text/xml; charset=utf-7').map(
    (type): Mutation =>
      () => ({ headers: [['Content-Type', type]] }),
  ),
  fc.integer({ min: 200, max: 599 }).map(
    (status): Mutation =>
      () => ({ status }),
  ),
);

const transport: fc.Arbitrary<Mutation> = fc.oneof(
  { arbitrary: keep, weight: 4 },
  fc.constant<Mutation>(() => ({ connection: 'reset' })),
  place.map(
    (where): Mutation =>
      (body) => ({
        body: async function* () {
          yield body.subarray(0, at(body, where));
          throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
        },
      }),
  ),
  fc.constantFrom(408, 425, 429, 502, 503, 504, 507).map(
    (status): Mutation =>
      () => ({ status }),
  ),
  fc.nat(20).map(
    (delayMs): Mutation =>
      () => ({ delayMs }),
  ),
);

const references = new Map<string, Promise<InProcessReference>>();

async function runWith(of: string, mutations: Mutation[]) {
  const reference = (await (references.get(of) ??
    references.set(of, referenceOf(of).inProcess({ env: {} })).get(of))) as InProcessReference;
  let applied = 0;
  let next = 0;
  const mutated =
    (handler: Handler): Handler =>
    async (request) => {
      const response = await handler(request);
      if (!(response.body instanceof Uint8Array)) return response;
      const mutation = mutations[next++ % mutations.length] as Mutation;
      const change = mutation(Buffer.from(response.body));
      if (Object.keys(change).length > 0) applied += 1;
      return { ...response, ...change };
    };
  const handlers = new Map([...(await reference.deploy({}))].map(([origin, handler]) => [origin, mutated(handler)]));
  const waits = Object.fromEntries(
    Object.keys(reference.env)
      .filter((name) => name.endsWith('_WAIT_MS'))
      .map((name) => [name, '200']),
  );
  const { results } = await hostRun({
    env: { ...reference.env, ...waits, ASSAY_ALLOW_CREATE: 'all' },
    transport: inProcessTransport(handlers),
    backoffMs: 0,
  });
  return { results, applied };
}

const KINDS = [
  ['contents', contents, ['error']],
  ['the transport', transport, ['error', 'fail']],
] as const;

afterAll(async () => {
  for (const reference of references.values()) await (await reference).close();
});

test.each(SERVED.flatMap((of) => KINDS.map(([what, mutations, never]) => [of, what, mutations, never] as const)))(
  '%s: mutations of %s',
  async (of, what, mutations, never) => {
    const each = WANTED / (SERVED.length * KINDS.length);
    let applied = 0;
    let runs = 0;
    for (; applied < each && runs < each; runs += 1) {
      const seed = SEED + runs;
      const [drawn = []] = fc.sample(fc.array(mutations, { minLength: PER_RUN, maxLength: PER_RUN }), {
        seed,
        numRuns: 1,
      });
      const came = await runWith(of, drawn);
      applied += came.applied;
      const wrong = withVerdict(came.results, ...never).map(
        ({ id, verdict, message }) => `${verdict} ${id}: ${message}`,
      );
      expect(wrong, `HOSTILE_SEED=${seed}`).toEqual([]);
      expect(came.results.exitCode, `HOSTILE_SEED=${seed}: ${came.results.gate.join('\n')}`).not.toBe(4);
    }
    console.log(`${of}: ${applied} mutations of ${what} in ${runs} runs, seeds ${SEED} to ${SEED + runs - 1}`);
    expect(applied).toBeGreaterThan(0);
  },
  3_000_000,
);
