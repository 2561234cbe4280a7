/** Interpreters that campaigns have started already, by their paths. */
import type { ForkServer } from './fork-server.ts';

const servers = new Map<string, ForkServer>();

/** From now on, the interpreter at a path runs scripts through a server. */
export function startAhead(python: string, server: ForkServer): void {
  servers.set(python, server);
}

/** Ends the server of a path, if it has one. */
export async function endAhead(python: string): Promise<void> {
  const server = servers.get(python);
  servers.delete(python);
  await server?.close();
}

/** Starts a script with the server of a path; undefined if it has none. */
export function startedAhead(python: string): ForkServer['start'] | undefined {
  return servers.get(python)?.start;
}
