/** Hostile connections, below HTTP. */
import type { Duplex } from 'node:stream';
import type { ConnectionKind, Layer } from './types.ts';

type Connect = ConnectionKind['connect'];

const kind = (id: string, connect: Connect, makes: ConnectionKind['makes'] = 'unanswered'): ConnectionKind => ({
  id,
  layer: id.slice(0, id.indexOf('/')) as Layer,
  makes,
  connect,
});

/** Joins both sides; `change` is applied to the bytes of the service. */
function join(
  client: Duplex,
  service: Duplex,
  change: (chunk: Buffer, at: number) => Buffer | undefined = (chunk) => chunk,
) {
  let passed = 0;
  client.pipe(service);
  service.on('data', (chunk: Buffer) => {
    const changed = change(chunk, passed);
    passed += chunk.length;
    if (changed === undefined) client.destroy();
    else client.write(changed);
  });
  service.on('end', () => client.end());
}

/** Returns a connection that writes bytes as soon as the client has sent something. */
const replying =
  (bytes: Uint8Array, end = true): Connect =>
  (client) =>
    void client.once('data', () => {
      client.write(bytes);
      if (end) client.end();
    });

const record = (type: number, ...bytes: number[]) =>
  Buffer.from([type, 3, 3, bytes.length >> 8, bytes.length & 0xff, ...bytes]);
const cutAfter =
  (bytes: number): Connect =>
  (client, forward) =>
    join(client, forward(), (chunk, at) => (at + chunk.length > bytes ? undefined : chunk));

export const CONNECTION_KINDS = [
  kind('tcp/closed', (client) => client.destroy()),
  kind('tcp/silent', (client) => client.resume()),
  kind('tcp/unread', () => undefined),
  kind('tcp/garbage', replying(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 197) & 0xff)))),
  kind('tcp/garbage-endless', (client) => {
    const chunk = Buffer.alloc(64 * 1024, 0xff);
    const more = () => {
      while (!client.destroyed && client.write(chunk));
    };
    client.on('drain', more);
    more();
  }),
  kind('tcp/cut-1000', cutAfter(1000), 'either'),
  kind('tcp/slow', (client, forward) => {
    const service = forward();
    client.pipe(service);
    service.on('data', (chunk: Buffer) => {
      service.pause();
      setTimeout(() => {
        client.write(chunk.subarray(0, 1));
        setTimeout(() => client.destroy(), 2000).unref();
      }, 300).unref();
    });
  }),
  kind('tls/plain-http', replying(Buffer.from('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'))),
  kind('tls/alert', replying(record(21, 2, 40))),
  kind('tls/alert-warnings', replying(Buffer.concat(Array.from({ length: 1000 }, () => record(21, 1, 112))))),
  kind('tls/record-long', replying(Buffer.from([22, 3, 3, 0xff, 0xff, 2, 0, 0, 0]), false)),
  kind('tls/silent-after-hello', (client, forward) => {
    join(client, forward(), (chunk, at) => (at === 0 ? chunk.subarray(0, 20) : Buffer.alloc(0)));
  }),
  kind('tls/bit-flip', (client, forward) => {
    join(client, forward(), (chunk, at) => {
      if (at === 0 && chunk.length > 60) chunk[60] = (chunk[60] as number) ^ 1;
      return chunk;
    });
  }),
  kind('tls/bit-flip-late', (client, forward) => {
    join(client, forward(), (chunk, at) => {
      if (at > 1500) chunk[chunk.length - 1] = (chunk[chunk.length - 1] as number) ^ 1;
      return chunk;
    });
  }),
];
