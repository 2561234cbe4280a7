/** Formats a body for reading and marks the location of a finding. Changes only white space between tokens. */
import { stepsOf } from '../../files/json-value.ts';
import type { Body } from '../../wire/types.ts';
import { printableLines } from './report-input.ts';

/** Lines of a body; `from` and `to` are the offsets of the marked location, if found. */
export interface LaidOut {
  readonly text: string;
  readonly from?: number;
  readonly to?: number;
}

/** Maximum indentation depth; a target may nest deeper. */
const MOST_INDENTED = 20;
/** Longer bodies are shown unformatted. */
const MOST_CHARACTERS = 512 * 1024;
/** An empty object or array is one token. */
const TOKEN = /\{\s*\}|\[\s*\]|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * Formats a body.
 * @param at JSON pointer (RFC 6901), or in XML a path that ends with an element's name; if the location is missing, its
 * nearest ancestor is marked
 */
export function layOut(text: string, at: string | undefined): LaidOut {
  if (text.length > MOST_CHARACTERS) return { text };
  const start = text.trimStart().charAt(0);
  if (start === '{' || start === '[') return faultOf(text) ?? layOutJson(text, at);
  return start === '<' ? layOutXml(text, at) : { text };
}

/** Returns the position of a JSON syntax error, if known. */
function faultOf(text: string): LaidOut | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const position = / position (\d+)/.exec((error as Error).message)?.[1];
    if (position === undefined) return { text };
    const from = Math.max(0, Math.min(Number(position), text.length - 1));
    return { text, from, to: from + 1 };
  }
}

const newLine = (depth: number) => `\n${'  '.repeat(Math.min(depth, MOST_INDENTED))}`;

/** An open object or list: where it begins in the output, and the key or index of its current value. */
interface Frame {
  readonly begin: number;
  /** The location is in it. */
  readonly leads: boolean;
  key: string | number;
}

/**
 * Returns valid JSON indented, with the marked location. Tokens stay as received, so that `1.0` and duplicate members
 * stay visible.
 */
