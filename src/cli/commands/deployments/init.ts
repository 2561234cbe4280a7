/** `assay init`: writes a settings file, and checks it with `doctor`. */

import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { InputError, refuseIf } from '../../../files/read-file.ts';
import { writing } from '../../../files/write-file.ts';
import { loadProfile, shippedProfiles } from '../../../profile/profile.ts';
import { SETTINGS_TABLE } from '../../../run/installed/settings-table.ts';
import { renderEnvFile } from '../../../settings/env-example.ts';
import { isMet } from '../../../settings/table.ts';
import type { Setting } from '../../../settings/types.ts';
import { describeKind, readValue } from '../../../settings/values.ts';
import { type Context, printFailure } from '../../context.ts';
import { interfacesAmong } from '../../program/options.ts';
import { interfacesIn, settingsIn } from '../../setting-options.ts';
import { doctorCommand } from './doctor.ts';

interface InitOptions extends Readonly<Record<string, unknown>> {
  readonly interface?: readonly string[];
  readonly out: string;
  readonly doctor: boolean;
}

const KNOWN = SETTINGS_TABLE.interfaces.map((one) => one.interface);

interface Chosen {
  readonly interfaces: readonly string[];
  readonly values: ReadonlyMap<string, string>;
}

/** @returns 0; that of doctor, 2 or 3, if it found a problem; 130 if it was abandoned, without writing a file */
export async function initCommand(context: Context, options: InitOptions): Promise<number> {
  const { out } = options;
  if (existsSync(out))
    throw new InputError(
      `${JSON.stringify(out)} exists and is not overwritten. Choose another file with --out, or edit it.`,
    );
  let chosen: Chosen;
  try {
    chosen = await choose(context, options);
  } catch (error) {
    if (!(error instanceof Abandoned)) throw error;
    context.remark('\nNo file was written.');
    return 130;
  }
  const text = renderEnvFile(SETTINGS_TABLE, chosen.interfaces, chosen.values);
  await writing(out, 'Choose another file with --out.', () =>
    writeFileSync(out, context.commands(text), { flag: 'wx', mode: 0o600 }),
  );
  context.remark(`${out} written, readable only by you.`);
  const file = out === '.env' ? '' : ` --env-file ${shellWord(out)}`;
  if (!options.doctor) {
    context.answer(`Next: assay doctor${file}`);
    return 0;
  }
  try {
    const code = await doctorCommand(context, out === '.env' ? {} : { envFile: out });
    if (code === 0) context.answer(`Then: assay run${file}`);
    return code;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const code = await printFailure(error, context, false);
    context.answer(
      `No request was sent: ${out} is not complete. Edit it as shown above, then run: assay doctor${file}`,
    );
    return code;
  }
}

/** Takes settings from the options, and prompts for those that no option gives. */
async function choose(context: Context, options: InitOptions): Promise<Chosen> {
  const named = interfacesAmong(options.interface, KNOWN);
  const interfaces = named.length > 0 ? named : interfacesIn(options);
  const values = new Map(Object.entries(settingsIn(options, interfaces).values));
  if (values.size > 0 || !process.stdin.isTTY) {
    if (interfaces.length === 0 || values.size === 0)
      throw new InputError(
        `No setting is given. For a list of the options: assay init --interface ${interfaces.join(',') || 'NAME'} --help. On a terminal, assay init prompts for them.`,
      );
    refuseInvalid(values);
    return { interfaces, values };
  }
  const { ask, close } = openTerminal(process.stdin, process.stderr);
  const prompt = { ask, tell: context.remark };
  try {
    const chosen = interfaces.length > 0 ? interfaces : await askInterfaces(prompt);
    return { interfaces: chosen, values: await askSettings(chosen, prompt) };
  } finally {
    close();
  }
}

function refuseInvalid(values: ReadonlyMap<string, string>) {
  refuseIf(
    [...values].flatMap(([name, value]) => {
      const setting = SETTINGS_TABLE.named(name);
      const read = setting && readValue(setting, value);
      return read && 'wrong' in read
        ? [`${name} ${read.wrong}${read.wrong.endsWith('?') ? '' : '.'} Example: ${name}=${setting.example}`]
        : [];
    }),
  );
}

