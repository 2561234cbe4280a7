/** Each row of the table of success: what an answer to a documented request means, and whose fault it is. */
import { describe, expect, test } from 'vitest';
import { standing } from '../../src/engine/standing.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { exchange, type Told } from './exchanges.ts';

const WORKING = (): Exchange => exchange({ operation: 'identity', at: 0 });
const LATER = (): Exchange => exchange({ operation: 'identity', at: 1e9 });

type Meaning = 'succeeded' | `contradicted ${string}` | `undecided ${string}`;

/** Status or failure, whether anything else works, what else is told of it, and the meaning. */
const TABLE: readonly (readonly [what: string, told: Told, others: readonly Exchange[], meaning: Meaning])[] = [
  ...[200, 201, 202, 204, 207, 299].map((status) => [`${status}`, { status }, [], 'succeeded'] as const),
  ...[404, 405, 410, 501].flatMap((status) => [
    [`${status} while another operation works`, { status }, [WORKING()], 'contradicted target'] as const,
    [`${status} to an identifier of the service's, while another works`, { status, identifiers: 'service' }, [WORKING()], 'contradicted target'] as const,
    [`${status} where nothing works`, { status }, [], 'undecided settings'] as const,
    [`${status} to an identifier from the settings alone`, { status, identifiers: 'settings' }, [WORKING()], 'undecided settings'] as const,
    [
      `${status} to an identifier from the settings that worked elsewhere in the run`,
      { status, identifiers: 'settings' },
      [WORKING(), exchange({ identifiers: 'settings' })],
      'contradicted target',
    ] as const,
  ]),
  ['404 while only the same operation works', { status: 404 }, [exchange()], 'undecided settings'],
  ['404 while only a refusal was answered with 2xx', { status: 404 }, [exchange({ operation: 'identity', purpose: 'refusal' })], 'undecided settings'],
  ['404 while another service works', { status: 404 }, [exchange({ operation: 'identity', service: 'other' })], 'undecided settings'],
  ['500 while another operation works', { status: 500 }, [WORKING()], 'contradicted target'],
  ['500 where nothing works', { status: 500 }, [], 'undecided infrastructure'],
  ...[400, 404, 405, 409, 410, 500, 501].map(
    (status) =>
      [
        `${status} where the document leaves open whether it can be done`,
        { status, notes: { leftOpen: 'the job had finished' } },
        [WORKING()],
        'undecided settings',
      ] as const,
  ),
  ['401 although the same is left open', { status: 401, at: 50, notes: { leftOpen: 'the job had finished' } }, [LATER()], 'contradicted target'],
  ['503 where it is left open', { status: 503, notes: { leftOpen: 'the job had finished' } }, [WORKING()], 'undecided infrastructure'],
  ['401 while the same credential is accepted later', { status: 401, at: 50 }, [LATER()], 'contradicted target'],
  ['401 while it was accepted only before', { status: 401, at: 50 }, [WORKING()], 'undecided credential'],
  [
    '401 while only another credential is accepted later',
    { status: 401, at: 50 },
    [exchange({ lane: 'token', credential: 'token', at: 1e9 })],
    'undecided credential',
  ],
  ['401 where nothing works', { status: 401 }, [], 'undecided credential'],
  ...[403, 419].map((status) => [`${status}`, { status }, [WORKING(), LATER()], 'undecided credential'] as const),
  ...[400, 409, 411, 413, 415, 422, 402, 418, 451].flatMap((status) => [
    [`${status} to what the operator chose`, { status, chosen: true }, [WORKING()], 'undecided settings'] as const,
    [`${status} to what is documented`, { status }, [WORKING()], 'contradicted target'] as const,
  ]),
  ...[408, 425, 429, 502, 503, 504, 507, 505, 520].map((status) => [`${status}`, { status }, [WORKING()], 'undecided infrastructure'] as const),
  ...[300, 302, 307, 308].map((status) => [`${status} that was not followed`, { status }, [WORKING()], 'undecided settings'] as const),
  ...(['dns', 'connect', 'tls', 'send', 'headers', 'body', 'limit', 'timeout', 'aborted'] as const).map(
    (phase) => [`a failure: ${phase}`, { phase }, [WORKING()], 'undecided infrastructure'] as const,
  ),
  ['a redirect that is not followed', { phase: 'redirect' }, [WORKING()], 'undecided settings'],
  ['what was not sent', { phase: 'refused-by-safety' }, [WORKING()], 'undecided settings'],
];

describe('an answer to a documented request', () => {
  test.each(TABLE)('%s', (_, told, others, meaning) => {
    const own = exchange(told);
    const result = standing(own, [...others, own]);
    expect(result.kind === 'succeeded' ? 'succeeded' : `${result.kind} ${result.blame}`).toBe(meaning);
  });

  test.each(TABLE.filter(([, told]) => told.status === undefined || told.status >= 300))(
    '%s: the sentence names the operation and what came',
    (_, told, others) => {
      const own = exchange(told);
      const result = standing(own, [...others, own]);
      const why = result.kind === 'succeeded' ? '' : result.why;
      expect(why).toContain('list-jobs');
      expect(why).toContain(told.status === undefined ? 'the message' : String(told.status));
    },
  );
});