function layOutJson(source: string, at: string | undefined): LaidOut {
  const wanted = at ? stepsOf(at) : [];
  const stack: Frame[] = [];
  let out = '';
  let best: { depth: number; from: number; to: number } | undefined;
  let expectsKey = false;
  const mark = (from: number, to: number) => {
    if (best === undefined || stack.length > best.depth) best = { depth: stack.length, from, to };
  };
  /** Whether the current value is the location, or contains it. */
  const leads = (inner: Frame | undefined) =>
    inner === undefined ? wanted.length > 0 : inner.leads && String(inner.key) === wanted[stack.length - 1];
  for (const [token] of source.matchAll(TOKEN)) {
    const inner = stack.at(-1);
    const begin = out.length;
    if (token === '{' || token === '[') {
      stack.push({ begin, leads: leads(inner), key: token === '[' ? 0 : '' });
      out += `${token}${newLine(stack.length)}`;
      expectsKey = token === '{';
    } else if (token === ':') out += ': ';
    else if (token === ',' && inner) {
      if (typeof inner.key === 'number') inner.key += 1;
      else expectsKey = true;
      out += `,${newLine(stack.length)}`;
    } else if ((token === '}' || token === ']') && inner) {
      stack.pop();
      out += `${newLine(stack.length)}${token}`;
      if (inner.leads) mark(inner.begin, stack.length === wanted.length ? out.length : inner.begin + 1);
    } else if (expectsKey && inner) {
      inner.key = JSON.parse(token) as string;
      expectsKey = false;
      out += token;
    } else {
      out += /^[[{]/.test(token) ? token.replace(/\s/g, '') : token;
      if (leads(inner)) mark(begin, out.length);
    }
  }
  return best === undefined ? { text: out } : { text: out, from: best.from, to: best.to };
}

/** Returns the local name at the end of a path such as `Envelope/Body/x:part (line 3)`. */
function nameAt(at: string | undefined) {
  const step = at
    ?.replace(/ \(line \d+\)$/, '')
    .split('/')
    .at(-1);
  return /^(?:[\w.-]+:)?([\w.-]+)(?:\[\d+\])?$/.exec(step ?? '')?.[1];
}

/** Returns a line of the body as received. */
function markedLine(text: string, number: number): LaidOut {
  const before = text.split('\n').slice(0, number - 1);
  const from = before.join('\n').length + (before.length > 0 ? 1 : 0);
  const end = text.indexOf('\n', from);
  return { text, from, to: end === -1 ? text.length : end };
}

/** Puts each element on its own line; marks the first element with the name at the end of the path. */
function layOutXml(source: string, at: string | undefined): LaidOut {
  const line = /^line (\d+), column/.exec(at ?? '');
  if (line) return markedLine(source, Number(line[1]));
  const name = nameAt(at);
  let out = '';
  let depth = 0;
  let marked: { from: number; to: number } | undefined;
  for (const piece of source.trim().split(/(?<=>)\s*(?=<)/)) {
    const [, closes, tag] = /^<(\/)?(?:[^\s/>:!?]+:)?([^\s/>:!?]+)/.exec(piece) ?? [];
    if (closes) depth = Math.max(0, depth - 1);
    out += `${out && newLine(depth)}${piece}`;
    if (closes || tag === undefined) continue;
    if (tag === name) marked ??= { from: out.length - piece.length, to: out.length };
    if (!/\/>$|<\//.test(piece)) depth += 1;
  }
  return { text: out, ...marked };
}

/** Bytes of a body that are formatted. */
const MOST_BYTES = 256 * 1024;
/** Lines on each side of the marked location. */
const AROUND = 14;

/**
 * Returns a body of at most `most` characters, escaped: the marked location, what is before and after it, and why it is
 * not the whole. Of a longer one, the lines around the location `at`, or its beginning. Binary data is hexadecimal.
 */
export function shownBody(body: Body, most: number, at?: string) {
  const { notice, text, from = 0, to = from } = laidOutBody(body, at);
  const isWhole = text.length <= most;
  const room = isWhole ? text.length : most / 2;
  const aroundOnly = isWhole || to === 0 ? Infinity : AROUND;
  const before = text
    .slice(Math.max(0, from - room), from)
    .split('\n')
    .slice(-aroundOnly - 1)
    .join('\n');
  const marked = text.slice(from, Math.min(to, from + room));
  const after = text
    .slice(to, to + (to === 0 ? most : room))
    .split('\n')
    .slice(0, aroundOnly + 1)
    .join('\n');
  const shown = before.length + marked.length + after.length;
  return {
    before: printableLines(before),
    marked: printableLines(marked),
    after: printableLines(after),
    notices: [
      ...(notice === undefined ? [] : [notice]),
      ...(shown < text.length ? [`${shown} of ${text.length} characters; evidence.har contains all`] : []),
    ],
  };
}

function laidOutBody({ bytes, size, truncated }: Body, at: string | undefined): LaidOut & { readonly notice?: string } {
  if (bytes.length === 0) return { text: '', notice: size === 0 ? 'no body' : `${size} bytes, not kept` };
  const kept = bytes.subarray(0, MOST_BYTES);
  const isCut = kept.length < bytes.length;
  try {
    // The last character of a body that was cut may be incomplete.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(kept, { stream: isCut });
    return isCut || truncated ? { text, notice: `the first ${kept.length} of ${size} bytes` } : layOut(text, at);
  } catch {
    const hex = Buffer.from(kept.subarray(0, 256))
      .toString('hex')
      .replace(/(..)(?=.)/g, '$1 ');
    return { text: hex, notice: `binary: the first ${Math.min(256, kept.length)} of ${size} bytes in hexadecimal` };
  }
}
