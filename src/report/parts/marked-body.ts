/** Formats a body for reading and marks the location of a finding. Changes only white space between tokens. */
import { SaxesParser } from 'saxes';
import { stepsOf } from '../../files/json-value.ts';

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
 * @param at JSON pointer (RFC 6901), or in XML a path that ends with an element's name; if the location is missing, its nearest ancestor is marked
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

/** An open object or list: where it begins in the output, and the key or index of its current value. */
interface Frame {
  readonly begin: number;
  /** The location is in it. */
  readonly leads: boolean;
  key: string | number;
}

/** Returns valid JSON indented, with the marked location. Tokens stay as received, so that `1.0` and duplicate members stay visible. */
function layOutJson(source: string, at: string | undefined): LaidOut {
  const wanted = at ? stepsOf(at) : [];
  const stack: Frame[] = [];
  let out = '';
  let best: { depth: number; from: number; to: number } | undefined;
  let expectsKey = false;
  const mark = (from: number, to: number): void => {
    if (best === undefined || stack.length > best.depth) best = { depth: stack.length, from, to };
  };
  const newLine = (): string => `\n${'  '.repeat(Math.min(stack.length, MOST_INDENTED))}`;
  /** Whether the current value is the location, or contains it. */
  const leads = (inner: Frame | undefined): boolean =>
    inner === undefined ? wanted.length > 0 : inner.leads && String(inner.key) === wanted[stack.length - 1];
  for (const [token] of source.matchAll(TOKEN)) {
    const inner = stack.at(-1);
    const begin = out.length;
    if (token === '{' || token === '[') {
      stack.push({ begin, leads: leads(inner), key: token === '[' ? 0 : '' });
      out += `${token}${newLine()}`;
      expectsKey = token === '{';
    } else if (token === ':') out += ': ';
    else if (token === ',' && inner) {
      if (typeof inner.key === 'number') inner.key += 1;
      else expectsKey = true;
      out += `,${newLine()}`;
    } else if ((token === '}' || token === ']') && inner) {
      stack.pop();
      out += `${newLine()}${token}`;
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
function nameAt(at: string | undefined): string | undefined {
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

/** Puts each element on its own line, as far as the text is well-formed; marks the first element with the name at the end of the path. */
function layOutXml(source: string, at: string | undefined): LaidOut {
  const line = /^line (\d+), column/.exec(at ?? '');
  if (line) return markedLine(source, Number(line[1]));
  const name = nameAt(at);
  const parser = new SaxesParser();
  let out = '';
  let taken = 0;
  let depth = 0;
  let last: 'none' | 'open' | 'other' = 'none';
  let marked: { from: number; to: number } | undefined;
  /** Takes the token that ends here. Text before it stays unchanged; without text, the token begins a line. */
  const take = (begin: string, indent: number, joined = false): number => {
    // The end of a comment is reported one character early.
    const end = source.indexOf('>', parser.position - 1) + 1;
    const start = source.lastIndexOf(begin, end - begin.length);
    const before = source.slice(taken, start);
    if (before.trim() !== '') out += before;
    else if (!joined && taken > 0) out += `\n${'  '.repeat(Math.min(indent, MOST_INDENTED))}`;
    const from = out.length;
    out += source.slice(start, end);
    taken = end;
    return from;
  };
  parser.on('opentag', ({ name: tag, isSelfClosing }) => {
    const from = take('<', depth);
    if (marked === undefined && name !== undefined && tag.split(':').at(-1) === name) marked = { from, to: out.length };
    if (!isSelfClosing) depth += 1;
    last = isSelfClosing ? 'other' : 'open';
  });
  parser.on('closetag', ({ isSelfClosing }) => {
    if (isSelfClosing) return;
    depth -= 1;
    const whole = last === 'open' && marked?.to === out.length;
    take('</', depth, last === 'open');
    if (whole && marked) marked.to = out.length;
    last = 'other';
  });
  for (const [event, begin] of MARKS) {
    parser.on(event, () => {
      take(begin, depth);
      last = 'other';
    });
  }
  try {
    parser.write(source);
  } catch {
    // The rest is kept as received.
  }
  return { text: out + source.slice(taken), ...marked };
}

/** Tokens that are not elements, and how they begin. */
const MARKS = [
  ['xmldecl', '<?'],
  ['processinginstruction', '<?'],
  ['doctype', '<!DOCTYPE'],
  ['comment', '<!--'],
] as const;

/** A line that is too long for an excerpt is cut at this length. */
const LONGEST_LINE = 4000;

/** Returns the lines around the marked location, at most `around` on each side, and the text above and below them. */
export function excerpt(
  { text, from, to }: LaidOut,
  around: number,
): { above: string; before: string; marked: string; after: string; below: string } {
  const start = from ?? 0;
  const end = to ?? start;
  const begin = Math.max(lineStart(text, start, around), start - LONGEST_LINE);
  const stop = Math.min(lineEnd(text, end, around), end + LONGEST_LINE);
  return {
    above: text.slice(0, begin),
    before: text.slice(begin, start),
    marked: text.slice(start, end),
    after: text.slice(end, stop),
    below: text.slice(stop),
  };
}

function lineStart(text: string, from: number, many: number): number {
  let at = from;
  for (let count = 0; count <= many; count += 1) {
    const previous = text.lastIndexOf('\n', at - 1);
    if (at === 0 || previous === -1) return 0;
    at = previous;
  }
  return at + 1;
}

function lineEnd(text: string, from: number, many: number): number {
  let at = from - 1;
  for (let count = 0; count <= many; count += 1) {
    const next = text.indexOf('\n', at + 1);
    if (next === -1) return text.length;
    at = next;
  }
  return at;
}
