import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { openRecordingEndpoint } from '../../reference/client-library/recording-endpoint.ts';
import { createPki } from '../../reference/pki/create-pki.ts';
import { writePki } from '../../reference/pki/write-pki.ts';
import { closing } from '../afterwards.ts';
import { describeWith, PEERS } from '../peers/peer.ts';

const endpoint = closing(await openRecordingEndpoint());

interface Asked {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  certificate?: boolean;
}

function ask(
  path: string,
  { method = 'GET', body, headers = {}, certificate = true }: Asked = {},
): Promise<{ status: number; text: string }> {
  const credential = certificate
    ? { cert: readFileSync(endpoint.files['voms-proxy']), key: readFileSync(endpoint.files['voms-proxy']) }
    : {};
  const agent = new Agent({ ca: readFileSync(endpoint.ca.file), ...credential });
  return new Promise((resolve, reject) => {
    const asked = request(endpoint.urls.trusted + path, { method, headers, agent }, async (response) => {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      resolve({ status: response.statusCode ?? 0, text });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

describe('the recording service', () => {
  test('tells nothing of a token but its scheme', async () => {
    endpoint.take();
    expect((await ask('/whoami', { headers: { Authorization: 'Bearer very-secret' } })).status).toBe(200);
    const reported = JSON.stringify(endpoint.take());
    expect(reported).toContain('"authorization":"Bearer …"');
    expect(reported).not.toContain('very-secret');
  });

  test('says of a body that it is too large to be recorded whole', async () => {
    endpoint.take();
    await ask('/jobs', { method: 'POST', body: ' '.repeat(5 * 1024 * 1024) });
    await ask('/jobs', { method: 'POST', body: ' '.repeat(1024 * 1024) });
    expect(endpoint.take()).toMatchObject([{ cut: true }, { body: ' '.repeat(1024 * 1024) }]);
  });

  test('records a handshake that the client breaks off', async () => {
    endpoint.take();
    await expect(
      new Promise((resolve, reject) => {
        request(endpoint.urls.untrusted, { ca: readFileSync(endpoint.ca.file), agent: false }, resolve)
          .on('error', reject)
          .end();
      }),
    ).rejects.toThrow(/certificate|signature/);
    for (let tries = 0; tries < 100; tries += 1) {
      const [arrival] = endpoint.take();
      if (arrival) return expect(arrival).toMatchObject({ kind: 'failed-handshake', server: 'untrusted' });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error('the failed handshake was not recorded');
  });

  test('that changes its certificate ends open connections, and never gives up its port', async () => {
    const agent = new Agent({ ca: readFileSync(endpoint.ca.file), keepAlive: true });
    onTestFinished(() => agent.destroy());
    const status = (): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const asked = request(`${endpoint.urls.turning}/whoami`, { agent }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        });
        asked.once('error', reject).end();
      });
    expect(await status()).toBe(200);
    const turned = endpoint.turn('untrusted');
    const thief = createServer().listen(Number(new URL(endpoint.urls.turning).port), '127.0.0.1');
    await expect(once(thief, 'listening')).rejects.toThrow('EADDRINUSE');
    await turned;
    while (Object.keys(agent.freeSockets).length > 0) await setImmediate();
    await expect(status()).rejects.toThrow(/certificate|signature/);
    await endpoint.turn('trusted');
    expect(await status()).toBe(200);
  });
});

describeWith(PEERS.openssl, 'a directory of authorities', () => {
  test('has the name that OpenSSL looks for', async () => {
    const { authorities, ca } = closing(await writePki(await createPki()));
    const hash = execFileSync('openssl', ['x509', '-noout', '-hash', '-in', ca], { encoding: 'utf8' }).trim();
    expect(readdirSync(authorities)).toEqual([`${hash}.0`]);
  });
});
