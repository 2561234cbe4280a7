/** Servers on loopback that misbehave as a test requires. */
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { closing } from '../afterwards.ts';

export interface Loopback {
  url: string;
  close(): Promise<void>;
}

/** Starts a correct HTTP server with a handler. */
export async function httpServer(handler: RequestListener): Promise<Loopback> {
  return listening(createServer(handler));
}

/** Returns the address of a server that no longer listens. */
export async function goneServer(): Promise<Loopback> {
  const gone = await httpServer(() => undefined);
  await gone.close();
  return gone;
}

/** Starts a server that gets the raw socket after the header section of a request. */
export async function rawServer(answer: (socket: Socket, head: string) => void): Promise<Loopback> {
  return listening(
    createTcpServer((socket) => {
      let head = '';
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        if (head.includes('\r\n\r\n')) return;
        head += chunk.toString('latin1');
        if (head.includes('\r\n\r\n')) answer(socket, head);
      });
    }),
  );
}

/** Listens on a free port until the end of the test or file; closing ends all connections. */
export async function listening(server: Server): Promise<Loopback> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return closing({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  });
}
