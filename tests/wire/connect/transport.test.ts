import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createUndiciTransport, type UndiciTransportOptions } from '../../../src/wire/connect/undici-transport.ts';
import type { Outcome, WireCredential } from '../../../src/wire/types.ts';
import { goneServer, type Loopback, listening } from '../loopback.ts';
import { get, testSession } from '../session-options.ts';
import { authority, type Issued } from '../throwaway-pki.ts';

const ca = await authority('Test CA');
const host = await ca.issue('localhost', { hosts: ['localhost', '127.0.0.1'] });
const alice: WireCredential = { name: 'alice', tls: await ca.issue('alice') };
const bob: WireCredential = { name: 'bob', tls: await ca.issue('bob') };

function session(options: Partial<UndiciTransportOptions> = {}): ReturnType<typeof testSession> {
  return testSession({
    transport: createUndiciTransport({ caFor: () => [ca.pem], proxy: {}, connectTimeoutMs: 5000, ...options }),
  });
}

/** Starts a server that reports the client, whether the session was resumed, and the connection. */
async function tlsServer(options: ServerOptions = {}): Promise<Loopback & { present(certificate: Issued): void }> {
  const connections = new Map<Socket, number>();
  const server = createServer(
    { ...host, requestCert: true, rejectUnauthorized: false, ca: ca.pem, ...options },
    (request, response) => {
      const socket = request.socket as TLSSocket;
      if (!connections.has(socket)) connections.set(socket, connections.size + 1);
      response.end(
        JSON.stringify({
          who: socket.getPeerCertificate().subject?.CN ?? 'nobody',
          resumed: socket.isSessionReused(),
          connection: connections.get(socket),
        }),
      );
    },
  );
  const made = await listening(server);
  return {
    ...made,
    url: made.url.replace('http://127.0.0.1', 'https://localhost'),
    present: (certificate) => server.setSecureContext(certificate),
  };
}

const json = (outcome: Outcome) =>
  outcome.kind === 'answer' ? JSON.parse(Buffer.from(outcome.body.bytes).toString()) : outcome;

describe('TLS', () => {
  test('a plain request to its port fails because of that', async () => {
    const { url } = await tlsServer();
    const { outcome } = await session().send(get(url.replace('https:', 'http:')));
    expect(outcome).toMatchObject({ phase: 'tls', code: 'SPEAKS_TLS' });
  });

  test('a credential that is made for it goes over the connection of another one', async () => {
    const { url } = await tlsServer();
    const wire = session();
    const good: WireCredential = { name: 'good', headers: [['X-Token', 'good']] };
    const connectionOf = async (credential: WireCredential) =>
      (
        json((await wire.send(get(url, { credential, repeatable: credential === good }))).outcome) as {
          connection: number;
        }
      ).connection;
    const first = await connectionOf(good);
    expect(await connectionOf({ name: 'none', over: good })).toBe(first);
    expect(await connectionOf({ name: 'none' })).not.toBe(first);
  });

  test('each credential has separate connections, and no session is resumed', async () => {
    const { url } = await tlsServer();
    const wire = session();
    const nobody: WireCredential = { name: 'none' };
    const seen = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const credential = [alice, bob, nobody][index % 3] as WireCredential;
        const { outcome } = await wire.send(get(url, { credential, repeatable: index % 2 === 0 }));
        return [
          credential.name === 'none' ? 'nobody' : credential.name,
          json(outcome) as { who: string; resumed: boolean },
        ];
      }),
    );
    for (const [expected, got] of seen) expect(got).toMatchObject({ who: expected, resumed: false });
  });

  test('a repeatable request reuses a connection, another one has its own unless it names another use', async () => {
    const { url } = await tlsServer();
    const wire = session();
    const over = async (repeatable: boolean, connection?: 'last' | 'kept') => {
      const request = get(url, { credential: alice, repeatable, ...(connection && { connection }) });
      return (json((await wire.send(request)).outcome) as { connection: number }).connection;
    };
    expect([await over(true), await over(true), await over(false)]).toEqual([1, 1, 2]);
    expect([await over(false, 'kept'), await over(false, 'last')]).toEqual([1, 1]);
    // After its last use, a connection is closed.
    expect([await over(false, 'kept'), await over(true)]).toEqual([3, 3]);
  });

  test('a server certificate that is not to be trusted is never accepted', async () => {
    const { url } = await tlsServer();
    const other = (await authority('Other CA')).pem;
    expect((await session({ caFor: () => [other] }).send(get(url))).outcome).toMatchObject({
      phase: 'tls',
      code: expect.stringMatching(/^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)$/),
    });
    expect((await session({ caFor: () => undefined }).send(get(url))).outcome).toMatchObject({ phase: 'tls' });
    const elsewhere = await tlsServer(await ca.issue('elsewhere', { hosts: ['elsewhere.test'] }));
    expect((await session().send(get(elsewhere.url))).outcome).toMatchObject({
      phase: 'tls',
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    const expired = await tlsServer(await ca.issue('localhost', { hosts: ['localhost'], expired: true }));
    expect((await session().send(get(expired.url))).outcome).toMatchObject({ phase: 'tls', code: 'CERT_HAS_EXPIRED' });
  });

  test('the certificate is verified on each connection, and recorded as presented on it', async () => {
    const server = await tlsServer();
    const wire = session();
    const seen = async (): Promise<unknown> => {
      const { attempts, outcome } = await wire.send(get(server.url));
      return outcome.kind === 'failure' ? outcome.code : attempts[0]?.tls?.subject;
    };
    expect([await seen(), await seen()]).toEqual(['CN=localhost', 'CN=localhost']);
    server.present(await ca.issue('elsewhere', { hosts: ['elsewhere.test'] }));
    expect([await seen(), await seen()]).toEqual(['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_CERT_ALTNAME_INVALID']);
    server.present(await (await authority('Other CA')).issue('localhost', { hosts: ['localhost'] }));
    expect(await seen()).toMatch(/^UNABLE_TO_VERIFY_LEAF_SIGNATURE$|^SELF_SIGNED/);
    server.present(await ca.issue('another', { hosts: ['localhost'] }));
    expect([await seen(), await seen()]).toEqual(['CN=another', 'CN=another']);
  });
});

