/** Data to write: contents of every kind, names of every form, metadata. Names carry the run's id. */
import { type Content, made, type ProbeContext, setting, text, unusual, type Value, type WireBody } from '../words.ts';
import { settingsOf } from './known-settings.ts';

/** Two ways in which files are written and read. */
export type Way = 'cdmi' | 'rest';
/** The operation that writes a file, by way. */
export const WRITES = { cdmi: 'cdmi-write', rest: 'upload-file' } as const;

const MIB = 1024 * 1024;
const BLOCK = 256 * 1024;

/** Returns bytes that cannot be compressed and do not repeat, equal for equal seeds; made as they are read. */
export function seeded(seed: number, size: number): WireBody {
  let state = seed | 1;
  const base = new Uint32Array(Math.ceil(Math.min(BLOCK, size) / 4));
  for (let index = 0; index < base.length; index += 1) {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    base[index] = state;
  }
  const bytes = new Uint8Array(base.buffer);
  return {
    size,
    async *open() {
      for (let at = 0; at < size; at += BLOCK) {
        const block = bytes.subarray(0, Math.min(BLOCK, size - at));
        // Blocks differ only in their first eight bytes, so the rest need not be copied.
        const beginning = block.slice(0, 8).map((byte, place) => byte ^ ((at / BLOCK / 256 ** place) & 0xff));
        yield beginning;
        if (block.length > beginning.length) yield block.subarray(beginning.length);
      }
    },
  };
}

const EVERY = Array.from({ length: 256 }, (_, value) => value);
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A content. It differs between the two ways if there is room for a difference. */
interface Written {
  /** The reason for which a service might reject it. */
  readonly unusual?: string;
  /** The document leaves open whether it may be rejected. */
  readonly leftOpen?: true;
  bytes(context: ProbeContext, way: Way): WireBody;
}

const saltOf = (way: Way) => (way === 'cdmi' ? 0 : 7);

const CONTENTS = {
  empty: { unusual: 'an empty file', bytes: () => new Uint8Array() },
  text: {
    bytes: ({ runId }, way) => utf8(` \tGrüße, 世界, 𝄞 by ${way} in run ${runId},\n\nand a last line\n \n`),
  },
  'all-bytes': {
    unusual: 'a file with every byte value',
    bytes: (_, way) => Uint8Array.from([...EVERY, ...EVERY.toReversed(), ...(way === 'cdmi' ? [] : [0xfe])]),
  },
  'bom-crlf': {
    unusual: 'a text file with a byte order mark and CRLF',
    bytes: (_, way) => utf8(`\ufeffone\r\ntwo by ${way}\nthree\rfour`),
  },
  'one-mib': {
    unusual: 'a file of 1 MiB',
    leftOpen: true,
    bytes: ({ seed }, way) => seeded(seed + 11 + saltOf(way), MIB),
  },
  large: {
    unusual: 'a file of DATA_HUB_UPLOAD_BYTES bytes',
    leftOpen: true,
    bytes: ({ seed, settings }, way) => seeded(seed + 23 + saltOf(way), Number(settingsOf(settings).uploadBytes)),
  },
} as const satisfies Readonly<Record<string, Written>>;

/** Kinds of content, by the words of the requirement ids. */
export type Kind = keyof typeof CONTENTS;
export const KINDS = Object.keys(CONTENTS) as Kind[];

/** Returns the content of a kind, to send it. */
export function contentOf(context: ProbeContext, kind: Kind, way: Way): Content {
  const { bytes, ...words }: Written = CONTENTS[kind];
  return { body: bytes(context, way), origins: [{ from: 'assay', ...words }] };
}

/** Returns a small text, to send it. */
export function plainText(words: string): Content {
  return { body: utf8(words), origins: [{ from: 'assay' }] };
}

/** Forms of names, by the words of the requirement ids: a name, and the name that a wrong reading would make of it. */
export const NAME_FORMS = {
  spaces: ['with a space', 'with+a+space'],
  'non-ascii': ['wiß-世', 'wi-'],
  plus: ['one+one', 'one one'],
  percent: ['per%41cent', 'perAcent'],
  'mixed-case': ['Report-V1.Final.TXT', 'report-v1.final.txt'],
} as const satisfies Readonly<Record<string, readonly [name: string, similar: string]>>;
export type NameForm = keyof typeof NAME_FORMS;
export const FORMS = Object.keys(NAME_FORMS) as NameForm[];

const UNUSUAL_NAMES: readonly (readonly [has: RegExp, what: string])[] = [
  [/ /, 'with spaces'],
  [/[^ -~]/, 'with non-ASCII characters'],
  [/\+/, 'with a plus sign'],
  [/%/, 'with a percent sign'],
  [/[A-Z]/, 'in mixed case'],
];

/**
 * Whether every deployment that accepts a name also lists it unchanged. Some normalise characters beyond ASCII, or dots
 * and blanks at the ends, or hide names that begin with a dot.
 */
export function isKept(name: string): boolean {
  return name.length < 120 && !/^[. ]|[. ]$/.test(name) && name.normalize('NFD') === name.normalize('NFKC');
}

/** Returns a name of this run. Dots and blanks at the beginning of the label stay at the beginning of the name. */
export function nameOf(context: Pick<ProbeContext, 'runId'>, label: string): string {
  return label.replace(/^[. ]*/, `$&assay-${context.runId}-`);
}

/** Returns `nameOf` as a value to send. `form`: what makes the name unusual, by default its characters. */
export function nameFor(
  context: Pick<ProbeContext, 'runId'>,
  label: string,
  form = UNUSUAL_NAMES.find(([has]) => has.test(label))?.[1],
): Value {
  const name = nameOf(context, label);
  return form === undefined ? made(name) : unusual(`a name ${form}`, name);
}

/** Returns the path of a file of this run. */
export function pathOf(context: Pick<ProbeContext, 'runId' | 'settings'>, label: string, form?: string): Value {
  return text`${folderFor(context)}/${nameFor(context, label, form)}`;
}

/** Returns the directory to which everything is written, as a value to send. */
export function folderFor(context: Pick<ProbeContext, 'settings'>): Value {
  return setting('DATA_HUB_SPACE_PATH', folderOf(context));
}

/** Returns the directory to which everything is written, without slashes at its ends. */
export function folderOf(context: Pick<ProbeContext, 'settings'>): string {
  return String(settingsOf(context.settings).spacePath).replace(/^\/+|\/+$/g, '');
}

/** Dublin Core metadata without line breaks; its double quotes are escaped if it becomes a JSON text. */
export function metadataOf(title: string): string {
  const elements = {
    title,
    creator: 'Assay',
    description: 'Made by a conformance run; it may be removed.',
    type: 'Dataset',
  };
  const inner = Object.entries(elements).map(([name, text]) => `<dc:${name}>${text}</dc:${name}>`);
  return `<?xml version="1.0" encoding="utf-8"?><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${inner.join('')}</metadata>`;
}
