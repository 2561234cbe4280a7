/** Validates settings for a command and prepares the interfaces, without sending anything. */

import { printable } from '../report/parts/printable.ts';
import { settingsOfAssay, startReferences } from '../run/installed/references.ts';
import { makeReady, type ReadyOrProblems } from '../run/ready.ts';
import { redactorFor } from '../run/session.ts';
import { type Context, type Environment, givenSettings } from './context.ts';

export type MadeReady = Extract<ReadyOrProblems, { ok: true }> & {
  /** All settings, those of the references included. */
  readonly env: Environment;
  /** Redacts secrets in a text. */
  hide(text: string): string;
};

/**
 * Calls `use` with the target of the settings, or with the embedded references. If the settings have problems, prints them and returns 2.
 * References are stopped afterwards.
 */
export async function withReadySettings(
  context: Context,
  options: { readonly reference?: true; readonly envFile?: string; readonly depth?: string },
  use: (made: MadeReady) => Promise<number>,
): Promise<number> {
  const { env, fileKeys } = await givenSettings(context, options);
  const references = options.reference ? await startReferences() : undefined;
  try {
    const all = references ? { ...references.env, ...settingsOfAssay(env) } : env;
    const made = await makeReady(all, fileKeys);
    if (!made.ok) {
      for (const problem of made.problems) context.remark(printable(problem));
      return 2;
    }
    const redactor = redactorFor(made);
    return await use({ ...made, env: all, hide: (text) => redactor.text(text) });
  } finally {
    await references?.close();
  }
}
