/** Repeated writes: in turn at depth, and at boundaries of contents and names, those of contents at the same moment. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import type { Content, Value } from '../../../src/engine/words/origins.ts';
import { ifAsked, type Probe, probe } from '../../../src/engine/words/suite.ts';
import type { ProbeContext } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { contentOf, pathOf, plainText, type Way } from '../contents.ts';
import { keptFiles } from '../poll.ts';
import { boundariesOf, boundaryNames } from './boundary-values.ts';
import { contents } from './contents.ts';
import { first, readBothWays, type Trip } from './files.ts';
import { directoryIn, findFolder, withoutFolder } from './folder.ts';
import { signedIn } from './sign-in.ts';
import { counted, readPath, readWritten, upload, write } from './transfers.ts';

type Files = { readonly files: readonly Exchange[] };

const exchangesOf = ({ written, direct, lookup, content = [] }: Trip): Exchange[] =>
  [written, direct, lookup, ...content].filter((one) => one !== undefined);

/** Reads a file as it was read before; what was right once is right at once. */
async function readAgain(context: ProbeContext, path: Value): Promise<Exchange[]> {
  const file = keptFiles(context).find((one) => one.path.text === path.text);
  return Promise.all([
    readPath(context, path),
    ...(file?.id ? [context.send('read-content', { params: { file_id: file.id }, ...counted })] : []),
  ]);
}

/** At depth two new files are written in turn: A, B, A, each shorter than before, or as long, or the last one empty; after the first round A is uploaded first. After each, both are read. */
export const writeInTurn = probe({
  name: 'writeInTurn',
  operation: 'cdmi-write',
  needs: [signedIn, ifAsked(findFolder)],
  after: Object.values(first.cdmi),
  creates: ['files'],
  unless: withoutFolder,
  async run({ findFolder }, context): Promise<Files> {
    const { depth, round } = context;
    if (depth !== 'thorough') return { files: [] };
    const directory = round === 0 ? undefined : directoryIn(findFolder);
    const files: Exchange[] = [];
    const [a, b] = ['turn-a', 'turn-b'] as const;
    for (const [at, name] of [a, b, a].entries()) {
      const path = pathOf(context, name);
      const repeated = 'again and '.repeat(round === 0 ? 6 - 2 * at : 1);
      const body =
        round === 2 && at === 2
          ? contentOf(context, 'empty', 'cdmi')
          : plainText(`${name} of run ${context.runId}, ${repeated}written as number ${at}`);
      const written =
        at < 2
          ? await (at === 0 && directory ? upload(context, directory, name, body) : write(context, name, body))
          : await context.send('cdmi-write', { params: { file_path: path }, body, repeatable: true });
      files.push(written);
      if (!succeeded(written)) return { files };
      files.push(...exchangesOf({ written, ...(await readBothWays(context, written, path)) }).slice(1));
      if (at > 0) files.push(...(await readAgain(context, pathOf(context, name === a ? b : a))));
    }
    return { files };
  },
});

/** Contents and names from the tables of boundaries. */
function atBoundaries(way: Way): Probe<string, Files> {
  return probe({
    name: `${way} boundaries` as string,
    operation: way === 'cdmi' ? 'cdmi-write' : 'upload-file',
    needs: [signedIn, ifAsked(findFolder)],
    after: Object.values(contents[way]),
    creates: ['files'],
    unless: withoutFolder,
    async run({ findFolder }, context): Promise<Files> {
      const directory = directoryIn(findFolder);
      if (way === 'rest' && directory === undefined) return { files: [] };
      const once = async (label: string, content: Content, nameForm?: string): Promise<Exchange[]> => {
        const more = nameForm === undefined ? {} : { nameForm };
        const written = await (way === 'cdmi' || directory === undefined
          ? write(context, label, content, more)
          : upload(context, directory, label, content, more));
        if (!succeeded(written)) return [written];
        const path = pathOf(context, label, nameForm);
        // A name of an upload tells by one reading.
        const read =
          way === 'rest' && nameForm !== undefined
            ? { direct: await readWritten(context, written, path) }
            : await readBothWays(context, written, path);
        return exchangesOf({ written, ...read });
      };
      const files = await Promise.all(
        boundariesOf(context, way).map(({ content }, at) => once(`${way[0]}b-${at}`, content)),
      );
      for (const { label, form } of boundaryNames(context, way))
        files.push(await once(label, plainText(`content of ${label}`), form));
      return { files: files.flat() };
    },
  });
}

export const boundaries = { cdmi: atBoundaries('cdmi'), rest: atBoundaries('rest') } as const;
