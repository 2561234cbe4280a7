/** What campaigns run against: each embedded reference as handlers, with its faults and variants. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Behaviour as ClientLibraryBehaviour } from '../../reference/client-library/drawn.ts';
import type { Behaviour as DataHubBehaviour } from '../../reference/data-hub/service.ts';
import type { Randomness } from '../../reference/random.ts';
import type { Behaviour as TicketBridgeBehaviour } from '../../reference/ticket-bridge/behaviour.ts';
import type { Behaviour } from '../../reference/transfer/behaviour.ts';
import type { Fault, Handler, Variant } from '../../reference/types.ts';
import type { Interface } from '../contract/types.ts';
import { CREATIONS } from '../contract/types.ts';

/** How a reference is to behave. */
export interface Behaving {
  readonly fault?: string;
  readonly variants?: readonly string[];
  /** What was drawn from the subject's own randomness, in its order. */
  readonly drawn?: readonly unknown[];
}

/** One embedded reference, ready to be deployed again and again. */
export interface Subject {
  readonly interface: Interface;
  /** Settings that point at its origins. */
  readonly env: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  /** A fresh instance: handlers by origin. */
  deploy(behaving: Behaving): Promise<ReadonlyMap<string, Handler>>;
  /** Settings that a variant needs beside (another credential, another path). */
  envFor?(behaving: Behaving): Readonly<Record<string, string>>;
  /** What can be drawn at random; absent where nothing can. */
  randomness?(): Promise<Randomness>;
  close(): Promise<void>;
}

/** What a subject needs is not on this machine; the message says what. */
export class NotHere extends Error {
  override readonly name = 'NotHere';
}

/** Waits that a campaign can afford many times, milliseconds. */
const SHORT_WAIT = '400';

