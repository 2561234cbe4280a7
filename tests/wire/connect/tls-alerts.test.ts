/**
 * A server that rejects a client certificate with a TLS alert: the alert is recorded with its name, whenever it
 * arrives.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createUndiciTransport } from '../../../src/wire/connect/undici-transport.ts';
import { alertOf } from '../../../src/wire/connect/wire-error.ts';
import type { Outcome, WireCredential } from '../../../src/wire/types.ts';
import { temporaryFolder } from '../../afterwards.ts';
import { PEERS, testWith } from '../../peers/peer.ts';
import { get, testSession } from '../session-options.ts';
import { authority } from '../throwaway-pki.ts';

/**
 * Node verifies clients after the handshake, and sends no alert; Python's server, like most, lets OpenSSL verify them.
 */
const SERVER = `
import socket, ssl, sys
folder, version = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder + '/cert', folder + '/key')
context.load_verify_locations(folder + '/ca')
context.verify_mode = ssl.CERT_REQUIRED
context.minimum_version = context.maximum_version = ssl.TLSVersion[version]
listener = socket.create_server(('127.0.0.1', 0))
print(listener.getsockname()[1], flush=True)
while True:
    accepted, _ = listener.accept()
    try:
        secure = context.wrap_socket(accepted, server_side=True)
        secure.recv(10000)
        secure.send(b'HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n')
        secure.close()
    except OSError:
        accepted.close()
`;
const folder = temporaryFolder();
const ca = await authority('Test CA');
const { cert, key } = await ca.issue('localhost', { hosts: ['localhost'] });
await Promise.all(Object.entries({ ca: ca.pem, cert, key }).map(([name, text]) => writeFile(join(folder, name), text)));

async function servedWith(version: string) {
  const server = spawn('python3', ['-c', SERVER, folder, version], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill());
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  return `https://localhost:${String(port).trim()}`;
}

const alertIn = (outcome: Outcome) => (outcome.kind === 'failure' ? alertOf(outcome.code) : undefined);

async function asked(url: string, credential: WireCredential) {
  const transport = createUndiciTransport({ caFor: () => [ca.pem], proxy: {}, connectTimeoutMs: 5000 });
  return (await testSession({ transport }).send(get(url, { credential }))).outcome;
}

for (const version of ['TLSv1_2', 'TLSv1_3'])
  testWith(PEERS.python, `${version}: a refused client certificate`, async () => {
    const url = await servedWith(version);
    const stranger = await (await authority('Other CA')).issue('stranger');
    const outcomes = {
      good: await asked(url, { name: 'good', tls: await ca.issue('good') }),
      stranger: await asked(url, { name: 'stranger', tls: stranger }),
      expired: await asked(url, { name: 'expired', tls: await ca.issue('expired', { expired: true }) }),
      none: await asked(url, { name: 'none' }),
    };
    expect(Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, alertIn(outcome)]))).toEqual({
      good: undefined,
      stranger: 'unknown_ca',
      expired: 'certificate_expired',
      none: version === 'TLSv1_2' ? 'handshake_failure' : 'certificate_required',
    });
    expect(outcomes.good).toMatchObject({ kind: 'answer', status: 200 });
    for (const outcome of [outcomes.stranger, outcomes.expired, outcomes.none])
      expect(outcome).toMatchObject({ kind: 'failure', phase: 'tls' });
  });
