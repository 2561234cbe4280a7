/** The functions with which suites are written: probes send requests, checks judge, both read settings by name. */
import type { SettingRow, SettingValues } from '../../settings/types.ts';
import type { Exchange } from '../../wire/types.ts';
import { answerOf, succeeded } from './answer.ts';
import { isAuthorised } from './neighbours.ts';
import { setting, type Value } from './origins.ts';
import type { Roles, Sent } from './roles.ts';
import type { Answer, AnyProbe, Check, Evidence, Need, ProbeContext, Reporter, Settings } from './types.ts';

/** A probe. As a need, it gives the response to its first documented exchange, if this succeeded. */
export interface Probe<Name extends string = string, R = unknown> extends AnyProbe, Need<Name, Answer> {
  readonly name: Name;
  /** The roles that the probe returns; exists only as a type. */
  readonly returns?: R;
}

/** A probe of which only the name matters. */
type Named<Name extends string> = AnyProbe & { readonly name: Name };

type Keys<R> = R extends unknown ? keyof R : never;

/** The roles of a probe that returns one of several objects: each role that is in any of them. */
type RolesOf<R> = {
  readonly [Role in Keys<R>]: R extends unknown ? (Role extends keyof R ? R[Role] : undefined) : never;
};

/**
 * Thrown by a probe that finds that something outside the target prevents its requests, with the message as the reason.
 * Its requirements are skipped; if no usable credential was found, they are inconclusive, so that no gate passes.
 */
export class SkipProbe extends Error {
  constructor(
    message: string,
    readonly state: 'not-set' | 'bad-credential' = 'not-set',
  ) {
    super(message);
  }
}

/**
 * Declares documented requests that belong together. `run` returns its exchanges by role, in order; an exception in it
 * is a suite error unless the run was interrupted.
 */
export function probe<const Name extends string, const N extends readonly Need[] = [], R extends Roles = Roles>(
  declared: Pick<AnyProbe, 'operation'> &
    Partial<Pick<AnyProbe, 'title' | 'also' | 'after' | 'creates' | 'lanes' | 'last' | 'unless' | 'whenEmpty'>> & {
      readonly name: Name;
      readonly needs?: N;
      run(evidence: Evidence<N>, context: ProbeContext): Promise<R>;
    },
): Probe<Name, R> {
  const made: Probe<Name, R> = {
    ...{ needs: [], after: [], creates: [], last: false, unless: () => undefined },
    ...declared,
    run: declared.run,
    view({ exchanges }) {
      const first = exchanges.find((one) => one.operation === made.operation && isAuthorised(one));
      return first !== undefined && succeeded(first)
        ? { ok: true, value: answerOf(first) }
        : { ok: false, because: first };
    },
    get probe() {
      return made;
    },
  };
  return made;
}

/** Returns the need of a probe's exchanges by role, with any outcome. */
export function sent<Name extends string, R extends Roles>(of: Probe<Name, R>): Need<Name, RolesOf<R>> {
  return seeing(of, ({ roles }) => roles as RolesOf<R>);
}

/** Returns the need of a probe's exchanges by role, with any outcome; without roles if the probe did not run. */
export function ifSent<Name extends string, R extends Roles>(of: Probe<Name, R>): Need<Name, Partial<RolesOf<R>>> {
  return { ...sent(of), optional: true };
}

/** Returns the need of every exchange of a probe, with any role and outcome. */
export function every<Name extends string>(of: Named<Name>): Need<Name, readonly Exchange[]> {
  return seeing(of, ({ exchanges }) => exchanges);
}

/** Returns the need of a probe's exchanges, with any role and outcome; empty if the probe did not run. */
export function optional<Name extends string>(of: Named<Name>): Need<Name, readonly Exchange[]> {
  return { ...every(of), optional: true };
}

/** Returns a need under another name, for a check that is made for any probe, or that has two views of one probe. */
export function named<Name extends string, View>(name: Name, need: Need<string, View>): Need<Name, View> {
  return { ...need, name };
}

/** Returns the need of a probe's response if it succeeded, else undefined. */
export function ifAnswered<Name extends string>(of: Probe<Name>): Need<Name, Answer | undefined> {
  const answerIn = (sent: Sent) => {
    const seen = of.view(sent);
    return seen.ok ? seen.value : undefined;
  };
  return { ...seeing(of, answerIn), optional: true };
}

