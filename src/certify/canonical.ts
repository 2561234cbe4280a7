/** Assay's own documents: compared, checked against their published schemas. */
import { parse } from 'yaml';
import { type DocumentKind, wrongForm } from '../contract/own-documents.ts';
import { isObject } from '../files/json-value.ts';
import { InputError, yamlProblem } from '../files/read-file.ts';

/** JSON with sorted members, without undefined ones. Throws RangeError if a value is nested too deeply. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(
          Object.keys(member)
            .sort()
            .map((name) => [name, member[name]]),
        )
      : member,
  );
}

/** Returns the content of a document that a person names, YAML or JSON. Throws InputError. */
export function parsedDocument(kind: DocumentKind, text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new InputError(`The ${kind} ${yamlProblem(error)}`);
  }
}

/** Throws InputError unless a document has its form. */
export function requireForm(kind: DocumentKind, content: unknown): void {
  const wrong = wrongForm(kind, content);
  if (wrong) throw new InputError(`The ${kind} does not have the form of schemas/assay/${kind}.schema.json: ${wrong}.`);
}
