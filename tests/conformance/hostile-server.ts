/** A transfer service over TLS that answers some operations as badly as it can, and the others well. */
import { constants } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { peerChain } from '../../reference/serve.ts';
import type { StartedTransferReference } from '../../reference/transfer/start.ts';

/** What a hostile answer does with the answer that would have been right. */
export type Misbehave = (response: ServerResponse, right: Buffer) => void;

const MIB = 1024 * 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };

const sent =
  (make: (text: string) => string | Buffer, headers: Record<string, string> = {}): Misbehave =>
  (response, right) => {
    response.writeHead(200, { ...JSON_TYPE, ...headers }).end(make(right.toString()));
  };

/** Octets as they are, in place of an HTTP answer. */
const raw =
  (make: (text: string) => string, end: (socket: Socket) => void = (socket) => socket.end()): Misbehave =>
  (response, right) => {
    const socket = response.socket as Socket;
    socket.write(make(right.toString()), 'latin1', () => end(socket));
  };

const head = (...lines: string[]): string => `${['HTTP/1.1 200 OK', 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`;

/** Puts members into the first object of a JSON text. */
const withMembers =
  (members: string) =>
  (text: string): string =>
    text.replace('{', `{${members},`);

const endless: Misbehave = (response) => {
  response.writeHead(200, JSON_TYPE);
  response.write('[');
  const blank = Buffer.alloc(256 * 1024, ' ');
  const more = (): void => {
    while (!response.destroyed && response.write(blank));
  };
  response.on('drain', () => setImmediate(more));
  more();
};

const slowly: Misbehave = (response, right) => {
  response.writeHead(200, { ...JSON_TYPE, 'Content-Length': right.length });
  let at = 0;
  const timer = setInterval(() => response.write(right.subarray(at, ++at)), 1000);
  response.on('close', () => clearInterval(timer));
};

let bomb: Buffer | undefined;
const gzipBomb: Misbehave = (response) => {
  const member = gzipSync(Buffer.alloc(64 * MIB, ' '));
  bomb ??= Buffer.concat(Array.from({ length: 32 }, () => member));
  response.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }).end(bomb);
};

/**
 * What each does, and what has to come of an operation that is answered so:
 * `unanswered` (inconclusive, infrastructure), `wrong` (the body is not what is documented: fail), `lawful` (nothing is wrong with it),
 * `either` (where the octets end is for the client to find out).
 * `asEveryAnswer`: why the address is not the service's where every path is answered so.
 */
interface Hostility {
  readonly what: string;
  readonly makes: 'unanswered' | 'wrong' | 'lawful' | 'either';
  readonly asEveryAnswer?: string;
  readonly misbehave: Misbehave;
}

export const HOSTILITIES: readonly Hostility[] = [
  { what: 'a body that does not end', makes: 'unanswered', misbehave: endless },
  {
    what: '2 GiB declared',
    makes: 'unanswered',
    misbehave: raw(
      () => `${head(`Content-Length: ${2 ** 31}`)}[`,
      () => undefined,
    ),
  },
  { what: 'one octet a second', makes: 'unanswered', misbehave: slowly },
  {
    what: 'headers and then silence',
    makes: 'unanswered',
    misbehave: raw(
      () => head('Content-Length: 1000'),
      () => undefined,
    ),
  },
  { what: 'a gzip bomb', makes: 'unanswered', misbehave: gzipBomb },
  { what: 'what is not gzip', makes: 'unanswered', misbehave: sent((text) => text, { 'Content-Encoding': 'gzip' }) },
  {
    what: 'a header of 10 MiB',
    makes: 'unanswered',
    misbehave: raw((text) => head(`X-Long: ${'a'.repeat(10 * MIB)}`, `Content-Length: ${text.length}`) + text),
  },
  { what: 'JSON nested a million deep', makes: 'wrong', misbehave: sent(() => '['.repeat(1e6) + ']'.repeat(1e6)) },
  { what: 'JSON nested a million deep that does not close', makes: 'wrong', misbehave: sent(() => '['.repeat(1e6)) },
  { what: 'a member nested a million deep', makes: 'lawful', misbehave: sent(withMembers(`"more":${'['.repeat(1e6)}${']'.repeat(1e6)}`)) },
  { what: 'members that are there twice, the documented value last', makes: 'lawful', misbehave: sent(withMembers('"job_id":7,"method":7,"base_id":7')) },
  { what: 'octets that are no UTF-8', makes: 'wrong', misbehave: sent((text) => Buffer.from(withMembers('"more":"\u00ff\u00fe"')(text), 'latin1')) },
  { what: 'NaN', makes: 'wrong', misbehave: sent(withMembers('"more":NaN')) },
  {
    what: 'members called __proto__ and constructor',
    makes: 'lawful',
    misbehave: sent(withMembers('"__proto__":{"job_id":7},"constructor":{"prototype":{}},"toString":1')),
  },
  {
    what: 'nothing but __proto__',
    makes: 'wrong',
    asEveryAnswer: 'every path answers the same application/json',
    misbehave: sent(() => '"__proto__"'),
  },
  { what: 'a Content-Length that is too large', makes: 'unanswered', misbehave: raw((text) => head(`Content-Length: ${text.length + 9}`) + text) },
  { what: 'a Content-Length that is too small', makes: 'either', misbehave: raw((text) => head(`Content-Length: ${text.length - 9}`) + text) },
  { what: 'two Content-Lengths', makes: 'unanswered', misbehave: raw((text) => head(`Content-Length: ${text.length}`, 'Content-Length: 3') + text) },
  { what: 'a connection that is half closed in the header', makes: 'unanswered', misbehave: raw(() => 'HTTP/1.1 200 OK\r\nContent-Ty') },
  { what: 'a connection that is closed at once', makes: 'unanswered', misbehave: (response) => response.socket?.destroy() },
  { what: 'a chunk whose size is no number', makes: 'unanswered', misbehave: raw((text) => `${head('Transfer-Encoding: chunked')}zz\r\n${text}\r\n0\r\n\r\n`) },
  { what: 'a chunk larger than it says', makes: 'unanswered', misbehave: raw((text) => `${head('Transfer-Encoding: chunked')}3\r\n${text}\r\n0\r\n\r\n`) },
  {
    what: 'TLS that is cut in the middle of the body',
    makes: 'unanswered',
    misbehave: raw(
      (text) => head(`Content-Length: ${text.length}`) + text.slice(0, 9),
      (socket) => socket.destroy(),
    ),
  },
  { what: 'another protocol', makes: 'unanswered', misbehave: raw(() => 'SSH-2.0-OpenSSH_9.2\r\n') },
];

/** Serves the reference; operations that `spoils` names by method and path are answered by `misbehave`. */
export async function serveHostile(
  started: StartedTransferReference,
  misbehave: Misbehave,
  spoils: (method: string, path: string) => boolean,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { host, ca } = started.pki;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const right = await started.reference.handler({ method, target: url, headers, body: Buffer.concat(parts), peer: peerChain(request.socket) });
    const body = Buffer.from(right.body as Uint8Array);
    response.on('error', () => undefined);
    // Bad credentials are refused as they should be: what is hostile is the service, not its gate.
    if (right.status < 300 && spoils(method, url.split('?')[0] ?? '')) misbehave(response, body);
    else response.writeHead(right.status, right.headers.flat()).end(body);
  };
  const server = createServer(
    { cert: host.cert, key: host.key, ca, requestCert: true, rejectUnauthorized: false, secureOptions: constants.SSL_OP_NO_TICKET },
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
