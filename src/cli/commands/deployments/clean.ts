/** `assay clean`: lists the residue of a run, and removes it if the document gives a way. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deploymentOf } from '../../../compare/comparable.ts';
import { grouped } from '../../../engine/account/grouping.ts';
import { settingsOfRun } from '../../../engine/repeat/reproduction.ts';
import { shellWord } from '../../../engine/repeat/shell.ts';
import { DIRECTORY_OF_A_RUN, InputError, refuseMissing } from '../../../files/read-file.ts';
import { utc } from '../../../records/preview.ts';
import { printable } from '../../../report/parts/report-input.ts';
import { oneOf } from '../../../report/parts/tally.ts';
import { hasResults, resultsIn } from '../../../run/directory/run-files.ts';
import { LEDGER_FILE, openLedger, readLedger } from '../../../wire/session/ledger.ts';
import { answerWith, type Context } from '../../context.ts';
import type { Options } from '../../program/options.ts';
import { type MadeReady, withReadySettings } from '../../ready-settings.ts';
import { isRemovable, needsIdentifier, removeLeft } from '../../removal.ts';
import { optionWords } from '../../setting-options.ts';

type CleanOptions = Options & { readonly remove?: true };

const PERHAPS = 'perhaps created: the run was killed before the response was recorded';

/** @returns 0 if no object is left, 1 if some are, 2 if the directory has no run or the settings have problems */
export async function cleanCommand(context: Context, directory: string, options: CleanOptions): Promise<number> {
  const file = join(directory, LEDGER_FILE);
  refuseMissing(directory, DIRECTORY_OF_A_RUN);
  const results = resultsIn(directory);
  if (!hasResults(directory) && !existsSync(file))
    throw new InputError(`No run found in ${JSON.stringify(directory)}. ${DIRECTORY_OF_A_RUN}`);
  // A run that created no object has no ledger.
  const open = existsSync(file) ? linesOf(file).filter(({ state }) => state !== 'closed') : [];
  // The objects of an embedded reference ended with it.
  const before = results?.target.reference ? [] : open;
  const again = `assay clean ${shellWord(directory)} --remove`;
  const settings = optionWords(options) || (results ? settingsOfRun(results) : '');
  const outcomes = new Map<string, string>();
  if (options.remove && before.length > 0) {
    const remove = async (made: MadeReady) => {
      const writing = openLedger({ directory });
      for (const [id, outcome] of await removeLeft(before, directory, made)) {
        outcomes.set(id, outcome);
        if (outcome === 'removed') writing.close(id);
      }
    };
    await withReadySettings(context, options, remove);
  }
  const left = before.flatMap((line) => {
    const removal = outcomes.get(line.id) ?? 'not tried';
    return removal === 'removed' ? [] : [{ ...line, removal }];
  });
  const gone = before.length - left.length;
  await answerWith(context, options.json, { removed: gone, left }, (layout) => {
    const whyOf = ({ identifier, why, removal }: (typeof left)[number]) =>
      options.remove ? removal : (why ?? (identifier === undefined ? PERHAPS : 'not removed before the run ended'));
    const lines = [...grouped(left, whyOf)].flatMap(([why, all]) =>
      all.flatMap(({ kind, name, identifier, at }, index) => {
        const named = identifier === undefined || identifier === name ? name : `${name} (identifier ${identifier})`;
        // Names are searched for, so they are not broken.
        return [
          `  ${printable(`${oneOf(kind)} ${named}`)}`,
          layout.line(`recorded ${utc(at)}: ${index === 0 ? why : 'the same'}`, '    '),
        ];
      }),
    );
    const removable = left.filter(({ kind }) => isRemovable(kind));
    const known = removable.filter(({ kind, identifier }) => identifier !== undefined || !needsIdentifier(kind));
    // Without the identifier, the evidence may have it.
    const which = known.length % left.length === 0 ? 'them' : `${known.length} of the ${left.length}`;
    const hint =
      removable.length === 0
        ? 'The document gives no way to remove these objects. Close or remove them in the service.'
        : options.remove
          ? `To try again, run this command again when the service works (\`assay doctor${settings}\` checks it).`
          : `To remove ${which}: \`${again}${settings || ' --env-file FILE'}\`${settings ? '' : ' (the settings file of the run, if it had one)'}`;
    return [
      left.length === 0 ? 'No residue.' : `Residue: ${left.length}${results ? `, at ${deploymentOf(results)}` : ''}`,
      ...lines,
      ...(options.remove && before.some(({ kind }) => isRemovable(kind))
        ? [`${gone} of ${before.length} removed.`]
        : []),
      ...(left.length > 0 ? [hint] : []),
      ...(left.some((one) => one.identifier === undefined && !known.includes(one))
        ? [
            layout.wrapped(
              'An object without an identifier has to be removed in the service: search for its name there. If it is not there, it was not created.',
            ),
          ]
        : []),
    ];
  });
  return left.length === 0 ? 0 : 1;
}

/** Returns the results of the run; a killed run has none. */
function linesOf(file: string) {
  try {
    return readLedger(file).lines;
  } catch (error) {
    throw new InputError((error as Error).message);
  }
}