describe('proxies', () => {
  interface Proxy extends Loopback {
    log: string[];
  }
  async function proxy(answer?: number): Promise<Proxy> {
    const log: string[] = [];
    const note = (request: IncomingMessage) =>
      void log.push(
        `${request.method} ${request.url}${request.headers['proxy-authorization'] ? ` as ${request.headers['proxy-authorization']}` : ''}`,
      );
    const server = createHttpServer((request, response) => {
      note(request);
      response.end(
        JSON.stringify({
          repeated: request.rawHeaders.filter((name) => name === 'X-Twice').length,
          host: request.headers.host,
        }),
      );
    });
    server.on('connect', (request: IncomingMessage, socket: Socket) => {
      note(request);
      if (answer !== undefined) {
        socket.end(`HTTP/1.1 ${answer} No\r\n\r\n`);
        return;
      }
      const [name, port] = (request.url ?? '').split(':');
      const upstream = connect(Number(port), name === 'localhost' ? '127.0.0.1' : name, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
    });
    return { ...(await listening(server)), log };
  }

  test('TLS goes through a tunnel, with the client certificate inside', async () => {
    const { url } = await tlsServer();
    const { url: https, log } = await proxy();
    const record = await session({ proxy: { https: https.replace('//', '//user:pass%21@') } }).send(
      get(url, { credential: alice }),
    );
    expect(json(record.outcome)).toMatchObject({ who: 'alice' });
    expect(record.attempts[0]?.tls?.subject).toBe('CN=localhost');
    expect(log).toEqual([
      `CONNECT ${url.slice('https://'.length)} as Basic ${Buffer.from('user:pass!').toString('base64')}`,
    ]);
    await session({ proxy: { https, no: 'localhost' } }).send(get(url));
    expect(log).toHaveLength(1);
  });

  test.each([
    ['answers 407', () => proxy(407), 'PROXY_AUTHENTICATION_REQUIRED'],
    ['answers 503', () => proxy(503), 'PROXY_REFUSED'],
    ['is not there', goneServer, 'ECONNREFUSED'],
  ])('a proxy that %s is the failure of a connection', async (_, there, code) => {
    const { url: https } = await there();
    expect((await session({ proxy: { https } }).send(get('https://origin.test/'))).outcome).toMatchObject({
      phase: 'connect',
      code,
      message: expect.stringContaining('proxy 127.0.0.1'),
    });
  });
});
