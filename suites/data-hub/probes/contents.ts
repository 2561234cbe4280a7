/** Contents of every kind, each way; writing over one. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import { asked, named, type Probe, probe } from '../../../src/engine/words/suite.ts';
import { KINDS, type Kind, pathOf, plainText, type Way } from '../contents.ts';
import { type FileProbe, first, readBothWays, type Trip, writing } from './files.ts';
import { withoutFolder } from './folder.ts';
import { refuseCdmiWrite, refuseUpload } from './refusing.ts';

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

/** Shorter, then longer content over the text that is there. */
export const overwrite = probe({
  name: 'overwrite',
  operation: 'cdmi-write',
  needs: [named('first', asked(contents.cdmi.text))],
  creates: ['files'],
  unless: withoutFolder,
  async run({ first }, context): Promise<{ readonly shorter?: Trip; readonly longer?: Trip }> {
    if (!succeeded(first.written)) return {};
    const path = pathOf(context, 'c-text');
    const rewrite = async (text: string): Promise<Trip> => {
      // The file is in the ledger already.
      const written = await context.send('cdmi-write', {
        params: { file_path: path },
        body: plainText(text),
        repeatable: true,
      });
      return { written, ...(succeeded(written) && (await readBothWays(context, written, path))) };
    };
    const shorter = await rewrite('short');
    if (!succeeded(shorter.written)) return { shorter };
    const longer = `A third content, longer than both that stood here before: ${context.runId}, ${'and so on '.repeat(12)}`;
    return { shorter, longer: await rewrite(longer) };
  },
});
