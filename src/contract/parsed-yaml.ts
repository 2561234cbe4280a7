import { parse } from 'yaml';

const parsed = new Map<string, unknown>();

/** The content of a YAML text of specs/, for reading only: equal texts are parsed once. Throws where the text is malformed. */
export function parsedYaml(text: string): unknown {
  if (!parsed.has(text)) parsed.set(text, parse(text));
  return parsed.get(text);
}
