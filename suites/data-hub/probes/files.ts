/** Files written each way and read both ways; writing over one. */
import { succeeded } from '../../../src/engine/answer.ts';
import { type Probe, probe } from '../../../src/engine/suite.ts';
import type { Ask, AskOptions, Given } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { contentOf, type Kind, nameOf, pathOf, type Way } from '../contents.ts';
import { type Candidate, candidatesIn } from '../identifiers.ts';
import { isThere, patiently, remember } from '../patience.ts';
import { subscription } from './changes.ts';
import { directory, identifiersOf, lookUp, withoutFolder } from './folder.ts';
import { signedIn } from './sign-in.ts';
import { gives, large, readContent, readWritten, upload, write } from './transfers.ts';
import { tryInTurn } from './zone.ts';

/** Reads a file by the identifier that a lookup of its path gives. */
export async function readLookedUp(ask: Ask, written: Exchange, path: string, label: string, more: AskOptions = {}): Promise<Exchange[]> {
  const lookup = await patiently(ask, 'lookup', () => lookUp(ask, path, label), isThere);
  return [lookup, ...(await readUnder(ask, identifiersOf(lookup), written, path, label, more))];
}

/** Reads a file that was just written under each identifier that it may have. */
function readUnder(ask: Ask, found: readonly Candidate[], written: Exchange, path: string, label: string, more: AskOptions): Promise<Exchange[]> {
  const once = () =>
    tryInTurn(
      found.map(({ text }) => text),
      (text, index) => readContent(ask, text, label, { ...(found[index]?.sure ? {} : { identifiers: 'given', chosen: true }), ...more, notes: { path } }),
    );
  return patiently(ask, 'content by identifier', once, (made) => {
    const last = made.at(-1);
    if (last !== undefined && succeeded(last)) remember(ask, 'file', path.split('/').at(-1) ?? '', [last.params['file_id'] ?? '']);
    return last === undefined || gives(last, written);
  });
}

function withoutLarge(kind: Kind): (given: Given) => string | undefined {
  return (given) => withoutFolder(given) ?? (kind === 'large' && typeof given['uploadBytes'] !== 'number' ? 'DATA_HUB_UPLOAD_BYTES is not set' : undefined);
}

function writingThroughCdmi(kind: Kind, after: readonly Probe[]): Probe {
  return probe({
    name: `cdmi ${kind}` as string,
    operation: 'cdmi-write',
    needs: [signedIn],
    after,
    creates: ['files'],
    unless: withoutLarge(kind),
    async run(_, ask) {
      const label = `c-${kind}`;
      const more = large(ask, kind);
      const written = await write(ask, label, contentOf(ask, kind, 'cdmi'), label, more);
      if (!succeeded(written)) return [written];
      const path = pathOf(ask, label);
      const [direct, looked] = await Promise.all([readWritten(ask, written, path, label, more), readLookedUp(ask, written, path, label, more)]);
      return [written, direct, ...looked];
    },
  });
}

/** The identifier in the upload's own answer goes first, so that this does not rest on lookups. */
async function readUploaded(ask: Ask, uploaded: Exchange, path: string, label: string, more: AskOptions): Promise<Exchange[]> {
  const made = await readUnder(ask, candidatesIn(uploaded, [nameOf(ask, label), path]), uploaded, path, label, more);
  // One lookup more shows whether lookups know what was uploaded.
  return label === 'r-text' || !made.some(succeeded) ? [...made, ...(await readLookedUp(ask, uploaded, path, label, more))] : made;
}

function writingThroughRest(kind: Kind, after: readonly Probe[]): Probe {
  return probe({
    name: `rest ${kind}` as string,
    operation: 'upload-file',
    needs: [directory],
    after,
    creates: ['files'],
    unless: withoutLarge(kind),
    async run({ directory }, ask) {
      const label = `r-${kind}`;
      const more = large(ask, kind);
      const uploaded = await upload(ask, directory, label, contentOf(ask, kind, 'rest'), label, more);
      if (!succeeded(uploaded)) return [uploaded];
      const path = pathOf(ask, label);
      const [direct, read] = await Promise.all([readWritten(ask, uploaded, path, label, more), readUploaded(ask, uploaded, path, label, more)]);
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
