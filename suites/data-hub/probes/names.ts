/** Names with blanks, letters beyond ASCII, plus and percent signs, in paths and in queries. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import type { Content } from '../../../src/engine/words/origins.ts';
import { optional, probe } from '../../../src/engine/words/suite.ts';
import type { ProbeContext } from '../../../src/engine/words/types.ts';
import { contentOf, NAME_FORMS, type NameForm, pathOf, plainText, type Way } from '../contents.ts';
import { type FileProbe, first, readBothWays, type Trip } from './files.ts';
import { directory, withoutFolder } from './folder.ts';
import { signedIn } from './sign-in.ts';
import { readWritten, uploadTwice, write } from './transfers.ts';

const FORMS = Object.keys(NAME_FORMS) as NameForm[];
/** Nothing in the last round, so that a name and a content are unusual together. */
const content = (context: ProbeContext, name: string, way: Way): Content =>
  context.round === 2 ? contentOf(context, 'empty', way) : plainText(`content of ${name}`);

/** A file under the name, then another under the name that a wrong reading would make of it; the first is read under its own. */
function cdmiName(form: NameForm): FileProbe {
  const [name, similar] = NAME_FORMS[form].map((own) => `c-${own}`) as [string, string];
  return probe({
    name: `cdmi name ${form}` as string,
    operation: 'cdmi-write',
    // A usual name shows what is due to the unusual one.
    needs: [signedIn, optional(first.cdmi.text)],
    after: Object.values(first.cdmi),
    creates: ['files'],
    unless: withoutFolder,
    async run(_, context): Promise<Trip> {
      const written = await write(context, name, content(context, name, 'cdmi'), { nameForm: form });
      if (!succeeded(written)) return { written };
      const decoy = await write(context, similar, plainText(`content of ${similar}`), { nameForm: form });
      return { written, similar: decoy, ...(await readBothWays(context, written, pathOf(context, name, form))) };
    },
  });
}

function restName(form: NameForm): FileProbe {
  const wanted = `r-${NAME_FORMS[form][0]}`;
  return probe({
    name: `rest name ${form}` as string,
    operation: 'upload-file',
    needs: [directory, optional(first.rest.text)],
    after: Object.values(first.rest),
    creates: ['files'],
    unless: withoutFolder,
    async run({ directory }, context): Promise<Trip> {
      const { written, name } = await uploadTwice(context, directory, wanted, content(context, wanted, 'rest'), {
        nameForm: form,
      });
      return {
        written,
        ...(succeeded(written) && { direct: await readWritten(context, written, pathOf(context, name, form)) }),
      };
    },
  });
}

/** One probe for each form of name and way of writing. */
export const names = {
  cdmi: Object.fromEntries(FORMS.map((form) => [form, cdmiName(form)])) as Record<NameForm, FileProbe>,
  rest: Object.fromEntries(FORMS.map((form) => [form, restName(form)])) as Record<NameForm, FileProbe>,
} as const;
