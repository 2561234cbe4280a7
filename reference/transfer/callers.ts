/** Callers of the transfer reference, and good callers in whose place a fault lets bad credentials in. */
import type { Pki } from '../pki/create-pki.ts';
import { derChain } from '../pki/write-pki.ts';
import type { ReferenceRequest } from '../types.ts';
import {
  type Authenticator,
  type Caller,
  createAuthenticator,
  isTokenKind,
  type LaneName,
  type RefusedKind,
} from './credentials.ts';
import type { TransferNames } from './routes.ts';

export class Callers {
  readonly #pki: Pki;
  readonly #tokenHeader: NonNullable<TransferNames['tokenHeader']>;
  readonly #accepted = new Map<LaneName, Caller>();
  readonly authenticate: Authenticator;

  constructor(pki: Pki, tokenHeader: NonNullable<TransferNames['tokenHeader']>) {
    this.#pki = pki;
    this.#tokenHeader = tokenHeader;
    this.authenticate = createAuthenticator(pki, tokenHeader);
  }

  /** Remembers the caller as the latest of its lane. */
  accept(caller: Caller): void {
    this.#accepted.set(caller.lane, caller);
  }

  /** The latest caller of a lane. */
  latest(lane: LaneName): Caller | undefined {
    return this.#accepted.get(lane);
  }

  /** The caller whose delegation this is: `caller`, or any accepted one if `caller` was let in with a bad credential. */
  ownerOf(delegationId: string, caller: Caller): Caller | undefined {
    if (delegationId === caller.delegationId) return caller;
    return caller.letIn ? [...this.#accepted.values()].find((each) => each.delegationId === delegationId) : undefined;
  }

  /** The good caller in whose place a bad credential of this kind is let in; `now` in milliseconds since 1970. */
  async standIn(kind: RefusedKind, now: number): Promise<Caller> {
    const onlyToken = this.#accepted.has('token') && !this.#accepted.has('certificate');
    const lane: LaneName = isTokenKind(kind) || (kind === 'none' && onlyToken) ? 'token' : 'certificate';
    const known = this.#accepted.get(lane);
    if (known) return { ...known, letIn: true };
    const good = await this.authenticate(this.#goodRequest(lane), now);
    if (!good.ok) throw new Error(`no good credential: ${good.why}`);
    return { ...good.caller, letIn: true };
  }

  #goodRequest(lane: LaneName): ReferenceRequest {
    const { name, scheme } = this.#tokenHeader;
    const plain = { method: 'GET', target: '/', body: new Uint8Array() };
    return lane === 'token'
      ? { ...plain, headers: { [name.toLowerCase()]: `${scheme} ${this.#pki.token}` }, peer: [] }
      : { ...plain, headers: {}, peer: derChain(this.#pki.vomsProxy.cert) };
  }
}
