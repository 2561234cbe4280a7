/** Assay's own documents: compared, checked against their published schemas. */
import { type DocumentKind, formProblems } from '../contract/own-documents.ts';
import { isObject, stepsOf } from '../files/json-value.ts';
import { InputError } from '../files/read-file.ts';
import type { yamlDocument } from '../files/yaml-file.ts';

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

/** Throws InputError, with the lines, unless a document that a person writes has its form. */
export function requireForm(kind: DocumentKind, { content, lineOf }: ReturnType<typeof yamlDocument>): void {
  const wrong = formProblems(kind, content).map(({ pointer, what }) => `line ${lineOf(stepsOf(pointer))}: ${what}`);
  if (wrong.length > 0) throw new InputError(`The ${kind} is invalid: ${wrong.slice(0, 5).join('; ')}.`);
}
