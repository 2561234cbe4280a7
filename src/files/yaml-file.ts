/** Reads YAML files that people write. */
import { LineCounter, type Node, parseDocument } from 'yaml';
import { type FILE_KINDS, InputError, readInput, yamlProblem } from './read-file.ts';

/**
 * Reads one YAML document. A tag that is unknown, an alias and a repeated key are errors: each is ambiguous.
 * @param name how messages name it
 * @param advice what to do if it cannot be read: a sentence
 * @throws InputError if the file cannot be read, or is not YAML
 */
export function readYaml(path: string, kind: keyof typeof FILE_KINDS, name = path, advice = '') {
  const text = readInput(path, kind, `the ${kind} ${JSON.stringify(name)}`, advice).toString('utf8');
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    return {
      text,
      content: document.toJS({ maxAliasCount: 0 }),
      document,
      /** Returns the line of an entry, by the keys that lead to it. */
      lineOf: (keys: readonly string[]) =>
        lines.linePos((document.getIn(keys, true) as Node | undefined)?.range?.[0] ?? 0).line,
    };
  } catch (error) {
    throw new InputError(`The ${kind} ${JSON.stringify(name)} ${yamlProblem(error)}`);
  }
}
