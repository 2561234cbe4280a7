/** Names with blanks, letters beyond ASCII, plus and percent signs, in paths and in queries. */
import { succeeded } from '../../../src/engine/answer.ts';
import type { Content } from '../../../src/engine/origins.ts';
import { type Probe, probe } from '../../../src/engine/suite.ts';
import { NAME_FORMS, type NameForm, pathOf, plainText } from '../contents.ts';
import { first, readLookedUp } from './files.ts';
import { directory, withoutFolder } from './folder.ts';
import { signedIn } from './sign-in.ts';
import { readWritten, uploadTwice, write } from './transfers.ts';

const FORMS = Object.keys(NAME_FORMS) as NameForm[];
const content = (path: string): Content => plainText(`content of ${path}`);

/** A file under the name, then another under the name that a wrong reading would make of it; the first is read under its own. */
function cdmiName(form: NameForm): Probe {
  const [name, similar] = NAME_FORMS[form].map((own) => `c-${own}`) as [string, string];
  return probe({
    name: `cdmi name ${form}` as string,
    operation: 'cdmi-write',
    needs: [signedIn],
    after: Object.values(first.cdmi),
    creates: ['files'],
    unless: withoutFolder,
    async run(_, context) {
      const written = await write(context, name, content(name), 'name', { nameForm: form });
      if (!succeeded(written)) return [written];
      const decoy = await write(context, similar, content(similar), 'similar', { nameForm: form });
      const path = pathOf(context, name, form);
      const [direct, looked] = await Promise.all([readWritten(context, written, path, 'name'), readLookedUp(context, written, path, 'name')]);
      return [written, decoy, direct, ...looked];
    },
  });
}

function restName(form: NameForm): Probe {
  const wanted = `r-${NAME_FORMS[form][0]}`;
  return probe({
    name: `rest name ${form}` as string,
    operation: 'upload-file',
    needs: [directory],
    after: Object.values(first.rest),
    creates: ['files'],
    unless: withoutFolder,
    async run({ directory }, context) {
      const { uploaded, name } = await uploadTwice(context, directory, wanted, content(wanted), 'name', { nameForm: form });
      return succeeded(uploaded) ? [uploaded, await readWritten(context, uploaded, pathOf(context, name, form), 'name')] : [uploaded];
    },
  });
}

/** One probe for each form of name and way of writing. */
export const names = {
  cdmi: Object.fromEntries(FORMS.map((form) => [form, cdmiName(form)])) as Record<NameForm, Probe>,
  rest: Object.fromEntries(FORMS.map((form) => [form, restName(form)])) as Record<NameForm, Probe>,
} as const;
