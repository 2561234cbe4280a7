/** An unmodified run against deployments, and bundles of it: unchanged, or tampered with. */
import { type PackOptions, pack, packMembers, unpackMembers } from '../../src/certify/bundle-file.ts';
import { canonicalJson } from '../../src/certify/documents.ts';
import { newKeyPair, readPublicKey, readSigner, type Signer, sign } from '../../src/certify/signature.ts';
import type { CheckName, Manifest, Statement, SuiteSource, Verification } from '../../src/certify/types.ts';
import { type VerifyOptions, verify } from '../../src/certify/verify.ts';
import type { Results } from '../../src/engine/words/types.ts';
import { sha256 } from '../../src/files/sha256.ts';
import { filesOfRun } from '../../src/run/claims/certify.ts';
import { freezePlans } from '../../src/run/claims/freeze-plans.ts';
import { planNamed, releasedPlans } from '../../src/run/claims/released-plans.ts';
import { installedSuites } from '../../src/run/claims/suite-source.ts';
import { startReferences } from '../../src/run/installed/references.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import type { HarEntry } from '../../src/wire/evidence/har.ts';
import { closing, temporaryFolder } from '../afterwards.ts';

export const STATEMENT: Statement = {
  format: 'assay-statement/1',
  vendor: 'Example Works',
  product: 'Example Hub',
  version: '2.1',
  contact: 'conformance@example.org',
  interfaces: ['ticket-bridge', 'transfer', 'client-library', 'data-hub'],
};

/** The nonce of a challenge. */
export const NONCE = 'c0ffee0123456789abcd';

/** Returns the documented requirements that did not pass, each with its verdict and reasons. */
function undecided({ requirements }: Results) {
  return requirements
    .filter(({ basis, verdict }) => basis === 'documented' && verdict !== 'pass')
    .map(({ id, verdict, message, got }) => `${id}: ${verdict}: ${message ?? got}`)
    .join('\n');
}

export class HonestRun {
  private constructor(
    readonly files: ReturnType<typeof filesOfRun>,
    readonly source: SuiteSource,
    readonly signer: Signer,
    readonly publicKey: string,
    /** The settings of the run. */
    readonly env: Record<string, string>,
  ) {}

  static #one: Promise<HonestRun> | undefined;

  /**
   * Returns a run against every reference as if it were a deployment, with the plans of the current contracts. The
   * files of one thread share it.
   */
  static shared() {
    HonestRun.#one ??= HonestRun.#make();
    return HonestRun.#one;
  }

  static async #make() {
    const directory = temporaryFolder();
    const references = closing(await startReferences());
    const { results } = await hostRun({
      env: { ...references.env, TRANSFER_CANCEL_WAIT_MS: '300' },
      out: directory,
      runId: `${NONCE}-00000001`,
    });
    if (results.conclusion !== 'conformant')
      throw new Error(`the references are ${results.conclusion}:\n${undecided(results)}`);
    freezePlans('0.0.1', directory);
    const { privateKey, publicKey } = newKeyPair();
    const source = { ...installedSuites(), plans: releasedPlans(directory) };
    return new HonestRun(filesOfRun(directory), source, readSigner(privateKey), publicKey, references.env);
  }

  plan(name: string) {
    return planNamed(name, this.source.plans);
  }

  pack(name: string, options: Partial<PackOptions> = {}, files = this.files) {
    return pack(files, this.source, {
      plan: this.plan(name),
      statement: STATEMENT,
      signer: this.signer,
      practice: false,
      now: Date.now(),
      ...options,
    });
  }

  /** Returns a valid bundle. */
  async bundle(name = 'transfer', options: Partial<PackOptions> = {}) {
    const packed = await this.pack(name, options);
    if (!packed.ok) throw new Error(packed.problems.map(({ why }) => why).join('\n'));
    return packed.bundle;
  }

  verify(bundle: Uint8Array, options: Partial<VerifyOptions> = {}, source = this.source) {
    return verify(bundle, source, {
      trust: { keys: [readPublicKey(this.publicKey)], certificates: [] },
      now: Date.now(),
      ...options,
    });
  }

  /**
   * Changes members, and signs the bundle again with the vendor's key: only inspecting the content can reveal the
   * change.
   */
  async resealed(
    bundle: Uint8Array,
    change: (members: Map<string, Uint8Array>) => void,
    manifest: (manifest: Manifest) => Manifest = (one) => one,
  ) {
    const members = unpackMembers(bundle);
    change(members);
    const old = JSON.parse(textOf(members.get('manifest.json'))) as Manifest;
    const own = [...members].filter(([name]) => name !== 'manifest.json' && name !== 'signature.jws');
    const made = manifest({
      ...old,
      members: Object.fromEntries(own.map(([name, content]) => [name, sha256(content)])),
    });
    const bytes = Buffer.from(`${canonicalJson(made)}\n`);
    members.set('manifest.json', bytes);
    members.set('signature.jws', Buffer.from(await sign(bytes, this.signer)));
    return packMembers(members);
  }
}

export function textOf(bytes: Uint8Array | undefined) {
  return Buffer.from(bytes ?? []).toString('utf8');
}

export type Changeable<T> = T extends object ? { -readonly [K in keyof T]: Changeable<T[K]> } : T;
/** The evidence, as tests change it. */
export interface Har {
  log: {
    _startedAt: string;
    entries: Changeable<HarEntry>[];
    _assay: {
      context: { run: Changeable<Results['run']> };
      recordings: {
        interface: string;
        exchanges: string[];
        probes: { probe: string; lane: string; exchanges: string[] }[];
      }[];
    };
  };
}

/** Changes a JSON member in place. */
export function edited<T>(members: Map<string, Uint8Array>, name: string, change: (content: T) => void) {
  const content = JSON.parse(textOf(members.get(name))) as T;
  change(content);
  members.set(name, Buffer.from(JSON.stringify(content)));
}

/** Returns the reasons why a check is `refused`; none if it is not. */
export function refusals({ checks }: Verification, check: CheckName) {
  return checks
    .filter((one) => one.check === check && one.state === 'refused')
    .flatMap(({ why }) => why)
    .join(' ');
}

/** Returns every reason why a bundle is `refused`. */
export function allRefusals({ checks }: Verification) {
  return checks
    .filter(({ state }) => state === 'refused')
    .flatMap(({ check, why }) => why.map((one) => `${check}: ${one}`));
}
