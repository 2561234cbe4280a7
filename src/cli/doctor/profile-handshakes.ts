/** Finds out by documented reads whether a handshake of profiles is needed before a run may create something. */

import type { Ready } from '../../engine/send/run.ts';
import type { Handshake } from '../../engine/words/descriptor.ts';
import type { Lane, RequestOptions } from '../../engine/words/types.ts';
import { descriptorOf } from '../../run/installed/suites.ts';
import type { Target } from '../../settings/types.ts';
import type { Exchange } from '../../wire/types.ts';
import { type Diagnostic, ok, warning } from './diagnostic.ts';

/** Sends a documented read with a lane's good credential. */
type Ask = (lane: Lane, operation: string, params: NonNullable<RequestOptions['params']>) => Promise<Exchange>;

/** One diagnostic per handshake that the service needs before what the run is allowed to create. */
export async function handshakeDiagnostics(
  { contract, prepared }: Ready,
  target: Target,
  ask: Ask,
): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const handshake of descriptorOf(contract.interface).handshakes ?? []) {
    const lane = prepared.lanes.find(({ name, problems }) => name === handshake.lane && problems === undefined);
    if (lane === undefined || !target.allowCreate.has(handshake.creates)) continue;
    const why = await handshake.needed((operation, params = {}) => ask(lane, operation, params));
    if (why !== undefined)
      diagnostics.push(
        diagnostic(
          `${contract.interface}, ${lane.name}`,
          why,
          handshake,
          contract.handshakes?.has(handshake.id) === true,
        ),
      );
  }
  return diagnostics;
}

function diagnostic(about: string, why: string, { title, remedy, creates }: Handshake, declared: boolean): Diagnostic {
  if (declared) return ok(about, `${why}; the run will ${title} first, as the profile says`);
  return warning(about, `${why}, so the service may refuse to create ${creates}`, remedy);
}
