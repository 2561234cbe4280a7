/**
 * Settings and targets: one row per setting, what an interface states of its settings, and the target of a run.
 */
import type { Creation, Interface } from '../contract/types.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Form of a setting's value; `values.ts` reads each kind. */
export type SettingKind =
  /**
   * Base address (`http`, `https`): no query, fragment or user; `whole` keeps a trailing slash, since no path is
   * appended.
   */
  | { readonly is: 'url'; readonly whole?: boolean }
  /** Readable file; `mayBeMade`: it may be absent as long as its directory exists. */
  | { readonly is: 'file'; readonly mayBeMade?: boolean }
  | { readonly is: 'directory' }
  | { readonly is: 'file-or-directory' }
  | { readonly is: 'text'; readonly pattern?: RegExp; readonly like?: string }
  /** Name or path of a program. */
  | { readonly is: 'program' }
  /** Goes into a header: visible ASCII, no blanks. */
  | { readonly is: 'token' }
  /** Any characters, blanks at the ends included. */
  | { readonly is: 'passphrase' }
  /**
   * JSON object whose members are strings; `members` lists the only ones allowed, `headers` checks them as header
   * fields.
   */
  | { readonly is: 'json-strings'; readonly members?: readonly string[]; readonly headers?: boolean }
  | { readonly is: 'json' }
  | { readonly is: 'integer'; readonly unit: string; readonly min: number; readonly max: number }
  /** Comma list; `of` lists the only words allowed, `all` adds the word for all of them. */
  | { readonly is: 'list'; readonly of?: readonly string[]; readonly all?: boolean; readonly what: string }
  /** Path with each of the placeholders. */
  | { readonly is: 'path-template'; readonly placeholders: readonly string[] }
  /** Path below a root, no empty, `.` or `..` segment. */
  | { readonly is: 'relative-path' };

export interface Setting {
  readonly name: string;
  /** The interface it belongs to; `assay` for settings of Assay itself. */
  readonly interface: Interface;
  readonly kind: SettingKind;
  readonly meaning: string;
  readonly example: string;
  readonly default?: string;
  /** Its value (or, of a JSON object, each member's value) never appears in any output. */
  readonly secret: boolean;
  /** Settings that must be set too; of an inner list, one is enough. */
  readonly needs: readonly (string | readonly string[])[];
  /** Another name of its option of `assay init`, in addition to the name of the setting. */
  readonly option?: string;
}

/** A setting as its interface writes it. */
export type SettingRow = readonly [
  name: string,
  kind: SettingKind,
  example: string,
  meaning: string,
  more?: Partial<Pick<Setting, 'secret' | 'default' | 'needs' | 'option'>>,
];

/** The settings that are set, as read; a value that could not be read is `undefined`. */
export type SetValues = ReadonlyMap<string, unknown>;

/**
 * Returns a contradiction between settings that are valid by themselves, or undefined. `like`: the setting whose
 * example to print.
 */
export type SettingRule = (
  set: SetValues,
) => { readonly setting: string; readonly message: string; readonly like?: string } | undefined;

export type SettingValues = ReturnType<typeof valuesOf>;

/**
 * Returns values by setting name, with their defaults. A wrong type here is a fault of Assay, since every value was
 * read by its kind.
 */
export function valuesOf(set: SetValues, defaultOf: (name: string) => string | undefined) {
  const text = (name: string) => {
    const value = set.get(name) ?? defaultOf(name);
    return value === undefined ? undefined : String(value);
  };
  // The rules should have found that it is not set.
  const required = (name: string) => {
    const value = text(name);
    if (value === undefined) throw new Error(`${name} was checked to be set, but is not`);
    return value;
  };
  return {
    text,
    required,
    integer: (name: string) => Number(required(name)),
    words: (name: string) => set.get(name) as readonly string[] | undefined,
    strings: (name: string) => set.get(name) as Readonly<Record<string, string>> | undefined,
  };
}

/**
 * The setting of a credential, and how a request shows it: in a header, by itself or after a scheme; without a header
 * in the TLS handshake.
 */
export interface Presentation {
  readonly setting: string;
  readonly header?: string;
  readonly scheme?: string;
}

/** The settings of one interface. */
export interface InterfaceSettings {
  readonly interface: Interface;
  /** Heading in `.env.example`. */
  readonly title: string;
  /** The interface is configured when one of these is set; its other settings have no effect without. */
  readonly configuredBy: readonly string[];
  readonly rows: readonly SettingRow[];
  readonly rules: readonly SettingRule[];
  /** Kinds of creation, as `ASSAY_ALLOW_CREATE` takes them. */
  readonly creations: readonly Creation[];
  /** The credentials of callers by the name of their lane, as `ASSAY_NOT_OFFERED` takes them. */
  readonly credentials: Readonly<Record<string, Presentation>>;
}

/**
 * Depth of a run: `standard` is one round, in which an operation gets only some of the nearly valid credentials;
 * `thorough` is several rounds with every value.
 */
export const DEPTHS = ['standard', 'thorough'] as const;
export type Depth = (typeof DEPTHS)[number];

/** A validated target: the configured interfaces, their credentials, and what may be created there. */
export interface Target {
  /** The values that are set, for the suites of the configured interfaces. */
  readonly values: SettingValues;
  readonly configured: readonly Interface[];
  /** The configured interfaces as results may show them. */
  readonly described: Readonly<Record<Interface, Readonly<Record<string, unknown>>>>;
  /** Secret values among the settings. */
  readonly secrets: readonly NamedSecret[];
  readonly allowCreate: ReadonlySet<Creation>;
  /** Names of operations and credentials, as `ASSAY_NOT_OFFERED` takes them. */
  readonly notOffered: ReadonlySet<string>;
  /** Name of a shipped profile, or a file. */
  readonly profile?: string;
  readonly depth: Depth;
  readonly concurrency: number;
  readonly requestTimeoutMs: number;
  readonly runTimeoutMs: number;
  /** Proxies for outgoing requests as HTTPS_PROXY, HTTP_PROXY and NO_PROXY name them. */
  readonly proxy: { readonly https?: string; readonly http?: string; readonly no?: string };
}

/** A value that must never appear in any output, and the setting that it came from. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
}

/** A problem of the settings, in the user's words: the setting, what is wrong, what a valid value looks like. */
export interface SettingProblem {
  readonly setting: string;
  /** The settings whose places are shown; by default, `setting` alone. */
  readonly because?: readonly string[];
  readonly message: string;
  readonly example?: string;
}

/** The place of each setting that a file or an option gives; every other one is from the environment. */
export type Places = ReadonlyMap<string, string>;

/**
 * `.env:7: TRANSFER_URL must be … Example: …`, `--transfer-url must be …`. Without places, if the caller gave the
 * settings as values, the message alone.
 */
export function inWords(
  { setting, because = [setting], message, example }: SettingProblem,
  places: Places | undefined,
): string {
  const text = `${message}${example === undefined ? '' : ` Example: ${example}`}`;
  const read = [...new Set(because.map((name) => places?.get(name) ?? 'environment'))];
  // An option is named instead of its setting, unless it names a file with the value.
  const [option = ''] = read;
  if (because.length === 1 && option.startsWith('--') && !option.endsWith('-file'))
    return text.replace(` ${setting}=`, ` ${option} `).replaceAll(new RegExp(`\\b${setting}\\b`, 'g'), option);
  return `${places === undefined ? '' : `${read.join(', ')}: `}${text}`;
}