/** Returns the need of a view that a probe always gives. */
function seeing<Name extends string, View>(of: Named<Name>, viewOf: (sent: Sent) => View): Need<Name, View> {
  return { name: of.name, probe: of, view: (sent) => ({ ok: true, value: viewOf(sent) }) };
}

/**
 * Declares a check: a pure, synchronous function of recorded exchanges. It may report only requirements in `decides`;
 * those on which it does not report are inconclusive. Its third argument is `decides`. An exception in it is a suite
 * error.
 */
export function check<const N extends readonly Need[], const D extends readonly string[]>(
  declared: Partial<Pick<Check, 'lanes' | 'further'>> & {
    readonly needs: N;
    /** Further probes whose exchanges it judges, if they ran. */
    readonly also?: readonly AnyProbe[];
    readonly decides: D;
    judge(evidence: Evidence<N>, report: Reporter<D[number]>, decides: D): void;
  },
): Check {
  const judge = (evidence: Evidence<N>, report: Reporter<D[number]>) =>
    declared.judge(evidence, report, declared.decides);
  const { also = [], ...members } = declared;
  const needs = [...declared.needs, ...also.map(optional)];
  return { ...members, needs, judge: judge as unknown as Check['judge'] };
}

/** Returns the row of the setting that names trusted authorities. */
export const authoritiesRow = (name: string): SettingRow => [
  name,
  { is: 'file-or-directory' },
  '/etc/grid-security/certificates',
  'The only certificate authorities to trust (default: those of Node.js and of NODE_EXTRA_CA_CERTS).',
];

/** Settings, any of which may be absent: recordings of other programs are judged, too. */
export type Known<S> = { readonly [Name in keyof S]?: S[Name] | undefined };

/** Returns a typed view of a suite's settings, so that a misspelt name does not compile. */
export function settingsAs<S extends Settings>(): (settings: Settings) => Known<S> {
  return (settings) => settings as Known<S>;
}

/**
 * Makes a reader of the settings that name values of requests.
 * @param names of the settings, by the name under which the suite knows each
 * @returns a function that returns the value of a setting; undefined if it is not set
 */
export function namedValues<Name extends string>(
  names: Readonly<Record<Name, string>>,
): (settings: Settings, name: Name) => Value | undefined {
  return (settings, name) => {
    const value = settings[name];
    return typeof value === 'string' ? setting(names[name], value) : undefined;
  };
}

/** Returns the texts of settings by the names under which the suite knows them; null if one is not set. */
export function textsOf<Name extends string>(
  names: Readonly<Record<Name, string>>,
  values: SettingValues,
): { readonly [N in Name]: string | null } {
  const all = Object.entries<string>(names).map(([name, setting]) => [name, values.text(setting) ?? null]);
  return Object.fromEntries(all) as Record<Name, string | null>;
}

/** Returns the texts of the settings that are set, by the names under which the suite knows them. */
export function setTextsOf(
  names: Readonly<Record<string, string>>,
  values: SettingValues,
): ReadonlyMap<string, string> {
  const all = Object.entries(textsOf(names, values));
  return new Map(all.filter((entry): entry is [string, string] => entry[1] !== null));
}

/**
 * Returns pauses in milliseconds, each twice as long as the one before; the last is shortened, so that their sum is
 * `ms`.
 */
export function doublingPauses(first: number, ms: number): readonly number[] {
  const pauses: number[] = [];
  for (let [left, pause] = [ms, first]; left > 0; left -= pause, pause *= 2) pauses.push(Math.min(pause, left));
  return pauses;
}

/**
 * Calls a function once, and again after each pause, until a result suffices; returns the last result. Only pauses
 * count as time: a slow service is called as often as a quick one.
 */
export async function poll<T>(
  context: Pick<ProbeContext, 'wait'>,
  pauses: readonly number[],
  once: () => Promise<T>,
  suffices: (made: T) => boolean,
): Promise<T> {
  let made = await once();
  for (const pause of pauses) {
    if (suffices(made)) return made;
    await context.wait(pause);
    made = await once();
  }
  return made;
}