interface Prompt {
  /** Prompts for one line. `hidden`: the input is not shown. */
  ask(question: string, hidden?: boolean): Promise<string>;
  tell(text: string): void;
}

const CREDENTIALS: ReadonlySet<string> = new Set(['file', 'directory', 'file-or-directory']);

/** Prompts until the input can be read. */
async function asked<T>(question: string, read: (answer: string) => T, { ask, tell }: Prompt, hidden = false) {
  for (;;) {
    try {
      return read((await ask(question, hidden)).trim());
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      tell(error.message);
    }
  }
}

/** Prompts for interfaces. */
function askInterfaces(prompt: Prompt) {
  const read = (answer: string) => {
    if (answer === '') throw new InputError('Name at least one interface. To stop: Ctrl-C.');
    const names = interfacesAmong(answer.split(/[\s,]+/), KNOWN);
    return KNOWN.filter((name) => names.includes(name));
  };
  return asked(`Interfaces to test (${KNOWN.join(', ')}; comma-separated): `, read, prompt);
}

/** Prompts for the settings of the interfaces, and for a profile. */
async function askSettings(interfaces: readonly string[], prompt: Prompt) {
  const values = new Map<string, string>();
  for (const setting of SETTINGS_TABLE.settings.filter((one) => interfaces.includes(one.interface))) {
    const value = isAsked(setting, values) ? await askSetting(setting, prompt) : '';
    if (value !== '') values.set(setting.name, value);
  }
  if (values.size === 0) throw new InputError('No file was written: no setting was entered.');
  prompt.tell(`Profile, if this is a known product (${shippedProfiles().join(', ')}, or a file; Enter: none)`);
  const read = (answer: string) => (answer === '' ? '' : loadProfile(answer) && answer);
  const profile = await asked('ASSAY_PROFILE: ', read, prompt);
  if (profile !== '') values.set('ASSAY_PROFILE', profile);
  return values;
}

/**
 * Whether init prompts for a setting: addresses, the settings that these need, credentials; secrets only without a
 * setting for a file.
 */
function isAsked({ name, kind, secret, needs }: Setting, values: ReadonlyMap<string, string>) {
  const names = [...values.keys()];
  if (SETTINGS_TABLE.interfaces.some(({ configuredBy }) => configuredBy.includes(name))) return true;
  if (!needs.every((need) => isMet(need, names))) return false;
  const needed = names.some((set) => SETTINGS_TABLE.named(set)?.needs.flat().includes(name));
  return (
    needed ||
    CREDENTIALS.has(kind.is) ||
    (secret && kind.is !== 'json-strings' && SETTINGS_TABLE.named(`${name}_FILE`) === undefined)
  );
}

/** Prompts for a setting; the value may be empty. */
function askSetting(setting: Setting, prompt: Prompt) {
  const { name, meaning, secret, example } = setting;
  const hint = secret ? 'not shown while you type' : `${describeKind(setting)}, such as ${example}`;
  prompt.tell(`${meaning} (${hint}; Enter: not set)`);
  const read = (answer: string) => {
    const value = readValue(setting, answer);
    if (answer !== '' && 'wrong' in value) throw new InputError(`${name} ${value.wrong}`);
    return answer;
  };
  return asked(`${name}: `, read, prompt, secret);
}

/** Ctrl-C or the end of the input. */
class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

/** Prompts on a terminal until closed. Prompts reject with Abandoned after Ctrl-C or Ctrl-D. */
function openTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
  let hidden = false;
  const echo = new Writable({
    write(chunk: Buffer, _, done) {
      if (!hidden) output.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output: echo, terminal: true });
  const abort = new AbortController();
  for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => abort.abort());
  return {
    close: () => lines.close(),
    async ask(question: string, secret = false) {
      if (abort.signal.aborted) throw new Abandoned();
      const answer = lines.question(question, { signal: abort.signal });
      // The question itself has been written.
      hidden = secret;
      try {
        return await answer;
      } catch (error) {
        throw abort.signal.aborted ? new Abandoned() : error;
      } finally {
        if (secret) {
          // Discard the rest of a pasted secret with line breaks: it would be shown as the beginning of the next input.
          lines.write(null, { ctrl: true, name: 'u' });
          output.write('\n');
        }
        hidden = false;
      }
    },
  };
}
