/** Runs the bridge on SOAP::Lite, as CGI and as a daemon. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../afterwards.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

export interface RunningBridge {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts the bridge as CGI: each request is a separate Perl process, so its responses always number their parts 3 and
 * 5.
 */
export async function startCgi(namespace: string): Promise<RunningBridge> {
  const state = temporaryFolder();
  const server = createServer((request, response) => {
    const child = spawn('perl', [join(FOLDER, 'bridge.cgi')], {
      env: {
        ...process.env,
        BRIDGE_NAMESPACE: namespace,
        BRIDGE_STATE: join(state, 'tickets'),
        GATEWAY_INTERFACE: 'CGI/1.1',
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        CONTENT_LENGTH: request.headers['content-length'] ?? '0',
        HTTP_SOAPACTION: String(request.headers.soapaction ?? ''),
        SERVER_PROTOCOL: 'HTTP/1.1',
      },
    });
    request.pipe(child.stdin);
    const out: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => out.push(piece));
    child.on('close', () => {
      const all = Buffer.concat(out);
      const end = all.indexOf('\r\n\r\n');
      const headers = all
        .subarray(0, end)
        .toString('latin1')
        .split('\r\n')
        .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
      response.statusCode = Number(headers.find(([name]) => name.toLowerCase() === 'status')?.[1].slice(0, 3) ?? 200);
      for (const [name, value] of headers) if (name.toLowerCase() !== 'status') response.setHeader(name, value);
      response.end(all.subarray(end + 4));
    });
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/NoAuth/bridge.cgi`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Starts the bridge as a daemon: one process, which numbers the parts of its responses continuously. */
export async function startDaemon(namespace: string): Promise<RunningBridge> {
  const child = spawn('perl', [join(FOLDER, 'bridge_daemon.pl')], {
    env: { ...process.env, BRIDGE_NAMESPACE: namespace },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    child.once('close', (code) => reject(new Error(`the daemon ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/NoAuth/bridge`,
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
