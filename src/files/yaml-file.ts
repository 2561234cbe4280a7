/** Reads YAML files that people write. */
import { type ErrorCode, isMap, LineCounter, type Node, parseDocument, YAMLError } from 'yaml';
import { type FILE_KINDS, InputError, messageOf, readInput } from './read-file.ts';

/**
 * Reads one YAML document. A tag that is unknown, an alias and a repeated key are errors: each is ambiguous.
 * @param name how messages name it
 * @param advice what to do if it cannot be read: a sentence
 * @throws InputError if the file cannot be read, or is not YAML
 */
export function readYaml(path: string, kind: keyof typeof FILE_KINDS, name = path, advice = '') {
  const text = readInput(path, kind, `the ${kind} ${JSON.stringify(name)}`, advice).toString('utf8');
  return { text, ...yamlDocument(text, `The ${kind} ${JSON.stringify(name)}`) };
}

/** Parses as `readYaml` does. Throws InputError: a sentence that begins with `named`. */
export function yamlDocument(text: string, named: string) {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    return {
      content: document.toJS({ maxAliasCount: 0 }),
      document,
      /** Returns the line of an entry, by the keys that lead to it. */
      lineOf: (keys: readonly string[]) => {
        const parent = document.getIn(keys.slice(0, -1), true);
        // A value may begin below its key.
        const pair = isMap<Node>(parent) && parent.items.find(({ key }) => String(key) === keys.at(-1));
        const node = pair ? pair.key : (document.getIn(keys, true) as Node | undefined);
        return lines.linePos(node?.range?.[0] ?? 0).line;
      },
    };
  } catch (error) {
    throw new InputError(`${named} ${yamlProblem(error)}`);
  }
}

const MISSING = 'a comma, colon, space, quotation mark or bracket is missing';

/** Errors of the parser in plain words. */
const PROBLEMS: Partial<Readonly<Record<ErrorCode, string>>> = {
  BAD_ALIAS: 'an alias (*name) is not allowed; if it is text, put it in quotation marks',
  BAD_INDENT: 'the indentation is wrong, or a closing bracket is missing',
  BAD_SCALAR_START: 'text that begins with this character needs quotation marks',
  BLOCK_AS_IMPLICIT_KEY:
    'a key has two values; correct the indentation, or put text that contains ": " in quotation marks',
  BLOCK_IN_FLOW: MISSING,
  DUPLICATE_KEY: 'this key appears twice',
  MISSING_CHAR: MISSING,
  MULTILINE_IMPLICIT_KEY: 'a colon after a key, or a closing quotation mark, is missing',
  MULTIPLE_DOCS: 'a second document begins',
  TAB_AS_INDENT: 'a tab is not allowed as indentation; use spaces',
  TAG_RESOLVE_FAILED: 'a tag (!name) is not allowed; if it is text, put it in quotation marks',
  UNEXPECTED_TOKEN: 'this character does not belong here; text that contains it needs quotation marks',
};

/** Returns an error of the YAML parser as the end of a sentence, with its place. The words of the parser are the last resort. */
function yamlProblem(error: unknown): string {
  const { code = 'BAD_ALIAS', linePos }: Partial<YAMLError> = error instanceof YAMLError ? error : {};
  const at = linePos?.[0];
  const own = () => messageOf(error).replace(/( at line \d+.*)?:?\n.*/s, '');
  return `is not readable YAML${at ? ` at line ${at.line}, column ${at.col}` : ''}: ${PROBLEMS[code] ?? own()}.`;
}
