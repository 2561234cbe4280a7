/** Reads YAML files that people write. */
import { isMap, LineCounter, type Node, parseDocument, YAMLError } from 'yaml';
import { type FILE_KINDS, InputError, readInput } from './read-file.ts';

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

const UNQUOTED = 'put text with special characters in quotation marks';
const NO_NAMES = `aliases (*name) and tags (!name) are not allowed; ${UNQUOTED}`;
/** Errors of the parser in plain words. */
const PROBLEMS: Readonly<Record<string, string>> = {
  BAD_ALIAS: NO_NAMES,
  BAD_INDENT: 'the indentation is wrong, or a bracket opened above is not closed',
  BAD_SCALAR_START: UNQUOTED,
  BLOCK_AS_IMPLICIT_KEY: `the indentation is wrong, or a value contains a colon; ${UNQUOTED}`,
  DUPLICATE_KEY: 'this key appears twice',
  IMPOSSIBLE: 'it is nested too deeply',
  MISSING_CHAR: 'a quotation mark, comma or colon is missing here or above',
  MULTILINE_IMPLICIT_KEY: 'a colon is missing, or the indentation is wrong',
  MULTIPLE_DOCS: 'a second document begins',
  TAB_AS_INDENT: 'indentation must be spaces, not tabs',
  TAG_RESOLVE_FAILED: NO_NAMES,
};

/** Returns an error of the YAML parser as the end of a sentence, with its place. */
function yamlProblem(error: unknown) {
  const { code = error instanceof ReferenceError ? 'BAD_ALIAS' : 'IMPOSSIBLE', linePos }: Partial<YAMLError> =
    error instanceof YAMLError ? error : {};
  const at = linePos?.[0];
  const usual = `the indentation is wrong, or a comma, colon, quotation mark or bracket is wrong or missing; ${UNQUOTED}`;
  return `is not readable YAML${at ? ` at line ${at.line}, column ${at.col}` : ''}: ${PROBLEMS[code] ?? usual}.`;
}
