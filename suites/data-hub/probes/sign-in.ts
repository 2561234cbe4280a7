/** Which of the tokens the data hub takes. */
import { bearer } from '../../../src/auth/tokens.ts';
import { succeeded } from '../../../src/engine/answer.ts';
import { CannotAsk } from '../../../src/engine/ask.ts';
import { probe } from '../../../src/engine/suite.ts';
import type { Ask, Need } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { folderOf } from '../contents.ts';
import { TRIES } from '../identifiers.ts';
import { patiently } from '../patience.ts';
import { TOKEN_HEADER } from '../prepare.ts';
import { isRefusedCredential, MADE_UP, type Standing, standingOf } from '../token-standing.ts';
import { accessToken, createNamedToken } from './tokens.ts';
import { counted } from './transfers.ts';

/** A call that shows whether a credential is taken. */
type Call = readonly [operation: string, params: Readonly<Record<string, string>>];

const ZONE: readonly Call[] = ['list-spaces', 'list-handle-services'].map((operation) => [operation, {}]);

/** One or two calls of every service that is configured; identifiers do not matter. */
function callsOf({ given }: Ask): readonly Call[] {
  const services = given['services'] as readonly string[];
  const zone = services.includes('zone') ? ZONE : [];
  if (!services.includes('provider') || typeof given['spacePath'] !== 'string') return zone;
  const path = folderOf({ given });
  return [...zone, ['cdmi-list', { space_path: path }], ['list-files', { url_encoded_path: path }]];
}

function tryCall(ask: Ask, credential: string, [operation, params]: Call, label = credential): Promise<Exchange> {
  return ask(operation, { credential, purpose: 'other', label, identifiers: 'given', params, ...counted });
}

function tryCalls(ask: Ask, credential: string): Promise<Exchange[]> {
  return Promise.all(callsOf(ask).map((call) => tryCall(ask, credential, call)));
}

/** What came of one token. */
interface Trial {
  readonly name: string;
  readonly tries: readonly Exchange[];
  readonly standing: Standing;
}

/** Nothing was asked, or nobody answered: another token, or another time, would show no more. */
const isMute = ({ tries }: Trial): boolean => tries.every(({ outcome }) => outcome.kind !== 'answer');

/** Tries tokens; what a made-up one gets is asked for once a call, and only where a success has to be compared. */
class Trials {
  readonly madeUp: Exchange[] = [];
  constructor(private readonly ask: Ask) {}

  async of(name: string): Promise<Trial> {
    const tries = await tryCalls(this.ask, name);
    const standing = (): Standing => standingOf(tries, this.madeUp);
    for (const call of callsOf(this.ask)) {
      if (standing() === 'taken') break;
      const wanted = tries.some((tried) => tried.operation === call[0] && succeeded(tried));
      if (wanted && !this.madeUp.some(({ operation }) => operation === call[0])) this.madeUp.push(await tryCall(this.ask, 'garbage-token', call, MADE_UP));
    }
    return { name, tries, standing: standing() };
  }

  /** One after another, until one is taken or nobody answers. */
  async ofEach(names: readonly string[]): Promise<readonly Trial[]> {
    const trials: Trial[] = [];
    for (const name of names) {
      const trial = await this.of(name);
      trials.push(trial);
      if (trial.standing === 'taken' || isMute(trial)) break;
    }
    return trials;
  }
}

/**
 * The trial whose token is used: one that is taken; else the only one that may be; else one of which nothing is known.
 * @throws CannotAsk where several texts may be the token, or none got more than a page to sign in
 */
function chosen(trials: readonly Trial[]): Trial | undefined {
  const those = (standing: Standing) => trials.filter((trial) => trial.standing === standing);
  const [taken] = those('taken');
  if (taken) return taken;
  const maybe = those('maybe');
  if (maybe.filter(({ name }) => name !== 'prefixed').length > 1)
    throw new CannotAsk('which text in the answer is the named token cannot be told, because a made-up one gets the same; DATA_HUB_TOKEN can be set');
  const found = maybe[0] ?? those('open')[0];
  if (found === undefined && !trials.every(({ tries }) => tries.every(isRefusedCredential)))
    throw new CannotAsk('no token gets more than a page to sign in, as a made-up one does');
  return found;
}

/** Finds out which token the data hub takes: a named one, else the prefixed one, or the one that is set. It is `good` from then on. */
export const signIn = probe({
  name: 'signIn',
  operation: 'sign-in',
  needs: [accessToken],
  // Not a need: without permission to create tokens the prefixed token is tried.
  after: [createNamedToken],
  async run(_, ask) {
    if (ask.has('good')) return tryCalls(ask, 'good');
    const named = Array.from({ length: TRIES }, (_none, index) => `named-token-${index + 1}`).filter((name) => ask.withheld(name) !== undefined);
    for (const name of named) ask.adopt(name, bearer(String(ask.withheld(name)), TOKEN_HEADER, name));
    const tried = new Trials(ask);
    const isEnough = (trial: Trial): boolean => trial.standing === 'taken' || isMute(trial);
    // Of one text more cannot be learnt by waiting; of several it can.
    const first = await patiently(
      ask,
      'named token',
      () => tried.ofEach(named),
      (trials) => trials.length === 0 || trials.some((trial) => isEnough(trial) || (named.length === 1 && trial.standing === 'maybe')),
    );
    const trials = ask.has('prefixed') && !first.some(isEnough) ? [...first, await tried.of('prefixed')] : first;
    if (trials.length === 0) throw new CannotAsk('there is no access token: none was granted, and DATA_HUB_TOKEN is not set');
    const found = chosen(trials);
    // What was taken stands last.
    const exchanges = [...tried.madeUp, ...[...trials.filter((trial) => trial !== found), ...(found ? [found] : [])].flatMap(({ tries }) => tries)];
    if (found === undefined) return exchanges;
    const prefixed = found.name === 'prefixed';
    const token = prefixed ? `${ask.given['idpPrefix']}:${ask.withheld('access-token')}` : ask.withheld(found.name);
    ask.adopt('good', bearer(String(token), TOKEN_HEADER, prefixed ? 'prefixed-token' : found.name));
    return exchanges;
  },
});

/** A token that at least one service did not refuse. */
export const signedIn: Need<'signedIn', true> = {
  name: 'signedIn',
  probe: signIn,
  view(exchanges) {
    const tries = exchanges.filter(({ label }) => label !== MADE_UP);
    const taken = tries.length === 0 || tries.some((exchange) => !isRefusedCredential(exchange));
    return taken ? { ok: true, value: true } : { ok: false, because: tries.at(-1) };
  },
};
