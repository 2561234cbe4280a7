/** Finds the tokens that the data hub accepts. */

import { bearer, makeInvalidTokens } from '../../../src/auth/tokens.ts';
import {
  behind,
  type Exchange,
  type Need,
  ofAnyKind,
  type ProbeContext,
  probe,
  REMEDY,
  SkipProbe,
  statusOf,
  succeeded,
  type Value,
  type WireCredential,
} from '../../words.ts';
import { folderFor } from '../contents.ts';
import { TRIES } from '../identifiers.ts';
import { settingsOf } from '../known-settings.ts';
import { childrenIn } from '../listings.ts';
import { poll } from '../poll.ts';
import { TOKEN_HEADER } from '../settings.ts';
import { isRefusedCredential, type TokenState, tokenStateOf } from '../token-state.ts';
import { accessToken, createNamedToken, failedCreation } from './tokens.ts';
import { counted } from './transfers.ts';

/** A call that shows whether a credential is taken. */
type Call = readonly [operation: string, params: Readonly<Record<string, Value>>];

const ZONE: readonly Call[] = ['list-spaces', 'list-handle-services'].map((operation) => [operation, {}]);

/** The call of the zone if it offers none of those. */
const OTHERWISE: readonly Call[] = [['list-handles', {}]];

/** Calls of every configured service, one or two each; identifiers do not matter. */
export function callsOf({ settings, offers }: ProbeContext): readonly Call[] {
  const services = settingsOf(settings).services ?? [];
  const offered = ZONE.filter(([operation]) => offers(operation));
  const zone = services.includes('zone') ? (offered.length > 0 ? offered : OTHERWISE) : [];
  if (!services.includes('provider') || typeof settingsOf(settings).spacePath !== 'string') return zone;
  const path = folderFor({ settings });
  const provider: readonly Call[] = [
    ['cdmi-list', { space_path: path }],
    ['list-files', { url_encoded_path: ofAnyKind(path) }],
  ];
  return [...zone, ...provider.filter(([operation]) => offers(operation))];
}

function tryCall(context: ProbeContext, credential: string, [operation, params]: Call) {
  return context.send(operation, { credential, purpose: 'other', params, ...counted });
}

function tryCalls(context: ProbeContext, credential: string) {
  return Promise.all(callsOf(context).map((call) => tryCall(context, credential, call)));
}

/** Outcome of one token. */
interface Trial {
  readonly name: string;
  readonly tries: readonly Exchange[];
  readonly state: TokenState;
}

/** Whether another token or attempt would not help: the token is accepted, or no request was sent or answered. */
const isEnough = ({ state, tries }: Trial) =>
  state === 'taken' || tries.every(({ outcome }) => outcome.kind !== 'answer');

const ACCEPTED: ReadonlySet<TokenState> = new Set(['taken', 'maybe']);

/** Whether a service rejects a new token, which it may not know yet. */
const isUnknown = (tried: Exchange) => statusOf(tried) === 401;

/**
 * Tries tokens in turn, until one is accepted or the response is missing. The response to an invalid token is requested
 * once per call, into `madeUp`, and only if a success has to be compared.
 */
async function tryEach(context: ProbeContext, names: readonly string[], madeUp: Exchange[]) {
  const trials: Trial[] = [];
  for (const name of names) {
    const tries = await tryCalls(context, name);
    for (const call of callsOf(context)) {
      if (tokenStateOf(tries, madeUp) === 'taken') break;
      const isSame = ({ operation }: Exchange) => operation === call[0];
      if (tries.some((tried) => isSame(tried) && succeeded(tried)) && !madeUp.some(isSame))
        madeUp.push(await tryCall(context, 'garbage-token', call));
    }
    const trial = { name, tries, state: tokenStateOf(tries, madeUp) };
    trials.push(trial);
    if (isEnough(trial)) break;
  }
  return trials;
}

/**
 * Returns the trial whose token is used: one that is accepted; else the only one that may be accepted, or any if the
 * services accept any; else an unknown one.
 * @throws SkipProbe if several texts may be the token, or none got more than a page to sign in
 */
function chosen(trials: readonly Trial[], madeUp: readonly Exchange[]) {
  const those = (state: TokenState) => trials.filter((trial) => trial.state === state);
  const [taken] = those('taken');
  if (taken) return taken;
  const maybe = those('maybe');
  // With an invalid token, only a service that accepts any lists a container: then it does not matter which is used.
  const acceptsAny = madeUp.some((one) => childrenIn(one) !== undefined);
  if (maybe.filter(({ name }) => name !== 'prefixed').length > 1 && !acceptsAny)
    throw new SkipProbe(
      'several texts in the response may be the named token, and the services treat an invalid token in the same way; set DATA_HUB_TOKEN',
      'bad-credential',
    );
  const found = maybe[0] ?? those('open')[0];
  if (found === undefined && !trials.every(({ tries }) => tries.every(isRefusedCredential)))
    throw new SkipProbe(
      'the response to every token, even an invalid one, is a sign-in page: check DATA_HUB_ZONE_URL and DATA_HUB_PROVIDER_URL, or set DATA_HUB_TOKEN',
      'bad-credential',
    );
  return found;
}

