/** Files written each way and read both ways; writing over one. */
import { succeeded } from '../../../src/engine/answer.ts';
import { every, type Probe, probe } from '../../../src/engine/suite.ts';
import type { Ask, AskOptions, Given } from '../../../src/engine/types.ts';
import type { Exchange, WireBody } from '../../../src/wire/types.ts';
import { contentOf, KINDS, type Kind, nameOf, pathOf, type Way } from '../contents.ts';
import { candidatesIn } from '../identifiers.ts';
import { subscription } from './changes.ts';
import { directory, identifiersOf, lookUp, withoutFolder } from './folder.ts';
import { refuseCdmiWrite, refuseUpload } from './refusing-writes.ts';
import { signedIn } from './tokens.ts';
import { large, readContent, readPath, upload, write } from './transfers.ts';
import { tryInTurn } from './zone.ts';

/** Reads a file by the identifier that a lookup of its path gives. */
export async function readLookedUp(ask: Ask, path: string, label: string, more: AskOptions = {}): Promise<Exchange[]> {
  const lookup = await lookUp(ask, path, label);
  const found = identifiersOf(lookup);
  return [
    lookup,
    ...(await tryInTurn(
      found.map(({ text }) => text),
      (text, index) => readContent(ask, text, label, { ...(found[index]?.sure ? {} : { identifiers: 'given', chosen: true }), ...more, notes: { path } }),
    )),
  ];
}

function withoutLarge(kind: Kind): (given: Given) => string | undefined {
  return (given) => withoutFolder(given) ?? (kind === 'large' && typeof given['uploadBytes'] !== 'number' ? 'DATA_HUB_UPLOAD_BYTES is not set' : undefined);
}

/** The small text goes first: the tries without a credential stand between it and the others. */
const after = (kind: Kind, tries: Probe): readonly Probe[] => (kind === 'text' || kind === 'all-bytes' ? [subscription] : [subscription, tries]);

function writingThroughCdmi(kind: Kind): Probe {
  return probe({
    name: `cdmi ${kind}` as string,
    operation: 'cdmi-write',
    needs: [signedIn],
    after: after(kind, refuseCdmiWrite),
    creates: ['files'],
    unless: withoutLarge(kind),
    async run(_, ask) {
      const label = `c-${kind}`;
      const more = large(ask, kind);
      const written = await write(ask, label, contentOf(ask, kind, 'cdmi'), label, more);
      if (!succeeded(written)) return [written];
      const path = pathOf(ask, label);
      const [direct, looked] = await Promise.all([readPath(ask, path, label, more), readLookedUp(ask, path, label, more)]);
      return [written, direct, ...looked];
    },
  });
}

/** The identifier in the upload's own answer goes first, so that this does not rest on lookups. */
async function readUploaded(ask: Ask, uploaded: Exchange, path: string, label: string, more: AskOptions): Promise<Exchange[]> {
  const own = candidatesIn(uploaded, [nameOf(ask, label), path]);
  const made = await tryInTurn(
    own.map(({ text }) => text),
    (text, index) => readContent(ask, text, label, { ...(own[index]?.sure ? {} : { identifiers: 'given', chosen: true }), ...more, notes: { path } }),
  );
  // One lookup more shows whether lookups know what was uploaded.
  return label === 'r-text' || !made.some(succeeded) ? [...made, ...(await readLookedUp(ask, path, label, more))] : made;
}

function writingThroughRest(kind: Kind): Probe {
  return probe({
    name: `rest ${kind}` as string,
    operation: 'upload-file',
    needs: [directory],
    after: after(kind, refuseUpload),
    creates: ['files'],
    unless: withoutLarge(kind),
    async run({ directory }, ask) {
      const label = `r-${kind}`;
      const more = large(ask, kind);
      const uploaded = await upload(ask, directory, label, contentOf(ask, kind, 'rest'), label, more);
      if (!succeeded(uploaded)) return [uploaded];
      const path = pathOf(ask, label);
      const [direct, read] = await Promise.all([readPath(ask, path, label, more), readUploaded(ask, uploaded, path, label, more)]);
      return [uploaded, direct, ...read];
    },
  });
}

const writing = (way: Way, kind: Kind): Probe => (way === 'cdmi' ? writingThroughCdmi(kind) : writingThroughRest(kind));

/** One probe for each way and kind of content. */
export const contents: Readonly<Record<Way, Readonly<Record<Kind, Probe>>>> = {
  cdmi: Object.fromEntries(KINDS.map((kind) => [kind, writing('cdmi', kind)])) as Record<Kind, Probe>,
  rest: Object.fromEntries(KINDS.map((kind) => [kind, writing('rest', kind)])) as Record<Kind, Probe>,
};

/** Shorter, then longer content over the text that is there. */
export const overwrite = probe({
  name: 'overwrite',
  operation: 'cdmi-write',
  needs: [every(contents.cdmi.text)],
  creates: ['files'],
  unless: withoutFolder,
  async run(evidence, ask) {
    const first = (evidence as Record<string, readonly Exchange[]>)[contents.cdmi.text.name]?.[0];
    if (first === undefined || !succeeded(first)) return [];
    const path = pathOf(ask, 'c-text');
    const made: Exchange[] = [];
    for (const [label, text] of [
      ['shorter', 'short'],
      ['longer', `A third content, longer than both that stood here before: ${ask.runId}, ${'and so on '.repeat(12)}`],
    ] as const) {
      const written = await ask('cdmi-write', rewriting(path, new TextEncoder().encode(text), label));
      made.push(written);
      if (!succeeded(written)) break;
      const [direct, looked] = await Promise.all([readPath(ask, path, label), readLookedUp(ask, path, label)]);
      made.push(direct, ...looked);
    }
    return made;
  },
});

/** The file is in the ledger already. */
function rewriting(path: string, body: WireBody, label: string): AskOptions {
  return { params: { file_path: path }, body, label, identifiers: 'service', chosen: true, repeatable: true };
}
