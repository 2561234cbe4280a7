/** A forecast counts the requirements that the run then decides; a rehearsal, the requests that it sends. */
import type { Handler } from '../../reference/types.ts';
import { sumOf, tableOf } from '../../src/report/parts/tally.ts';
import { forecast } from '../../src/run/forecast.ts';
import { makeReady } from '../../src/run/ready.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { inProcessReferenceOf, inProcessTransport } from '../../src/selftest/in-process.ts';
import { type Rehearsed, rehearse } from '../../src/selftest/rehearsal.ts';
import type { Environment } from '../../src/settings/types.ts';

const ALL = { ASSAY_ALLOW_CREATE: 'all' };
const EXPIRED = `eyJhbGciOiJFUzI1NiJ9.${btoa(JSON.stringify({ exp: 1_600_000_000 }))}.c2lnbmVk`;

test.each<[name: string, of: string, more: Environment, only?: string]>([
  ['everything allowed', 'transfer', ALL],
  ['read-only', 'transfer', {}],
  ['without a token', 'transfer', { TRANSFER_TOKEN: '' }],
  ['with an expired token', 'transfer', { TRANSFER_TOKEN: EXPIRED }],
  ['with tokens not offered', 'transfer', { ASSAY_NOT_OFFERED: 'token' }],
  ['narrowed', 'transfer', {}, 'transfer/list-jobs'],
  ['everything allowed', 'ticket-bridge', ALL],
  ['tickets alone', 'ticket-bridge', { ASSAY_ALLOW_CREATE: 'tickets' }],
  ['read-only', 'ticket-bridge', {}],
  ['narrowed', 'ticket-bridge', ALL, 'ticket-bridge/TicketCreate'],
  ['everything allowed', 'data-hub', ALL],
  ['read-only', 'data-hub', {}],
  ['narrowed', 'data-hub', {}, 'data-hub/list-spaces,data-hub/gap'],
])(
  '%s, of %s',
  async (_, of, more, only = '') => {
    const reference = await inProcessReferenceOf(of);
    const env = { ...reference.env, ASSAY_ALLOW_CREATE: '', ...more };
    try {
      const made = await makeReady(env);
      if (!made.ok) throw new Error(made.problems.join('\n'));
      const selected = only === '' ? [] : [only];
      const plan = forecast(made.ready, made.target, selected);
      let jobs = 0;
      const counting =
        (handler: Handler): Handler =>
        async (request) => {
          const response = await handler(request);
          if (request.method === 'POST' && response.status < 300) jobs += 1;
          return response;
        };
      const handlers = [...(await reference.deploy({}))].map(([url, handler]) => [url, counting(handler)] as const);
      const transport = inProcessTransport(new Map(handlers));
      const { results } = await hostRun({ env, transport, backoffMs: 1, only: selected });
      const open = new Map(plan.left.map(({ id, verdict, message }) => [id, `${verdict} ${message}`]));
      // The reference has no file that a read-only run could read with an invalid credential.
      const late = /^data-hub\/read-content\/refuses\//;
      const ended = results.requirements.filter(
        ({ id, basis, verdict }) =>
          basis !== 'gap' && (plan.asked.has(id) ? verdict === 'skipped' && !late.test(id) : open.has(id)),
      );
      expect(ended.map(({ id, verdict, message }) => [id, `${verdict} ${message}`])).toEqual([...open]);
      expect(plan.requirements.map(({ id }) => id)).toEqual(results.requirements.map(({ id }) => id));
      expect(plan.notPlanned).toEqual(results.notPlanned);
      // The first number is that of the requirements on which the conclusion rests; the others count every one once.
      const [sums, total] = [sumOf(plan), sumOf(results)].map((text) => (text.match(/\d+/g) ?? []).map(Number));
      expect(total?.[0]).toBe(sums?.[0]);
      for (const numbers of [sums, total])
        expect(tableOf(results).at(-1)).toEqual(['total', numbers?.slice(1).reduce((sum, count) => sum + count, 0)]);
      if (of !== 'transfer' || more['TRANSFER_TOKEN'] === EXPIRED) return;
      const steps = [...((await rehearse(of, env, selected, 'standard'))?.values() ?? [])];
      const sum = (countOf: (step: Rehearsed) => number) => steps.reduce((total, step) => total + countOf(step), 0);
      expect({ requests: sum(({ requests }) => requests), jobs: sum(({ created }) => created['jobs'] ?? 0) }).toEqual({
        requests: results.run.requests,
        jobs,
      });
    } finally {
      await reference.close();
    }
  },
  60_000,
);
