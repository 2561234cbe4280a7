import { setTimeout as wait } from 'node:timers/promises';
import { type StartedTransferReference, startTransferReference } from '../../../reference/transfer/start.ts';
import { readLedger } from '../../../src/wire/session/ledger.ts';
import { closing } from '../../afterwards.ts';
import type { Started } from '../../process.ts';
import { Workplace } from '../command.ts';

let place: Workplace;
let service: StartedTransferReference;
let before: Set<string>;

beforeEach(async () => {
  place = new Workplace();
  // Slow enough that a signal finds jobs that are not cancelled yet.
  service = closing(await startTransferReference({ delayMs: 150 }));
  before = new Set(service.reference.jobs.keys());
});

const run = (): Started => place.start('run --out out --replace', { ...service.env, ASSAY_ALLOW_CREATE: 'jobs' });
const created = () => [...service.reference.jobs.keys()].filter((id) => !before.has(id));

async function untilJobs(atLeast: number, running: Started) {
  let over = false;
  void running.ended.then(() => {
    over = true;
  });
  while (created().length < atLeast && !over) await wait(10);
  expect(over, 'the run was over before it was interrupted').toBe(false);
}

test('the second signal ends at once, and the ledger tells what is left', async () => {
  const running = run();
  await untilJobs(2, running);
  running.child.kill('SIGINT');
  while (running.child.stderr?.readableLength === undefined) await wait(5);
  await new Promise((resolve) => running.child.stderr?.once('data', resolve));
  running.child.kill('SIGINT');
  const { code } = await running.ended;
  expect(code).toBe(130);
  const { lines } = readLedger(place.path('out/ledger.jsonl'));
  expect(lines.filter(({ state }) => state === 'open').length).toBeGreaterThan(0);
  const uncancelled = created().filter((id) => service.reference.stateOf(id) !== 'CANCELED');
  expect(uncancelled.length).toBeGreaterThan(0);

  const cleaned = await place.run('clean out --remove', service.env);
  const left = lines.filter(({ state }) => state !== 'closed');
  const named = left.filter(({ identifier }) => identifier !== undefined);
  for (const { identifier } of named) expect(service.reference.stateOf(String(identifier))).toBe('CANCELED');
  const unnamed = left.length - named.length;
  expect(created().filter((id) => service.reference.stateOf(id) !== 'CANCELED').length).toBeLessThanOrEqual(unnamed);
  if (unnamed > 0)
    expect(cleaned.stdout.replace(/\s+/g, ' ')).toContain(
      'identifier unknown: no response to its creation was recorded',
    );
  expect(cleaned.code).toBe(unnamed > 0 ? 1 : 0);
});
