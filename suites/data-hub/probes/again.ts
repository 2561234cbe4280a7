/** Repeated writes: in turn, at the same moment, and at boundaries of contents and names. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import type { Value } from '../../../src/engine/words/origins.ts';
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

/** Two files are written in turn: A, B, A, each shorter than before, or as long, or the last one empty; at depth A is uploaded first. After each, both are read. */
export const writeInTurn = probe({
  name: 'writeInTurn',
  operation: 'cdmi-write',
  needs: [signedIn, ifAsked(findFolder)],
  after: Object.values(first.cdmi),
  creates: ['files'],
  unless: withoutFolder,
  async run({ findFolder }, context): Promise<Files> {
    const { round } = context;
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

/** Files are written at the same moment, two through each protocol. */
export const writeAtOnce = probe({
  name: 'writeAtOnce',
  operation: 'cdmi-write',
  needs: [signedIn, ifAsked(findFolder)],
  after: [...Object.values(first.cdmi), ...Object.values(first.rest)],
  creates: ['files'],
  unless: withoutFolder,
  async run({ findFolder }, context): Promise<Files> {
    const directory = directoryIn(findFolder);
    const text = (name: string) => plainText(`${name} of run ${context.runId}, written while others were`);
    const written = await Promise.all([
      ...['once-c1', 'once-c2'].map((name) => write(context, name, text(name))),
      ...(directory ? ['once-r1', 'once-r2'].map((name) => upload(context, directory, name, text(name))) : []),
    ]);
    const names = ['once-c1', 'once-c2', 'once-r1', 'once-r2'];
    const read = written.map((one, at) =>
      succeeded(one) ? [readWritten(context, one, pathOf(context, names[at] ?? ''))] : [],
    );
    return { files: [...written, ...(await Promise.all(read.flat()))] };
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
      const files: Exchange[] = [];
      const tried = [
        ...boundariesOf(context, way).map(({ content }, at) => ({
          label: `${way[0]}b-${at}`,
          content,
          form: undefined,
        })),
        ...boundaryNames(context, way).map(({ label, form }) => ({
          label,
          form,
          content: plainText(`content of ${label}`),
        })),
      ];
      for (const { label, content, form } of tried) {
        const more = form === undefined ? {} : { nameForm: form };
        if (way === 'rest' && directory === undefined) continue;
        const written = await (way === 'cdmi' || directory === undefined
          ? write(context, label, content, more)
          : upload(context, directory, label, content, more));
        files.push(written);
        const path = pathOf(context, label, form);
        if (!succeeded(written)) continue;
        // A name of an upload tells by one reading.
        const read =
          way === 'rest' && form !== undefined
            ? { direct: await readWritten(context, written, path) }
            : await readBothWays(context, written, path);
        files.push(...exchangesOf({ written, ...read }).slice(1));
      }
      return { files };
    },
  });
}

export const boundaries = { cdmi: atBoundaries('cdmi'), rest: atBoundaries('rest') } as const;
