/** Files written each way and read both ways; writing over one. */
import { succeeded } from '../../../src/engine/answer.ts';
import type { Value } from '../../../src/engine/origins.ts';
import { type Probe, probe } from '../../../src/engine/suite.ts';
import type { ProbeContext, RequestOptions } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { contentOf, type Kind, pathOf, type Way } from '../contents.ts';
import { type Candidate, candidatesIn } from '../identifiers.ts';
import { isThere, poll, remember } from '../poll.ts';
import { subscription } from './changes.ts';
import { directory, identifiersOf, lookUp, withoutFolder } from './folder.ts';
import { signedIn } from './sign-in.ts';
import { gives, large, readContent, readWritten, uploadTwice, write } from './transfers.ts';
import { candidateOf, tryInTurn } from './zone.ts';

/** Reads a file by the identifier that a lookup of its path gives. */
export async function readLookedUp(context: ProbeContext, written: Exchange, path: Value, label: string, more: RequestOptions = {}): Promise<Exchange[]> {
  const lookup = await poll(context, 'lookup', () => lookUp(context, path, label), isThere);
  return [lookup, ...(await readUnder(context, lookup, identifiersOf(lookup), written, path, label, more))];
}

/** Reads a file that was just written under each identifier that it may have. */
function readUnder(
  context: ProbeContext,
  answer: Exchange,
  found: readonly Candidate[],
  written: Exchange,
  path: Value,
  label: string,
  more: RequestOptions,
): Promise<Exchange[]> {
  const once = () =>
    tryInTurn(
      found.map(({ text }) => text),
      (text, index) => readContent(context, candidateOf(answer, text, found[index]), label, { ...more, notes: { path: path.text } }),
    );
  return poll(context, 'content by identifier', once, (made) => {
    const last = made.at(-1);
    if (last !== undefined && succeeded(last)) remember(context, 'file', path.text.split('/').at(-1) ?? '', [last.params['file_id'] ?? '']);
    return last === undefined || gives(last, written);
  });
}

function writingThroughCdmi(kind: Kind, after: readonly Probe[]): Probe {
  return probe({
    name: `cdmi ${kind}` as string,
    operation: 'cdmi-write',
    also: ['cdmi-read', 'read-content'],
    needs: [signedIn],
    after,
    creates: ['files'],
    unless: withoutFolder,
    async run(_, context) {
      const label = `c-${kind}`;
      const more = large(context, kind);
      const written = await write(context, label, contentOf(context, kind, 'cdmi'), label, more);
      if (!succeeded(written)) return [written];
      const path = pathOf(context, label);
      const [direct, looked] = await Promise.all([readWritten(context, written, path, label, more), readLookedUp(context, written, path, label, more)]);
      return [written, direct, ...looked];
    },
  });
}

/** The identifier in the upload's own answer goes first, so that this does not rest on lookups. */
async function readUploaded(context: ProbeContext, uploaded: Exchange, path: Value, label: string, more: RequestOptions): Promise<Exchange[]> {
  const made = await readUnder(context, uploaded, candidatesIn(uploaded, [path.text.split('/').at(-1) ?? '', path.text]), uploaded, path, label, more);
  // One lookup more shows whether lookups know what was uploaded.
  return label === 'r-text' || !made.some(succeeded) ? [...made, ...(await readLookedUp(context, uploaded, path, label, more))] : made;
}

function writingThroughRest(kind: Kind, after: readonly Probe[]): Probe {
  return probe({
    name: `rest ${kind}` as string,
    operation: 'upload-file',
    also: ['cdmi-read', 'read-content'],
    needs: [directory],
    after,
    creates: ['files'],
    unless: withoutFolder,
    async run({ directory }, context) {
      const label = `r-${kind}`;
      const more = large(context, kind);
      const { uploaded, name } = await uploadTwice(context, directory, label, contentOf(context, kind, 'rest'), label, more);
      if (!succeeded(uploaded)) return [uploaded];
      const path = pathOf(context, name);
      const [direct, read] = await Promise.all([readWritten(context, uploaded, path, label, more), readUploaded(context, uploaded, path, label, more)]);
      return [uploaded, direct, ...read];
    },
  });
}

/** Writes content of a kind one way, and reads it both ways; nothing is written while the subscription listens. */
export function writing(way: Way, kind: Kind, after: readonly Probe[] = []): Probe {
  const before = [subscription, ...after];
  return way === 'cdmi' ? writingThroughCdmi(kind, before) : writingThroughRest(kind, before);
}

/** Small contents go first: the tries without a credential stand between them and the others. */
export const first = {
  cdmi: { text: writing('cdmi', 'text'), 'all-bytes': writing('cdmi', 'all-bytes') },
  rest: { text: writing('rest', 'text'), 'all-bytes': writing('rest', 'all-bytes') },
} as const;
