/** Clean-up at the end of a run in which a credential was delegated. */
import { createPki } from '../../reference/pki/create-pki.ts';
import { createDelegationRequest } from '../../reference/transfer/handshakes.ts';
import type { ProbeContext, RequestOptions } from '../../src/engine/words/types.ts';
import type { Exchange, Outcome } from '../../src/wire/types.ts';
import { delegationHandshake, SIGNS_WITH } from '../../suites/transfer/handshake.ts';
import { delegate } from '../../suites/transfer/probes/delegating.ts';
import { exchange } from '../engine/exchanges.ts';

const PATHS = new Map(['request', 'deliver', 'remove'].map((step) => [step, `/${step}/{delegation_id}`]));

const answer = (status: number, text: string): Outcome => {
  const bytes = Buffer.from(text);
  return { kind: 'answer', status, headers: [], body: { bytes, size: bytes.length, digest: text, truncated: false } };
};

const failure = (phase: 'refused-by-safety' | 'aborted' | 'timeout', code: string): Outcome => ({
  kind: 'failure',
  phase,
  code,
  message: code,
});

const given = Promise.all([createPki(), createDelegationRequest()]);

/** Returns the requests of the clean-up after a delivery with this outcome; undefined: no clean-up is registered. */
async function cleanedUpAfter(delivery: Outcome, sent: boolean) {
  const [pki, { pem }] = await given;
  const secrets = new Map([
    [SIGNS_WITH.cert, pki.vomsProxy.cert],
    [SIGNS_WITH.key, pki.vomsProxy.key],
  ] as [string, string][]);
  const requests: string[] = [];
  let cleanup: (() => Promise<boolean | string>) | undefined;
  const send = async (operation: string, { method = 'GET', path, purpose }: RequestOptions = {}): Promise<Exchange> => {
    const step = path?.text.split('/')[1];
    requests.push([purpose, method, step ?? operation].join(' '));
    const outcome = step === 'request' ? answer(200, pem) : step === 'deliver' ? delivery : answer(404, '');
    const attempts = sent || step !== 'deliver' ? [{ url: '', startedAt: 0, endedAt: 0, timings: {}, outcome }] : [];
    return exchange({ operation, outcome, attempts });
  };
  const context = {
    send,
    contract: { handshakes: new Map([[delegationHandshake.id, PATHS]]) },
    settings: {},
    secret: (name: string) => secrets.get(name),
    addSecret() {},
    cleanup: (_: unknown, run: typeof cleanup) => {
      cleanup = run;
    },
    residue: () => expect.unreachable(),
  } as unknown as ProbeContext;
  await delegate.run(
    {
      identity: { json: { delegation_id: '0123456789abcdef' }, exchange: exchange({ operation: 'identity' }) },
    } as never,
    context,
  );
  expect(requests.splice(0)).toEqual([' GET delegation', 'other GET request', 'other PUT deliver']);
  await cleanup?.();
  return cleanup && requests;
}

test.each([
  ['refused', failure('refused-by-safety', 'LEDGER_NOT_WRITTEN')],
  ['interrupted before', failure('aborted', 'INTERRUPTED')],
])('a delivery that was never sent (%s) is not cleaned up', async (_, outcome) =>
  expect(await cleanedUpAfter(outcome, false)).toBeUndefined(),
);

test.each([
  ['interrupted meanwhile', failure('aborted', 'INTERRUPTED')],
  ['never answered', failure('timeout', 'TIMEOUT')],
  ['answered with 500', answer(500, '')],
])('a delivery that was %s is cleaned up, after the delegation was read', async (_, outcome) =>
  expect(await cleanedUpAfter(outcome, true)).toEqual(['cleanup GET delegation', 'cleanup DELETE remove']),
);
