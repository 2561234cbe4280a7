/** Reads YAML files that people write. */
import { isMap, LineCounter, type Node, parseDocument } from 'yaml';
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
    const [what = ''] = messageOf(error).split('\n');
    throw new InputError(`${named} is not readable YAML: ${what.replace(/[:.]$/, '')}.`);
  }
}
