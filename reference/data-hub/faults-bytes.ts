/** Faults on bytes: what is read is not what was written, by content and by the two ways. */
import type { Fault } from '../types.ts';
import { CORRUPTIONS } from './corruptions.ts';

/** Rows on bytes, without the kind of content: written one way, read the other. */
const WAYS: Readonly<Record<string, { readonly words: string; readonly reader: string }>> = {
  'cdmi-write/read-back': { words: 'written and read through CDMI', reader: 'cdmi-read' },
  'cdmi-write/read-back-rest': { words: 'written through CDMI and read through REST', reader: 'read-content' },
  'upload-file/read-back': { words: 'written and read through REST', reader: 'read-content' },
  'upload-file/read-back-cdmi': { words: 'written through REST and read through CDMI', reader: 'cdmi-read' },
};
export const CONTENT_KINDS: readonly string[] = Object.keys(CORRUPTIONS);

/** Further rows that read what was written in this way, and so may turn red with a fault that spares no file. */
const READERS_OF: Readonly<Record<string, readonly string[]>> = {
  'cdmi-write/read-back': ['data-hub/cdmi-write/path/*', 'data-hub/cdmi-write/overwrite'],
  'cdmi-write/read-back-rest': [
    'data-hub/lookup-file-id/path/*',
    'data-hub/lookup-file-id/identifies-file',
    'data-hub/cdmi-write/overwrite',
  ],
  'upload-file/read-back': [],
  'upload-file/read-back-cdmi': ['data-hub/upload-file/name/*'],
};

/** Small texts are also what paths, overwriting and lookups are tried with, and both of two text kinds. */
const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = { text: ['text'], 'one-mib': ['large'] };

export function byteFaults(): Fault[] {
  return Object.entries(WAYS).flatMap(([row, { words, reader }]) => {
    const id = (kind: string) => `data-hub/${row}/${kind}`;
    const spoilt = CONTENT_KINDS.flatMap((kind) =>
      Object.keys(CORRUPTIONS[kind] ?? {}).map((what): Fault => {
        const near = (NEIGHBOURS[kind] ?? []).filter((other) => other !== kind).map(id);
        const also = kind === 'text' ? [...near, ...(READERS_OF[row] ?? [])] : near;
        return {
          id: `${id(kind)}@${what}`,
          kills: id(kind),
          title: `${kind} ${words}: ${what.replaceAll('-', ' ')}`,
          origin: 'derived',
          tags: ['bytes', kind],
          ...(also.length > 0 && { also }),
        };
      }),
    );
    const everything = [`data-hub/${row}/*`, ...(READERS_OF[row] ?? [])];
    const whole: Fault[] = [
      {
        id: `${id('text')}@invisible`,
        kills: id('text'),
        also: [...everything, `data-hub/${reader}/answers`],
        title: `what was ${words.replace(' and read', ', asked for')} is not found`,
        origin: 'hand',
        tags: ['bytes'],
      },
      {
        id: `${id('text')}@other-file`,
        kills: id('text'),
        also: everything,
        title: `another file's bytes come for what was ${words}`,
        origin: 'hand',
        tags: ['bytes'],
      },
      {
        id: `${id('text')}@always-empty`,
        kills: id('text'),
        also: everything,
        title: `nothing comes for what was ${words}`,
        origin: 'hand',
        tags: ['bytes'],
      },
    ];
    return [...spoilt, ...whole];
  });
}
