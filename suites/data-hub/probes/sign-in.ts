/** Which of the tokens the data hub takes. */
import { bearer } from '../../../src/auth/tokens.ts';
import { mediaTypeOf, statusOf, succeeded } from '../../../src/engine/answer.ts';
import { CannotAsk } from '../../../src/engine/ask.ts';
import { probe } from '../../../src/engine/suite.ts';
import type { Ask, Need } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { folderOf } from '../contents.ts';
import { TRIES } from '../identifiers.ts';
import { patiently } from '../patience.ts';
import { TOKEN_HEADER } from '../prepare.ts';
import { accessToken, createNamedToken } from './tokens.ts';
import { counted } from './transfers.ts';

/** Whether an answer refuses the credential. */
export function isRefusedCredential(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status === 401 || status === 403;
}

/** Calls that show whether a credential is taken, one or two of every service that is configured; identifiers do not matter. */
function callsOf({ given }: Ask): readonly (readonly [operation: string, params: Readonly<Record<string, string>>])[] {
  const services = given['services'] as readonly string[];
  const path = typeof given['spacePath'] === 'string' ? folderOf({ given }) : undefined;
  return [
    ...(services.includes('zone')
      ? ([
          ['list-spaces', {}],
          ['list-handle-services', {}],
        ] as const)
      : []),
    ...(services.includes('provider') && path !== undefined
      ? ([
          ['cdmi-list', { space_path: path }],
          ['list-files', { url_encoded_path: path }],
        ] as const)
      : []),
  ];
}

/** What came of one credential. */
interface Trial {
  readonly name: string;
  readonly tries: readonly Exchange[];
  readonly works: boolean;
}

function tryCall(ask: Ask, credential: string, [operation, params]: ReturnType<typeof callsOf>[number]): Promise<Exchange> {
  return ask(operation, { credential, purpose: 'other', label: credential, identifiers: 'given', params, ...counted });
}

async function tryCredential(ask: Ask, name: string): Promise<Trial> {
  const tries = await Promise.all(callsOf(ask).map((call) => tryCall(ask, name, call)));
  return { name, tries, works: tries.some(succeeded) };
}

/** As {@link tryCredential}, for what may be a token or not: some services answer whatever is none with success, and a page to sign in. */
async function tryCandidate(ask: Ask, name: string): Promise<Trial> {
  const trial = await tryCredential(ask, name);
  for (const [index, call] of callsOf(ask).entries()) {
    const made = trial.tries[index];
    if (made !== undefined && succeeded(made) && !isSameAnswer(made, await tryCall(ask, 'garbage-token', call))) return trial;
  }
  return { ...trial, works: false };
}

/** The same status and media type, and the same content, unless it is a page, of which some part may be new each time. */
function isSameAnswer(one: Exchange, other: Exchange): boolean {
  if (one.outcome.kind !== 'answer' || other.outcome.kind !== 'answer') return false;
  const type = mediaTypeOf(one);
  const alike = statusOf(one) === statusOf(other) && type === mediaTypeOf(other);
  return alike && (type === 'text/html' || one.outcome.body.digest === other.outcome.body.digest);
}

/** Nothing was asked, or nobody answered: another credential, or another time, would show no more. */
const isMute = ({ tries }: Trial): boolean => tries.every(({ outcome }) => outcome.kind !== 'answer');

/** Tries one text after another, until one works. A refusal has no certain status, so it is success that counts. */
async function tryEach(ask: Ask, names: readonly string[]): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const name of names) {
    const trial = await tryCandidate(ask, name);
    trials.push(trial);
    if (trial.works || isMute(trial)) break;
  }
  return trials;
}

/** Finds out which token the data hub takes: a named one, else the prefixed one, or the one that is set. It is `good` from then on. */
export const signIn = probe({
  name: 'signIn',
  operation: 'sign-in',
  needs: [accessToken],
  // Not a need: without permission to create tokens the prefixed token is tried.
  after: [createNamedToken],
  async run(_, ask) {
    if (ask.has('good')) return (await tryCredential(ask, 'good')).tries;
    const named = Array.from({ length: TRIES }, (_none, index) => `named-token-${index + 1}`).filter((name) => ask.withheld(name) !== undefined);
    for (const name of named) ask.adopt(name, bearer(String(ask.withheld(name)), TOKEN_HEADER, 'named-token'));
    const settled = (trials: readonly Trial[]) => trials.length === 0 || trials.some((trial) => trial.works || isMute(trial));
    const first = await patiently(ask, 'named token', () => tryEach(ask, named), settled);
    const trials = ask.has('prefixed') && (first.length === 0 || !settled(first)) ? [...first, await tryCredential(ask, 'prefixed')] : first;
    if (trials.length === 0) throw new CannotAsk('there is no access token: none was granted, and DATA_HUB_TOKEN is not set');
    const taken =
      trials.find((trial) => trial.works) ?? trials.find(({ tries }) => !tries.every(isRefusedCredential)) ?? trials.find(({ tries }) => tries.length === 0);
    const tries = (of: readonly Trial[]) => of.flatMap((trial) => trial.tries);
    if (taken === undefined) return tries(trials);
    const token = taken.name === 'prefixed' ? `${ask.given['idpPrefix']}:${ask.withheld('access-token')}` : ask.withheld(taken.name);
    ask.adopt('good', bearer(String(token), TOKEN_HEADER, taken.name === 'prefixed' ? 'prefixed-token' : 'named-token'));
    // What was taken stands last.
    return tries([...trials.filter((trial) => trial !== taken), taken]);
  },
});

/** A token that at least one service did not refuse. */
export const signedIn: Need<'signedIn', true> = {
  name: 'signedIn',
  probe: signIn,
  view(exchanges) {
    const taken = exchanges.length === 0 || exchanges.some((exchange) => !isRefusedCredential(exchange));
    return taken ? { ok: true, value: true } : { ok: false, because: exchanges.at(-1) };
  },
};
