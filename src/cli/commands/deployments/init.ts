/** `assay init`: writes a settings file, and checks it with `doctor`. */
import { existsSync, writeFileSync } from 'node:fs';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { InputError } from '../../../files/input.ts';
import { SETTINGS_TABLE } from '../../../run/installed/settings-table.ts';
import { renderEnvFile } from '../../../settings/env-example.ts';
import { readValue } from '../../../settings/values.ts';
import type { Context } from '../../context.ts';
import { codeOf } from '../../failure.ts';
import { askInterfaces, askSettings, unknownInterface } from '../../init/questions.ts';
import { Abandoned, openTerminal } from '../../init/terminal.ts';
import { namesIn } from '../../program/options.ts';
import { interfacesIn, settingsIn } from '../../setting-options.ts';
import { doctorCommand } from './doctor.ts';

export interface InitOptions extends Readonly<Record<string, unknown>> {
  readonly interface?: readonly string[];
  readonly out: string;
  readonly doctor: boolean;
}

interface Chosen {
  readonly interfaces: readonly string[];
  readonly values: ReadonlyMap<string, string>;
}

/** @returns 0; that of doctor, 2 or 3, if it found a problem; 130 if it was abandoned, nothing was written then */
export async function initCommand(context: Context, options: InitOptions): Promise<number> {
  const { out } = options;
  if (existsSync(out))
    throw new InputError(`${out} exists and is not overwritten. Name another file with --out, or edit it.`);
  let chosen: Chosen;
  try {
    chosen = await choose(context, options);
  } catch (error) {
    if (!(error instanceof Abandoned)) throw error;
    context.remark('\nNo file was written.');
    return 130;
  }
  write(out, renderEnvFile(SETTINGS_TABLE, chosen.interfaces, chosen.values));
  context.remark(`${out} written, readable only by you.`);
  const file = out === '.env' ? '' : ` --env-file ${shellWord(out)}`;
  if (!options.doctor) {
    context.answer(`Next: assay doctor${file}`);
    return 0;
  }
  const code = await doctorCommand(context, out === '.env' ? {} : { envFile: out });
  context.answer(code === 0 ? `Next: assay run${file}` : `Next: edit ${out}, then run: assay doctor${file}`);
  return code;
}

/** From the options, or by asking where none gives a setting. */
async function choose(context: Context, options: InitOptions): Promise<Chosen> {
  const named = namesIn(options.interface);
  const unknown = named.find((name) => !SETTINGS_TABLE.interfaces.some((one) => one.interface === name));
  if (unknown !== undefined) throw new InputError(unknownInterface(unknown));
  const interfaces = named.length > 0 ? named : interfacesIn(options);
  const values = new Map(Object.entries(settingsIn(options, interfaces).values));
  if (values.size > 0 || !process.stdin.isTTY) {
    if (interfaces.length === 0 || values.size === 0)
      throw new InputError(
        'Name interfaces and settings: assay init --interface NAME --SETTING VALUE. See assay init --help, or start it on a terminal.',
      );
    refuseInvalid(values);
    return { interfaces, values };
  }
  const { ask, close } = openTerminal(process.stdin, process.stderr);
  try {
    const asked = interfaces.length > 0 ? interfaces : await askInterfaces(ask, context.remark);
    return { interfaces: asked, values: await askSettings(asked, ask, context.remark) };
  } finally {
    close();
  }
}

function refuseInvalid(values: ReadonlyMap<string, string>): void {
  const problems = [...values].flatMap(([name, value]) => {
    const setting = SETTINGS_TABLE.named(name);
    const read = setting && readValue(setting, value);
    return read && 'wrong' in read
      ? [`${name} ${read.wrong}${read.wrong.endsWith('?') ? '' : '.'} Example: ${name}=${setting.example}`]
      : [];
  });
  if (problems.length > 0) throw new InputError(problems.join('\n'));
}

/** Writes the whole file at once, and never over another. */
function write(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new InputError(`Cannot write ${path} (${codeOf(error) ?? 'unknown error'}). Name another file with --out.`);
  }
}
