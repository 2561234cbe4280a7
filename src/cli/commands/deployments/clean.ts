/** `assay clean`: lists the residue of a run, and removes it if the document gives a way. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { InputError } from '../../../files/input.ts';
import { DIRECTORY_OF_A_RUN, refuseMissing } from '../../../files/read-file.ts';
import { oneOf } from '../../../report/parts/tally.ts';
import { createLayout } from '../../../report/terminal/layout.ts';
import { containsRun } from '../../../run/directory/run-files.ts';
import { LEDGER_FILE, type LedgerLine, openLedger, readLedger } from '../../../wire/session/ledger.ts';
import { answerWith, type Context } from '../../context.ts';
import type { Options } from '../../program/options.ts';
import { optionWords } from '../../setting-options.ts';

type CleanOptions = Options & { readonly remove?: true };

/** An object that may still exist. */
interface Left extends LedgerLine {
  readonly removal: string;
}

/** @returns 0 if no object is left, 1 if some are, 2 if the directory has no run or the settings have problems */
export async function cleanCommand(context: Context, directory: string, options: CleanOptions): Promise<number> {
  const file = join(directory, LEDGER_FILE);
  refuseMissing(directory, DIRECTORY_OF_A_RUN);
  if (!containsRun(directory) && !existsSync(file))
    throw new InputError(`No run found in ${JSON.stringify(directory)}. ${DIRECTORY_OF_A_RUN}`);
  // A run that created no object has no ledger.
  const before = (existsSync(file) ? linesOf(file) : []).filter(({ state }) => state !== 'closed');
  const removed = options.remove && before.length > 0 ? await removal(before) : undefined;
  if (removed === 'problems') return 2;
  const left = before
    .filter(({ id }) => removed?.get(id) !== 'removed')
    .map((line): Left => ({ ...line, removal: removed?.get(line.id) ?? 'not tried' }));
  const { isRemovable } = await import('../../removal.ts');
  tell(
    left,
    before.length - left.length,
    left.some(({ kind }) => isRemovable(kind)),
  );
  return left.length === 0 ? 0 : 1;

  async function removal(lines: readonly LedgerLine[]): Promise<ReadonlyMap<string, string> | 'problems'> {
    const { removeLeft } = await import('../../removal.ts');
    const { withReadySettings } = await import('../../ready-settings.ts');
    let outcomes: ReadonlyMap<string, string> | 'problems' = 'problems';
    await withReadySettings(context, options, async (made) => {
      outcomes = await removeLeft(lines, directory, made);
      return 0;
    });
    if (outcomes === 'problems') return outcomes;
    const ledger = openLedger({ directory });
    for (const [id, outcome] of outcomes as ReadonlyMap<string, string>) if (outcome === 'removed') ledger.close(id);
    return outcomes;
  }

  function tell(left: readonly Left[], gone: number, removable: boolean): void {
    const whole = left.map(({ kind, name, identifier, state, why, at, removal }) => ({
      kind,
      name,
      identifier,
      state,
      at,
      why,
      removal,
    }));
    answerWith(context, options.json, { removed: gone, left: whole }, () => text(left, gone, removable));
  }

  function text(left: readonly Left[], gone: number, removable: boolean): string {
    const layout = createLayout(context);
    const lines = left.map(({ kind, name, identifier, why, at, removal }) => {
      const known =
        why ??
        (identifier === undefined
          ? 'perhaps created: the run was killed before the response was recorded'
          : 'not removed before the run ended');
      const named = identifier === undefined || identifier === name ? name : `${name} (identifier ${identifier})`;
      return layout.line(`${oneOf(kind)} ${named}, ${at}: ${options.remove ? removal : known}`, '  ', '    ');
    });
    const heading = left.length === 0 ? 'No residue.' : `Residue: ${left.length}`;
    const hint =
      left.length > 0 && !options.remove
        ? [
            removable
              ? `Run \`assay clean ${shellWord(directory)} --remove${optionWords(options)}\` with the settings of the run to cancel its jobs, to remove its files and to undo its handshakes.`
              : 'The document gives no way to remove these objects; remove them manually.',
          ]
        : [];
    return [...(gone > 0 ? [`Removed: ${gone}`] : []), heading, ...lines, ...hint].join('\n');
  }
}

function linesOf(file: string): readonly LedgerLine[] {
  try {
    return readLedger(file).lines;
  } catch (error) {
    throw new InputError((error as Error).message);
  }
}
