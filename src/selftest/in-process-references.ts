/** Embedded references for campaigns: each as handlers, with its faults and variants. */

import type { InProcessReference } from '../../reference/in-process.ts';
import { referenceOf } from '../../reference/index.ts';
import { descriptorOf } from '../run/installed/suites.ts';

export type { Deviations, InProcessReference } from '../../reference/in-process.ts';

/** Something that a reference needs is missing on this machine; the message names it. */
export class NotHere extends Error {}

/** Makes the reference of an interface. Throws NotHere if this machine cannot run it. */
export async function inProcessReferenceOf(of: string): Promise<InProcessReference> {
  const { machine } = descriptorOf(of);
  const found = (await machine?.()) ?? { env: {} };
  if ('problem' in found) throw new NotHere(found.problem);
  return referenceOf(of).inProcess(found);
}
