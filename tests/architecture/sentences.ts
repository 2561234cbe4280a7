/**
 * The texts in a file that people read: messages in code, descriptions in schemas, and lines of pages and data, without
 * quotations.
 */
import { parseSync } from 'vite';

export interface Sentence {
  line: number;
  text: string;
}

/** A clause of the interface document begins with its place in the document, and extends to the end of the line. */
const CLAUSE =
  /\b(?:x-)?clause: .*$|\b(?:Authentication|Endpoints|Errors|Events|Limits|Resources|States and transitions|Versioning|What the service does)\b[^:|]{0,60}: .*$|\((?:Endpoints|Errors|Resources|Authentication|Events|Limits|Versioning|States)[^)]*\)$/;
/** Code, elements, ids and paths. */
const NAMES = /`[^`]*`|<[^>]*(?:>|$)|"[\w-]+"|\S*[\w}*]\/\S*/g;

/** Returns the sentences of a TypeScript source, a schema, or lines of text. */
export function sentencesIn(path: string, text: string): Sentence[] {
  const all = path.endsWith('.ts') ? messagesIn(path, text) : path.endsWith('.json') ? described(text) : lined(text);
  return all.map((one) => ({ ...one, text: one.text.replace(NAMES, '…') }));
}

const lined = (text: string): Sentence[] =>
  text.split('\n').map((line, index) => ({ line: index + 1, text: line.replace(CLAUSE, '') }));

const described = (text: string): Sentence[] =>
  lined(text).flatMap(({ line, text: own }) => {
    const [, words] = /"(?:description|changes|title)": "(.*)"/.exec(own) ?? [];
    return words === undefined ? [] : [{ line, text: words }];
  });

/** Returns the texts of more than one word. */
function messagesIn(path: string, source: string) {
  const found: Sentence[] = [];
  const visit = (node: unknown) => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    else if (typeof node === 'object' && node !== null) {
      const { type, value, start } = node as { type?: string; value?: unknown; start?: number };
      const words = type === 'Literal' ? value : (value as { cooked?: string } | undefined)?.cooked;
      if ((type === 'Literal' || type === 'TemplateElement') && typeof words === 'string' && words.includes(' '))
        found.push({ line: source.slice(0, start).split('\n').length, text: words.replace(CLAUSE, '') });
      for (const each of Object.values(node)) visit(each);
    }
  };
  visit(parseSync(path, source).program);
  return found;
}
