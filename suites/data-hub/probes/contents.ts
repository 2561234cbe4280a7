/** Contents of every kind, each way; writing over one. */
import { succeeded } from '../../../src/engine/answer.ts';
import type { Content, Value } from '../../../src/engine/origins.ts';
import { every, type Probe, probe } from '../../../src/engine/suite.ts';
import type { RequestOptions } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { KINDS, type Kind, pathOf, plainText, type Way } from '../contents.ts';
import { first, readLookedUp, writing } from './files.ts';
import { withoutFolder } from './folder.ts';
import { refuseCdmiWrite, refuseUpload } from './refusing.ts';
import { readWritten } from './transfers.ts';

/** The kinds that follow the tries without a credential. */
function others(way: Way, tries: Probe): Partial<Record<Kind, Probe>> {
  return Object.fromEntries(KINDS.filter((kind) => !(kind in first[way])).map((kind) => [kind, writing(way, kind, [tries])]));
}

/** One probe for each way and kind of content. */
export const contents: Readonly<Record<Way, Readonly<Record<Kind, Probe>>>> = {
  cdmi: { ...others('cdmi', refuseCdmiWrite), ...first.cdmi } as Record<Kind, Probe>,
  rest: { ...others('rest', refuseUpload), ...first.rest } as Record<Kind, Probe>,
};

/** Shorter, then longer content over the text that is there. */
export const overwrite = probe({
  name: 'overwrite',
  operation: 'cdmi-write',
  needs: [every(contents.cdmi.text)],
  creates: ['files'],
  unless: withoutFolder,
  async run(evidence, context) {
    const first = evidence[contents.cdmi.text.name]?.[0];
    if (first === undefined || !succeeded(first)) return [];
    const path = pathOf(context, 'c-text');
    const made: Exchange[] = [];
    for (const [label, text] of [
      ['shorter', 'short'],
      ['longer', `A third content, longer than both that stood here before: ${context.runId}, ${'and so on '.repeat(12)}`],
    ] as const) {
      const written = await context.send('cdmi-write', rewriting(path, plainText(text), label));
      made.push(written);
      if (!succeeded(written)) break;
      const [direct, looked] = await Promise.all([readWritten(context, written, path, label), readLookedUp(context, written, path, label)]);
      made.push(direct, ...looked);
    }
    return made;
  },
});

/** The file is in the ledger already. */
function rewriting(path: Value, body: Content, label: string): RequestOptions {
  return { params: { file_path: path }, body, label, repeatable: true };
}
