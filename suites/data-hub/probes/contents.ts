/** Contents of every kind and names of every form, each way; writing over one. */

import {
  type Content,
  type Exchange,
  named,
  optional,
  type Probe,
  type ProbeContext,
  probe,
  sent,
  succeeded,
  type Value,
} from '../../words.ts';
import {
  contentOf,
  FORMS,
  KINDS,
  type Kind,
  NAME_FORMS,
  type NameForm,
  pathOf,
  plainText,
  type Way,
  WRITES,
} from '../contents.ts';
import { memoryOf } from '../poll.ts';
import { type FileProbe, first, readBothWays, writing } from './files.ts';
import { place, withoutFolder } from './folder.ts';
import { refuseCdmiWrite, refuseUpload } from './refusing.ts';
import { putTwice, readPath, readWritten, write } from './transfers.ts';

/** Returns the kinds that follow the tries without a credential. */
function others(way: Way, tries: Probe) {
  return Object.fromEntries(
    KINDS.filter((kind) => !(kind in first[way])).map((kind) => [kind, writing(way, kind, [tries])]),
  );
}

/** Probes, one per way and kind of content. */
export const contents: Readonly<Record<Way, Readonly<Record<Kind, FileProbe>>>> = {
  cdmi: { ...others('cdmi', refuseCdmiWrite), ...first.cdmi } as Record<Kind, FileProbe>,
  rest: { ...others('rest', refuseUpload), ...first.rest } as Record<Kind, FileProbe>,
};

/**
 * Overwrites a text file with shorter and later with longer content, and another file in between; each file is read
 * after each write. In later rounds the first content is as long as the one before, or empty, and the other file was
 * uploaded through REST, if that works.
 */
export const overwrite = probe({
  name: 'overwrite',
  title: 'overwrite files',
  operation: 'cdmi-write',
  needs: [named('first', sent(contents.cdmi.text))],
  after: [contents.cdmi['all-bytes'], contents.rest.text],
  creates: ['files'],
  unless: withoutFolder,
  async run({ first }, context) {
    if (!succeeded(first.written)) return {};
    const [path, uploaded] = [pathOf(context, 'c-text'), pathOf(context, 'r-text')];
    const isThere = ({ text }: Value) => memoryOf(context).files.has(text);
    const besides = context.round > 0 && isThere(uploaded) ? uploaded : pathOf(context, 'c-all-bytes');
    // The files are in the ledger already.
    const over = (file_path: Value, body: Content) =>
      context.send('cdmi-write', { params: { file_path }, body, repeatable: true });
    const rewrite = async (body: Content) => {
      const written = await over(path, body);
      return { written, ...(succeeded(written) && (await readBothWays(context, written, path))) };
    };
    const shorter = await rewrite(
      [plainText('short'), contentOf(context, 'text', 'rest')][context.round] ?? contentOf(context, 'empty', 'cdmi'),
    );
    if (!succeeded(shorter.written)) return { shorter };
    const other: Exchange[] = isThere(besides)
      ? [await over(besides, plainText(`Beside it, in run ${context.runId}`))]
      : [];
    for (const written of other.filter(succeeded)) {
      // The reading by identifier is not waited for, so it is not repeated.
      memoryOf(context).files.set(besides.text, { path: besides, written });
      other.push(await readWritten(context, written, besides), await readPath(context, path));
    }
    const longer = await rewrite(
      plainText(
        `A third content, longer than the two before, größer, 世界: ${context.runId}, ${'and so on '.repeat(12)}`,
      ),
    );
    return { shorter, other, longer, ...(other.length > 1 && { otherAgain: await readPath(context, besides) }) };
  },
});

/** Empty in the last round, so that a name and a content are unusual together. */
const content = (context: ProbeContext, name: string, way: Way) =>
  context.round === 2 ? contentOf(context, 'empty', way) : plainText(`content of ${name}`);

/**
 * Returns a probe that writes a file under a name of this form, and reads it. Through CDMI, it also writes a file under
 * the name that a wrong reading would make of it.
 */
function writingName(way: Way, form: NameForm) {
  const [wanted, similar] = NAME_FORMS[form].map((own) => `${way[0]}-${own}`) as [string, string];
  return probe({
    name: `${way} name ${form}` as string,
    operation: WRITES[way],
    // The file with a plain name shows whether a failure is due to the unusual name.
    needs: [place(way), optional(first[way].text)],
    after: Object.values(first[way]),
    creates: ['files'],
    unless: withoutFolder,
    async run({ directory }, context) {
      const { written, name } = await putTwice(context, directory, wanted, content(context, wanted, way));
      if (!succeeded(written)) return { written };
      const path = pathOf(context, name);
      if (way === 'rest') return { written, direct: await readWritten(context, written, path) };
      const other = await write(context, similar, plainText(`content of ${similar}`));
      return { written, similar: other, ...(await readBothWays(context, written, path)) };
    },
  });
}

const everyName = (way: Way) =>
  Object.fromEntries(FORMS.map((form) => [form, writingName(way, form)])) as Record<NameForm, FileProbe>;

/** Probes, one per form of name and way of writing. */
export const names = { cdmi: everyName('cdmi'), rest: everyName('rest') } as const;
