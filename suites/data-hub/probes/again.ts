/** Writes at the boundaries of contents and names at which services are known to err. */

import { gzipSync } from 'node:zlib';
import {
  type Content,
  count,
  type Exchange,
  ifSent,
  type ProbeContext,
  probe,
  succeeded,
  type WireBody,
} from '../../words.ts';
import { pathOf, plainText, seeded, utf8, type Way, WRITES } from '../contents.ts';
import { contents } from './contents.ts';
import { readBothWays, type Trip } from './files.ts';
import { directoryIn, findFolder, withoutFolder } from './folder.ts';
import { signedIn } from './sign-in.ts';
import { put, readWritten } from './transfers.ts';

/** Text whose bytes differ between encodings and between normal forms of Unicode. */
const WORDS = 'Größe, naïve Å, ﬁ, 가, 👩‍👧';
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Contents that services are known to change, by description. */
const FORMATS: Readonly<Record<string, (seed: string) => Uint8Array>> = {
  'JSON in which a name occurs twice': (seed) =>
    utf8(`{"a": 1.0, "b": "\\u00e9", "a": 12345678901234567890, "run": "${seed}"}\n`),
  'a JSON text': (seed) => utf8(`"né in run ${seed}"`),
  'a JSON null': () => utf8('null'),
  gzip: (seed) => gzipSync(`compressed in run ${seed}`),
  'UTF-16 with a mark': (seed) => utf16(`${WORDS} ${seed}`),
  'UTF-8 in the composed form': (seed) => utf8(`${WORDS} ${seed}`.normalize('NFC')),
  'UTF-8 in the decomposed form': (seed) => utf8(`${WORDS} ${seed}`.normalize('NFD')),
  'Latin-1': (seed) => Buffer.from(`Größe ${seed}\r\n`, 'latin1'),
  'a byte order mark alone': () => utf8('\ufeff'),
  'line breaks alone': () => utf8('\r\n\n\r'),
  blanks: () => utf8(' \t '),
  'zero bytes': () => new Uint8Array(64),
  'percent escapes': (seed) => utf8(`a%20b+c=%41&d=${seed}%`),
  'a chunk of HTTP': (seed) => utf8(`0\r\n\r\nHTTP/1.1 200 OK\r\nX-Run: ${seed}\r\n\r\n`),
  'a part of a message': (seed) => utf8(`--boundary\r\nContent-Type: text/plain\r\n\r\n${seed}\r\n--boundary--\r\n`),
  HTML: (seed) => utf8(`<!DOCTYPE html><p>&amp;${seed}</p>`),
  base64: (seed) => utf8(Buffer.from(seed.repeat(9)).toString('base64')),
};

/** Sizes around powers of two and ten and usual buffers, and a large odd one. */
const SIZES: readonly number[] = [
  1,
  2,
  ...[10, 16, 64, 100, 128, 256, 512, 1000, 1024, 4096, 8192, 10_000, 16_384, 32_768, 65_536, 100_000].flatMap(
    (size) => [size - 1, size, size + 1],
  ),
  131_073,
  262_144,
  1_299_709,
];

/** Contents and characters in names that are tried at depth `standard`. */
const USUAL: readonly string[] = [
  ...['1 byte', '4096 bytes', '65536 bytes'],
  ...['gzip', 'JSON in which a name occurs twice', 'a JSON text', 'percent escapes'],
  ...[';', '?', '&#=', 'x'.repeat(100)],
];

/** Returns contents of boundaries, as many as the depth requests; those of a round and of a way differ. */
function boundariesOf(context: ProbeContext, way: Way) {
  const all = [
    ...SIZES.map((size): [string, () => WireBody] => [count(size, 'byte'), () => seeded(context.seed + size, size)]),
    ...Object.entries(FORMATS).map(([what, make]): [string, () => WireBody] => [what, () => make(context.runId)]),
  ];
  return chosen(context, all, way, ([what]) => USUAL.includes(what)).map(
    ([what, make]): Content => ({
      body: make(),
      origins: [{ from: 'assay', unusual: `a file that contains ${what}`, leftOpen: true }],
    }),
  );
}

/**
 * Returns the usual entries of a table at depth `standard`, else a third of the table, which differs between rounds.
 */
function chosen<T>({ depth, round }: ProbeContext, table: readonly T[], way: Way, usual: (one: T) => boolean) {
  return table.filter((one, at) =>
    depth === 'thorough' ? (at + (way === 'cdmi' ? 0 : 1)) % 3 === round % 3 : usual(one),
  );
}

/**
 * Parts of names: characters that RFC 3986 reserves, other ASCII and non-ASCII characters, trailing ones, long parts.
 * The last three are in mixed case and have an extension, so that in each round the last name of a listing is a hard
 * one.
 */
const NAME_PARTS: readonly string[] = [
  ...':?#[]@!$&\'()*,;=~^|<>{}"`',
  '&#=',
  '%2F',
  '%',
  '&amp;',
  '..',
  'end.',
  'end ',
  ' x',
  'x'.repeat(100),
  'x'.repeat(180),
  'Ж名',
  'e\u0301',
  'ﬁ',
  '👩‍👧',
  'עברית',
  'ǅ',
  'İ',
  '~1',
  '__proto__',
  'A.tar.gz',
  'CON.txt',
  'Last.JSON',
];

/** Characters at the beginning of names. */
const NAME_STARTS: readonly string[] = ['.', ' '];

/** Names of boundaries of this run, to send them; as many as the depth requests. */
function boundaryNames(context: ProbeContext, way: Way) {
  const all = [
    ...NAME_STARTS.map((part) => ({
      part: '',
      label: `${part}${way[0]}n-start`,
      form: `that begins with ${JSON.stringify(part)}`,
    })),
    ...NAME_PARTS.map((part) => ({ part, label: `${way[0]}n-${part}`, form: `with ${JSON.stringify(part)}` })),
  ];
  return chosen(context, all, way, ({ part }) => USUAL.includes(part));
}

type Files = { readonly files: readonly Exchange[] };

const exchangesOf = ({ written, direct, lookup, content = [] }: Trip) =>
  [written, direct, lookup, ...content].filter((one) => one !== undefined);

/** Returns contents and names from the tables of boundaries. */
function atBoundaries(way: Way) {
  return probe({
    name: `${way} boundaries` as string,
    operation: WRITES[way],
    needs: [signedIn, ifSent(findFolder)],
    after: Object.values(contents[way]),
    creates: ['files'],
    unless: withoutFolder,
    async run({ findFolder }, context): Promise<Files> {
      const directory = way === 'rest' ? directoryIn(findFolder) : undefined;
      if (way === 'rest' && directory === undefined) return { files: [] };
      const once = async (label: string, content: Content, nameForm?: string) => {
        const written = await put(context, directory, label, content, { nameForm });
        if (!succeeded(written)) return [written];
        const path = pathOf(context, label, nameForm);
        // For a name of an upload, a single reading is enough.
        const read =
          way === 'rest' && nameForm !== undefined
            ? { direct: await readWritten(context, written, path) }
            : await readBothWays(context, written, path);
        return exchangesOf({ written, ...read });
      };
      const files = await Promise.all(
        boundariesOf(context, way).map((content, at) => once(`${way[0]}b-${at}`, content)),
      );
      for (const { label, form } of boundaryNames(context, way))
        files.push(await once(label, plainText(`content of ${label}`), form));
      return { files: files.flat() };
    },
  });
}

export const boundaries = { cdmi: atBoundaries('cdmi'), rest: atBoundaries('rest') } as const;
