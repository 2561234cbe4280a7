/** Hostile answers are sent as they are meant, spoil one operation, and end with the connection. */
import { request } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPki, type Pki } from '../../reference/pki/create-pki.ts';
import { hostilities } from '../../reference/transfer/hostile.ts';
import { createTransferReference } from '../../reference/transfer/reference.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { credentialOf } from './transfer-walk.ts';

let pki: Pki;
beforeAll(async () => {
  pki = await createPki();
});

const identities = [...hostilities().values()].filter(({ operation }) => operation === 'identity');

/** What a plain client sees within a quarter of a second: the start of a body, or an error. */
const ask = (url: string, target: string): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const outgoing = request(`${url}${target}`, { ca: pki.ca, agent: false, headers: { authorization: `Bearer ${pki.token}` } }, (answer) => {
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (text.length > 1_000_000) outgoing.destroy();
      });
      answer.on('end', () => resolve(`ended: ${answer.statusCode} ${text} ${answer.headers['content-encoding'] ?? ''}`));
      answer.on('close', () => resolve(`cut: ${answer.statusCode} ${text.slice(0, 1000)}`));
      answer.on('error', () => undefined);
    });
    outgoing.setTimeout(250, () => outgoing.destroy());
    outgoing.on('error', (error) => resolve(`failed: ${error.message}`));
    outgoing.end();
  });

describe('each spoils the identity and leaves the listing', () => {
  it.each(identities.map((each) => [each.id, each] as const))('%s', async (id) => {
    const plain = await startTransferReference({ pki });
    const started = await startTransferReference({ pki, hostile: id });
    try {
      const spoilt = await ask(started.url, '/whoami');
      const usual = await ask(plain.url, '/whoami');
      expect(usual).toMatch(/^ended: 200 \{/);
      expect(spoilt).not.toBe(usual);
      expect(await ask(started.url, '/jobs')).toMatch(/^ended: 200 \[\{/);
    } finally {
      await Promise.all([plain.close(), started.close()]);
    }
  });
});

it('a gzip bomb holds what it says', async () => {
  const reference = createTransferReference({ pki, hostile: 'transfer/hostile/gzip-bomb@identity' });
  const response = await reference.handler({ method: 'GET', target: '/whoami', body: new Uint8Array(), ...credentialOf(pki, 'token') });
  const body = response.body as Uint8Array;
  expect(body.length).toBeLessThan(4 * 1024 * 1024);
  expect(() => gunzipSync(body, { maxOutputLength: 256 * 1024 * 1024 })).toThrow(RangeError);
});

it('that do not exist are an error', () => {
  expect(() => createTransferReference({ pki, hostile: 'transfer/hostile/nothing@identity' })).toThrow(RangeError);
});
