/** Files written each way and read both ways; writing over one. */

import { type Exchange, type Probe, type ProbeContext, paramsOf, probe, succeeded, type Value } from '../../words.ts';
import { contentOf, type Kind, pathOf, type Way, WRITES } from '../contents.ts';
import { type Candidate, candidatesIn } from '../identifiers.ts';
import { isNotThere, memoryOf, poll, remember } from '../poll.ts';
import { subscription } from './changes.ts';
import { identifiersOf, lookUp, place, withoutFolder } from './folder.ts';
import { counted, gives, isRefusedRequest, putTwice, readWritten, timeFor, write } from './transfers.ts';
import { tryInTurn } from './zone.ts';

/**
 * A file that was written: another of a similar name, the reading through CDMI, the lookup of the path, and readings by
 * identifiers.
 */
export type Trip = {
  readonly written: Exchange;
  readonly similar?: Exchange;
  readonly direct?: Exchange;
  readonly lookup?: Exchange;
  readonly content?: readonly Exchange[];
};
export type FileProbe = Probe<string, Trip>;

/** Reads a file by the identifier that a lookup of its path gives. */
async function readLookedUp(context: ProbeContext, written: Exchange, path: Value) {
  const lookup = await poll(
    context,
    'lookup',
    () => lookUp(context, path),
    (made) => !isNotThere(made),
  );
  return { lookup, content: await readUnder(context, lookup, identifiersOf(lookup), written, path) };
}

/** Reads a file that was written through CDMI, and by the identifier that a lookup gives. */
export async function readBothWays(
  context: ProbeContext,
  written: Exchange,
  path: Value,
): Promise<Omit<Trip, 'written'>> {
  const [direct, looked] = await Promise.all([
    readWritten(context, written, path),
    readLookedUp(context, written, path),
  ]);
  return { direct, ...looked };
}

/** Reads a file that was just written under each identifier that it may have. */
function readUnder(
  context: ProbeContext,
  answer: Exchange,
  found: readonly Candidate[],
  written: Exchange,
  path: Value,
) {
  const once = () =>
    tryInTurn(answer, found, (id) =>
      context.send('read-content', { params: { file_id: id }, ...counted, ...timeFor(written.request.body?.size) }),
    );
  return poll(context, 'content by identifier', once, (made) => {
    const last = made.at(-1);
    const id = last && paramsOf(last)['file_id'];
    if (last !== undefined && id !== undefined && gives(last, written) && succeeded(last))
      memoryOf(context).files.set(path.text, { path, written, id });
    if (last !== undefined && succeeded(last))
      remember(context, 'file', path.text.split('/').at(-1) ?? '', [last.params['file_id'] ?? '']);
    return last === undefined || gives(last, written);
  });
}

/**
 * Reads an uploaded file. The identifier in the response to the upload is tried first, so that the reading does not
 * depend on lookups.
 */
async function readUploaded(context: ProbeContext, written: Exchange, path: Value, kind: Kind) {
  const own = await readUnder(
    context,
    written,
    candidatesIn(written, [path.text.split('/').at(-1) ?? '', path.text]),
    written,
    path,
  );
  // A further lookup shows whether lookups know what was uploaded.
  if (kind !== 'text' && own.some(succeeded)) return { content: own };
  const { lookup, content } = await readLookedUp(context, written, path);
  return { lookup, content: [...own, ...content] };
}

/** Returns a probe that writes content in one way and reads it in both, after the subscription has ended. */
export function writing(way: Way, kind: Kind, after: readonly Probe[] = []): FileProbe {
  return probe({
    name: `${way} ${kind}` as string,
    operation: WRITES[way],
    also: ['cdmi-read', 'read-content'],
    needs: [place(way)],
    after: [subscription, ...after],
    creates: ['files'],
    unless: withoutFolder,
    async run({ directory }, context) {
      const content = contentOf(context, kind, way);
      const { written, name } = await putTwice(context, directory, `${way[0]}-${kind}`, content);
      if (way === 'cdmi' && kind === 'text' && isRefusedRequest(written))
        await write(context, 'c-unversioned', content, { bare: true, purpose: 'other' });
      if (!succeeded(written)) return { written };
      const path = pathOf(context, name);
      const [direct, read] = await Promise.all([
        readWritten(context, written, path),
        way === 'cdmi' ? readLookedUp(context, written, path) : readUploaded(context, written, path, kind),
      ]);
      return { written, direct, ...read };
    },
  });
}

/** Small contents go first: the tries without a credential come between them and the others. */
export const first = {
  cdmi: { text: writing('cdmi', 'text'), 'all-bytes': writing('cdmi', 'all-bytes') },
  rest: { text: writing('rest', 'text'), 'all-bytes': writing('rest', 'all-bytes') },
} as const;
