/** Options that several commands share. */

import { InputError, namesIn } from '../../files/read-file.ts';
import type { ClaimOptions } from '../../run/claims/claim-options.ts';
import type { GateOptions } from '../../run/gate-options.ts';
import { notKnown } from '../../settings/nearest.ts';
import type { Depth } from '../../settings/types.ts';

/** Words that shells complete: the ids in lists of `assay list`. */
export const idsOf =
  (...kinds: readonly string[]) =>
  async (): Promise<string[]> => {
    const { idsIn } = await import('../commands/results/list.ts');
    return (await Promise.all(kinds.map(idsIn))).flat();
  };
/** Default of --baseline. */
export const BASELINE_FILE = 'baseline.yaml';

/** Text for commands that take settings as options. */
export const ABOUT_OPTIONS =
  'Most settings are also options of the same name, such as --transfer-url and --transfer-cert, or --cert if only one interface has such a setting. For a secret, give a file: --transfer-token-file FILE. To list the options of an interface: assay init --interface transfer --help.';
export const ABOUT_SETTINGS = `${ABOUT_OPTIONS} Options override environment variables, which override the settings file.`;

/** Values of `--fault` and `--variant` for references. */
export interface Deviating {
  readonly fault?: string;
  readonly variant?: readonly string[];
}

/** Values of options; a command gets those that it declares. */
export interface Options extends GateOptions, ClaimOptions {
  readonly reference?: true;
  readonly envFile?: string;
  readonly only?: readonly string[];
  readonly depth?: Depth;
  readonly out?: string;
  readonly replace?: true;
  readonly json?: true;
  readonly verbose?: true;
  readonly quiet?: true;
  readonly requireComplete?: true;
  readonly practice?: true;
  readonly selftest?: string;
  readonly certificate?: string;
  readonly interface?: readonly string[];
}

/**
 * Returns the number that an option gives, if it is given. Throws InputError if it is not a whole number from `least`
 * to `most`.
 */
export function wholeNumber(
  option: string,
  text: string | undefined,
  least: number,
  most: number,
  example = 2,
): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new InputError(
      `${option} must be a whole number from ${least} to ${most} (got ${JSON.stringify(text)}). Example: ${option} ${example}`,
    );
  return number;
}

/** Returns the interfaces that an option names. Throws InputError if one is not known. */
export function interfacesAmong(values: readonly string[] | undefined, known: readonly string[]): string[] {
  const names = namesIn(values);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new InputError(notKnown('interface', unknown, known));
  return names;
}