/**
 * Finds out which token the data hub accepts: a named one, else the prefixed one, or the one that is set. It is `good`
 * from then on. Returns calls with an invalid token, the same calls with tokens that may be valid, and those with the
 * token that is used; or the creation that failed, if no other token is accepted.
 */
export const signIn = probe({
  name: 'signIn',
  operation: 'sign-in',
  needs: [accessToken],
  // Not a need: without permission to create tokens the prefixed token is tried.
  after: [createNamedToken],
  async run(_, context) {
    if (context.hasCredential('good')) {
      const token = context.secret('token');
      // A token that was found in an earlier round has its invalid variants already.
      if (token !== undefined) await addInvalid(context, bearer(token, TOKEN_HEADER), token);
      const tries = await tryCalls(context, 'good');
      return { madeUp: [], tries, used: tries.at(-1) };
    }
    const named = Array.from({ length: TRIES }, (_none, index) => `named-token-${index + 1}`).filter(
      (name) => context.secret(name) !== undefined,
    );
    for (const name of named) context.addCredential(name, bearer(String(context.secret(name)), TOKEN_HEADER, name));
    const madeUp: Exchange[] = [];
    // With a single text, waiting teaches no more; with several it does.
    const first = await poll(
      context,
      'named token',
      () => tryEach(context, named, madeUp),
      (trials) =>
        trials.length === 0 ||
        trials.some((trial) =>
          trial.state === 'taken'
            ? !trial.tries.some(isUnknown)
            : isEnough(trial) || (named.length === 1 && trial.state === 'maybe'),
        ),
    );
    const trials =
      context.hasCredential('prefixed') && !first.some(isEnough)
        ? [...first, ...(await tryEach(context, ['prefixed'], madeUp))]
        : first;
    if (trials.length === 0) throw new SkipProbe('no access token: none was granted, and DATA_HUB_TOKEN is not set');
    const creation = failedCreation(context);
    const all = trials.flatMap(({ tries }) => tries);
    // The token of the identity provider is documented only for this creation, so its rejection follows from it.
    if (creation && all.some(isRefusedCredential) && !trials.some(({ state }) => ACCEPTED.has(state)))
      return { madeUp, tries: all, creation };
    const found = chosen(trials, madeUp);
    const others = trials.filter((trial) => trial !== found).flatMap(({ tries }) => tries);
    if (found === undefined) {
      const last = others.at(-1);
      const remedy =
        named.length > 0
          ? 'no text in the response of create-named-token was accepted as a token'
          : context.allows('tokens')
            ? others.every(isRefusedCredential)
              ? 'every service rejected the access token that the identity provider granted'
              : undefined
            : 'allow the creation of tokens, or set DATA_HUB_TOKEN';
      if (last && remedy) context.note(last, { [REMEDY]: remedy });
      return { madeUp, tries: others };
    }
    const prefixed = found.name === 'prefixed';
    const token = prefixed
      ? `${settingsOf(context.settings).idpPrefix}:${context.secret('access-token')}`
      : context.secret(found.name);
    const good = bearer(String(token), TOKEN_HEADER, prefixed ? 'prefixed-token' : found.name);
    const isOpen = prefixed && found.state !== 'taken';
    context.addCredential('good', isOpen ? { ...good, settings: ['DATA_HUB_IDP_PREFIX'] } : good);
    await addInvalid(context, good, prefixed ? undefined : context.secret(found.name));
    return { madeUp, tries: [...others, ...found.tries], used: found.tries.at(-1) };
  },
});

/**
 * Adds invalid credentials that are made from the valid one, and from that of the identity provider. The document does
 * not distinguish how a token is altered.
 */
async function addInvalid(context: ProbeContext, good: WireCredential, token: string | undefined) {
  context.addCredential(...behind(good));
  const granted = context.secret('access-token');
  const prefix = settingsOf(context.settings).idpPrefix ?? undefined;
  const made = {
    ...(prefix !== undefined && {
      'prefixed-garbage-token': await makeInvalidTokens(granted, TOKEN_HEADER, { prefix }),
    }),
    'garbage-token': await makeInvalidTokens(token ?? granted, TOKEN_HEADER, token === undefined ? { prefix } : {}),
  };
  for (const [altered, { credentials, secrets }] of Object.entries(made)) {
    for (const secret of secrets) context.addSecret('nearly-valid-token', secret);
    for (const one of credentials) {
      const isMisplaced = one.kind.startsWith('none~');
      // The token that is used is misplaced, which need not be that of the identity provider.
      if (!('credential' in one) || context.hasCredential(one.kind) || (isMisplaced && altered !== 'garbage-token'))
        continue;
      const name = isMisplaced ? one.kind : `${altered}~${one.kind.replace(/^garbage-token~/, '').replace('~', '-')}`;
      context.addCredential(name, { ...one.credential, name, ...(isMisplaced && { isRare: true }) });
    }
  }
}

/** A token that at least one service did not reject. */
export const signedIn: Need<'signedIn', true> = {
  name: 'signedIn',
  probe: signIn,
  view({ roles }) {
    const { tries, creation } = roles as { readonly tries: readonly Exchange[]; readonly creation?: Exchange };
    if (creation) return { ok: false, because: creation };
    const taken = tries.length === 0 || tries.some((exchange) => !isRefusedCredential(exchange));
    return taken ? { ok: true, value: true } : { ok: false, because: tries.at(-1) };
  },
};
