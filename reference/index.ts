/**
 * The embedded references, loaded when they are needed. For a new one, add a directory beside these, and an entry here.
 */

import type { Place, Situation } from './change.ts';
import { DATA_HUB_EXTENSIONS } from './data-hub/extensions.ts';
import type { Deployable, Deviations, InProcessReference, Machine } from './in-process.ts';
import type { Serving } from './serve.ts';
import { type Deviating, settingsOf } from './sometimes.ts';
import { TRANSFER_EXTENSIONS } from './transfer/extensions.ts';
import type { Extension, Fault, Sometimes, Variant } from './types.ts';

/** How a reference is started. */
export type StartOptions = Serving & Pick<Deviations, 'fault' | 'variants'>;

export interface StartedReference {
  /** Settings that point at it. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables that clients read in addition to the settings, by the names that they know. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Further credentials that a client may use, by name. */
  readonly credentials?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A variant with its changes, each at all operations or at some. */
type MadeVariant = Variant & { readonly changes: readonly Pick<Place<Situation>, 'at'>[] };

export interface ReferenceDescriptor {
  readonly interface: string;
  /** Starts it on loopback. */
  start(options: StartOptions): Promise<StartedReference>;
  /** Returns the permanent faults; each names the requirement that it makes fail or warn. */
  faults(): Promise<readonly Fault[]>;
  /** Legal variants. */
  variants(): Promise<readonly MadeVariant[]>;
  /** Returns faults and variants that are intermittent. */
  sometimes(): Promise<Sometimes>;
  /** Requests beyond the document to which the started reference responds. */
  readonly extensions?: readonly Extension[];
  /** Returns the reference for campaigns in this process. */
  inProcess(machine: Machine): Promise<InProcessReference>;
  /** Services for its suite, if the software under test needs some to speak to. */
  readonly endpoints?: unknown;
}

/** Modules of a reference, loaded when they are needed. */
interface Modules extends Pick<ReferenceDescriptor, 'start' | 'extensions' | 'endpoints'> {
  readonly deviations: () => Promise<{ readonly FAULTS: Deviating<Fault>; readonly VARIANTS: Deviating<MadeVariant> }>;
  inProcess(machine: Machine): Promise<Deployable>;
}

function described(of: string, { deviations, inProcess, ...others }: Modules): ReferenceDescriptor {
  const lists = {
    faults: async () => (await deviations()).FAULTS.permanent(),
    variants: async () => (await deviations()).VARIANTS.permanent(),
    sometimes: async () => {
      const { FAULTS, VARIANTS } = await deviations();
      return { faults: FAULTS.sometimes(), variants: VARIANTS.sometimes() };
    },
  };
  return {
    interface: of,
    ...others,
    ...lists,
    inProcess: async (machine) => {
      const [{ FAULTS, VARIANTS }, own] = await Promise.all([deviations(), inProcess(machine)]);
      return {
        interface: of,
        faults: await lists.faults(),
        variants: await lists.variants(),
        sometimes: await lists.sometimes(),
        ...own,
        envFor: (deviating) => ({
          ...own.envFor?.(deviating),
          ...settingsOf(FAULTS, deviating.fault),
          ...settingsOf(VARIANTS, deviating.variants),
        }),
      };
    },
  };
}

export const REFERENCES: readonly ReferenceDescriptor[] = [
  described('ticket-bridge', {
    deviations: () => import('./ticket-bridge/deviations.ts'),
    start: async (options) => (await import('./ticket-bridge/start.ts')).startTicketBridgeReference(options),
    inProcess: async () => (await import('./ticket-bridge/start.ts')).ticketBridgeInProcess(),
  }),
  described('transfer', {
    deviations: () => import('./transfer/deviations.ts'),
    start: async (options) => (await import('./transfer/start.ts')).startTransferReference(options),
    extensions: TRANSFER_EXTENSIONS,
    inProcess: async () => (await import('./transfer/start.ts')).transferInProcess(),
  }),
  described('client-library', {
    deviations: () => import('./client-library/deviations.ts'),
    start: async (options) => (await import('./client-library/start.ts')).startClientLibraryReference(options),
    inProcess: async (machine) => (await import('./client-library/start.ts')).clientLibraryInProcess(machine),
    endpoints: {
      secrets: async () => (await import('./client-library/recording-endpoint.ts')).endpointSecrets(),
      open: async () => (await import('./client-library/recording-endpoint.ts')).openRecordingEndpoint(),
    },
  }),
  described('data-hub', {
    deviations: () => import('./data-hub/deviations.ts'),
    start: async (options) => (await import('./data-hub/start.ts')).startDataHubReference(options),
    extensions: DATA_HUB_EXTENSIONS,
    inProcess: async () => (await import('./data-hub/start.ts')).dataHubInProcess(),
  }),
];

/** Returns the reference of an interface. Throws if it has none. */
export function referenceOf(of: string): ReferenceDescriptor {
  const found = REFERENCES.find((one) => one.interface === of);
  if (found === undefined) throw new Error(`no embedded reference of ${of} found`);
  return found;
}
