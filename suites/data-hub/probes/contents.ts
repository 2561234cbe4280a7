/** Contents of every kind, each way; writing over one. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import type { Value } from '../../../src/engine/words/origins.ts';
import { asked, named, type Probe, probe } from '../../../src/engine/words/suite.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { KINDS, type Kind, pathOf, plainText, type Way } from '../contents.ts';
import { keptFiles } from '../poll.ts';
import { type FileProbe, first, readBothWays, type Trip, writing } from './files.ts';
import { withoutFolder } from './folder.ts';
import { refuseCdmiWrite, refuseUpload } from './refusing.ts';
import { readPath, readWritten } from './transfers.ts';

/** The kinds that follow the tries without a credential. */
function others(way: Way, tries: Probe): Partial<Record<Kind, FileProbe>> {
  return Object.fromEntries(
    KINDS.filter((kind) => !(kind in first[way])).map((kind) => [kind, writing(way, kind, [tries])]),
  );
}

/** One probe for each way and kind of content. */
export const contents: Readonly<Record<Way, Readonly<Record<Kind, FileProbe>>>> = {
  cdmi: { ...others('cdmi', refuseCdmiWrite), ...first.cdmi } as Record<Kind, FileProbe>,
  rest: { ...others('rest', refuseUpload), ...first.rest } as Record<Kind, FileProbe>,
};

type Overwritten = {
  readonly shorter?: Trip;
  readonly other?: readonly Exchange[];
  readonly longer?: Trip;
  readonly otherAgain?: Exchange;
};

/** Shorter, then longer content over the text that is there; between them another file is written over, and after each, both are read. */
export const overwrite = probe({
  name: 'overwrite',
  operation: 'cdmi-write',
  needs: [named('first', asked(contents.cdmi.text))],
  after: [contents.cdmi['all-bytes']],
  creates: ['files'],
  unless: withoutFolder,
  async run({ first }, context): Promise<Overwritten> {
    if (!succeeded(first.written)) return {};
    const [path, besides] = [pathOf(context, 'c-text'), pathOf(context, 'c-all-bytes')];
    // The files are in the ledger already.
    const over = (file_path: Value, text: string) =>
      context.send('cdmi-write', { params: { file_path }, body: plainText(text), repeatable: true });
    const rewrite = async (text: string): Promise<Trip> => {
      const written = await over(path, text);
      return { written, ...(succeeded(written) && (await readBothWays(context, written, path))) };
    };
    const shorter = await rewrite('short');
    if (!succeeded(shorter.written)) return { shorter };
    const isThere = keptFiles(context).some((one) => one.path.text === besides.text);
    const other: Exchange[] = isThere ? [await over(besides, `Beside it, in run ${context.runId}`)] : [];
    for (const written of other.filter(succeeded))
      other.push(await readWritten(context, written, besides), await readPath(context, path));
    const longer = await rewrite(
      `A third content, longer than the two before: ${context.runId}, ${'and so on '.repeat(12)}`,
    );
    return { shorter, other, longer, ...(other.length > 1 && { otherAgain: await readPath(context, besides) }) };
  },
});