/** The transfer service; needs a temporary folder for credentials. */
export async function transferSubject(): Promise<Subject> {
  const [{ createPki }, { writePki }, { createTransferReference }, { transferFaults }, { transferVariants }, { presentedCredentials }] = await Promise.all([
    import('../../reference/pki/create-pki.ts'),
    import('../../reference/pki/write-pki.ts'),
    import('../../reference/transfer/reference.ts'),
    import('../../reference/transfer/faults.ts'),
    import('../../reference/transfer/variants.ts'),
    import('../../reference/transfer/presented-credentials.ts'),
  ]);
  const pki = await createPki();
  const directory = await mkdtemp(join(tmpdir(), 'assay-campaign-'));
  const files = await writePki(pki, directory);
  const origin = 'https://transfer.reference';
  const all = transferVariants();
  return {
    interface: 'transfer',
    env: {
      TRANSFER_URL: origin,
      TRANSFER_CERT: files.vomsProxy,
      TRANSFER_TOKEN: pki.token,
      TRANSFER_VO: pki.vo,
      TRANSFER_SOURCE: 'https://source.example.org/data/source-file',
      TRANSFER_DESTINATION: 'davs://destination.example.org/data/destination-file',
      TRANSFER_SOURCE_TOKEN: 'reference-source-token',
      TRANSFER_DESTINATION_TOKEN: 'reference-destination-token',
      TRANSFER_CHECKSUM: 'ADLER32:1a2b3c4d',
      TRANSFER_JOB_STATUS_PATH: '/jobs/{job_id}',
      TRANSFER_CANCEL_WAIT_MS: SHORT_WAIT,
      ASSAY_ALLOW_CREATE: CREATIONS.join(','),
    },
    faults: transferFaults(),
    variants: all,
    deploy: async (behaving) => {
      const { drawn, ...rest } = behaving;
      const behaviours = (drawn ?? []) as readonly Behaviour[];
      return new Map([[origin, createTransferReference({ pki: presentedCredentials(pki, behaving.variants ?? []), ...rest, behaviours }).handler]]);
    },
    randomness: async () => (await import('../../reference/transfer/random.ts')).transferRandomness() as Randomness,
    envFor({ variants = [] }) {
      const tags = new Set(all.filter((variant) => variants.includes(variant.id)).flatMap((variant) => variant.tags ?? []));
      return {
        ...(tags.has('certificate:proxy') && { TRANSFER_CERT: files.proxy }),
        ...(tags.has('certificate:user') && { TRANSFER_CERT: files.userCert, TRANSFER_KEY: files.userKey }),
        ...(tags.has('token:long') && { TRANSFER_TOKEN: pki.longToken }),
        ...(tags.has('token:opaque') && { TRANSFER_TOKEN: pki.opaqueToken }),
      };
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

/** The ticket bridge; its values are held to be accepted, as an operator would state them, save where a fault or variant is about others. */
export async function ticketBridgeSubject(): Promise<Subject> {
  const [{ createTicketBridgeReference, REFERENCE_NAMESPACE }, { ticketBridgeFaults }, { ticketBridgeVariants }, { statedValues }] = await Promise.all([
    import('../../reference/ticket-bridge/reference.ts'),
    import('../../reference/ticket-bridge/faults.ts'),
    import('../../reference/ticket-bridge/variants.ts'),
    import('../../reference/ticket-bridge/values.ts'),
  ]);
  const origin = 'http://ticket-bridge.reference';
  const usual = statedValues({});
  return {
    interface: 'ticket-bridge',
    env: {
      TICKET_BRIDGE_URL: `${origin}/NoAuth/bridge`,
      TICKET_BRIDGE_NAMESPACE: REFERENCE_NAMESPACE,
      TICKET_BRIDGE_VALUES: usual,
      ASSAY_ALLOW_CREATE: CREATIONS.join(','),
    },
    faults: ticketBridgeFaults(),
    variants: ticketBridgeVariants(),
    async deploy({ drawn, ...behaving }) {
      const behaviours = (drawn ?? []) as readonly TicketBridgeBehaviour[];
      return new Map([[origin, createTicketBridgeReference({ ...behaving, behaviours }).handler]]);
    },
    envFor(behaving) {
      const stated = statedValues(behaving);
      return stated === usual ? {} : { TICKET_BRIDGE_VALUES: stated };
    },
    randomness: async () => (await import('../../reference/ticket-bridge/random.ts')).ticketBridgeRandomness() as Randomness,
    close: async () => undefined,
  };
}

/** The client library; it runs in processes of its own, so a fault or variant is another module to import. */
async function clientLibrarySubject(): Promise<Subject> {
  const [{ findPython }, { makeBareInterpreter }, { startClientLibraryReference }, { clientLibraryFaults }, { clientLibraryVariants }] = await Promise.all([
    import('../../suites/client-library/driver/python.ts'),
    import('../../reference/client-library/bare-interpreter.ts'),
    import('../../reference/client-library/start.ts'),
    import('../../reference/client-library/faults.ts'),
    import('../../reference/client-library/variants.ts'),
  ]);
  const python = await findPython('python3');
  if ('problem' in python) throw new NotHere(python.problem);
  const bare = await makeBareInterpreter(python.executable);
  const works = !('problem' in (await findPython(bare.executable)));
  const interpreter = { CLIENT_LIBRARY_PYTHON: works ? bare.executable : python.executable };
  const started = [startClientLibraryReference()];
  return {
    interface: 'client-library',
    env: { ...started[0]?.env, ...interpreter },
    faults: clientLibraryFaults(),
    variants: clientLibraryVariants(),
    deploy: async () => new Map(),
    envFor({ drawn = [], ...behaving }) {
      const layers = (drawn as readonly ClientLibraryBehaviour[]).flat();
      const selected = startClientLibraryReference({ ...behaving, layers });
      started.push(selected);
      return { ...selected.env, ...interpreter };
    },
    randomness: async () => (await import('../../reference/client-library/random.ts')).clientLibraryRandomness() as Randomness,
    close: async () => {
      await Promise.all([bare, ...started].map((one) => one.close()));
    },
  };
}

/** The data hub: identity provider, zone and provider, each with an origin of its own. */
async function dataHubSubject(): Promise<Subject> {
  const [{ createDataHubReference }, { dataHubFaults }, { dataHubCircumstances, settingsOf }, { dataHubVariants }] = await Promise.all([
    import('../../reference/data-hub/index.ts'),
    import('../../reference/data-hub/faults.ts'),
    import('../../reference/data-hub/circumstances.ts'),
    import('../../reference/data-hub/variants.ts'),
  ]);
  const urls = { auth: 'https://auth.reference', zone: 'https://zone.reference', provider: 'https://provider.reference' };
  const behavioursOf = ({ drawn }: Behaving) => (drawn ?? []) as readonly DataHubBehaviour[];
  const settings = (behaving: Behaving) => {
    const { DATA_HUB_CHANGES_WAIT_MS: _wait, ...own } = createDataHubReference({
      variants: behaving.variants ?? [],
      behaviours: behavioursOf(behaving),
    }).settings(urls);
    return own;
  };
  const UPLOAD = String(1024 * 1024 + 1);
  const usual = { ...settings({}), DATA_HUB_UPLOAD_BYTES: UPLOAD };
  return {
    interface: 'data-hub',
    env: { ...usual, DATA_HUB_CHANGES_WAIT_MS: '200', ASSAY_ALLOW_CREATE: CREATIONS.join(',') },
    faults: dataHubFaults(),
    variants: [...dataHubVariants(), ...dataHubCircumstances()],
    async deploy(behaving) {
      const { drawn: _drawn, ...rest } = behaving;
      const reference = createDataHubReference({ ...rest, behaviours: behavioursOf(behaving) });
      reference.settings(urls);
      return new Map([
        [urls.auth, reference.identityProvider],
        [urls.zone, reference.zone],
        [urls.provider, reference.provider],
      ]);
    },
    // Identifiers and names that a variant makes are what its settings name; some circumstances are settings.
    envFor(behaving) {
      const own = { ...settings(behaving), DATA_HUB_UPLOAD_BYTES: UPLOAD, ...settingsOf(behaving.variants ?? []) };
      return JSON.stringify(own) === JSON.stringify(usual) ? {} : own;
    },
    randomness: async () => (await import('../../reference/data-hub/random.ts')).dataHubRandomness() as Randomness,
    close: async () => undefined,
  };
}

/** Makers of the subjects that there are, by interface. */
export const SUBJECTS: Readonly<Partial<Record<Interface, () => Promise<Subject>>>> = {
  'ticket-bridge': ticketBridgeSubject,
  transfer: transferSubject,
  'client-library': clientLibrarySubject,
  'data-hub': dataHubSubject,
};
