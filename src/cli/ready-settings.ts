/** Settings that a command needs to be valid, with everything that they make ready, and nothing sent. */

import { printable } from '../report/printable.ts';
import { makeReady, type ReadyOrProblems } from '../run/ready.ts';
import { startReferences } from '../run/references.ts';
import { secretsOf } from '../settings/describe.ts';
import { createRedactor } from '../wire/redaction.ts';
import { type Context, givenSettings } from './context.ts';

export type MadeReady = Extract<ReadyOrProblems, { ok: true }> & {
  /** Takes secrets out of a text. */
  hide(text: string): string;
};

/**
 * Calls `use` with the settings' target, or with the embedded references. Where the settings have problems it tells them and returns 2.
 * References are stopped afterwards.
 */
export async function withReadySettings(
  context: Context,
  options: { readonly reference?: true; readonly envFile?: string },
  use: (made: MadeReady) => Promise<number>,
): Promise<number> {
  const { env, fileKeys } = await givenSettings(context, options.envFile);
  const references = options.reference ? await startReferences() : undefined;
  try {
    const own = references ? Object.fromEntries(Object.entries(env).filter(([name, value]) => name.startsWith('ASSAY_') && value)) : env;
    const made = await makeReady({ ...references?.env, ...own }, fileKeys);
    if (!made.ok) {
      for (const problem of made.problems) context.remark(printable(problem));
      return 2;
    }
    const redactor = createRedactor();
    for (const { value, name } of [...secretsOf(made.target), ...made.ready.flatMap(({ prepared }) => prepared.secrets)]) redactor.add(value, name);
    return await use({ ...made, hide: (text) => redactor.text(text) });
  } finally {
    await references?.close();
  }
}
