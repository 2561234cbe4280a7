/** Assay's own documents: compared, digested, checked against their published schemas. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../contract/root.ts';
import { InputError } from '../files/input.ts';
import { isObject } from '../files/json-value.ts';
import { compileDocument, type DocumentJudge } from '../records/ajv.ts';

/** JSON with sorted members, without undefined ones. Throws RangeError if a value is nested too deeply. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(byName)) : member,
  );
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether two values have the same canonical JSON, for values read from JSON or built like them. Compares without writing either. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, index) => sameJson(item, other[index]))
    );
  if (!isObject(one) || !isObject(other)) return false;
  let members = 0;
  for (const name of Object.keys(one)) {
    const value = one[name];
    if (value === undefined) continue;
    if (!Object.hasOwn(other, name) || !sameJson(value, other[name])) return false;
    members += 1;
  }
  const others = Object.keys(other);
  return others.length === members || others.filter((name) => other[name] !== undefined).length === members;
}

/** SHA-256, hexadecimal. */
export function digestOfBytes(bytes: Uint8Array | string): string {
  return hash('sha256', bytes);
}

type DocumentKind = 'plan' | 'statement' | 'bundle' | 'results';

const compiled = new Map<string, DocumentJudge>();

/** Schema violations of a document, at most five; empty if it is valid. `extent`: `first` for untrusted documents, where only the first one is found. */
export function formProblems(kind: DocumentKind, content: unknown, extent: 'all' | 'first' = 'all'): string[] {
  const name = `${kind} ${extent}`;
  const judge = compiled.get(name) ?? compile(kind, extent);
  compiled.set(name, judge);
  return judge(content)
    .slice(0, 5)
    .map(({ instancePath, message, params }) => {
      const named =
        params['additionalProperty'] ?? params['propertyName'] ?? params['allowedValues'] ?? params['allowedValue'];
      return `${instancePath || 'it'} ${message}${named === undefined ? '' : ` (${String(named)})`}`;
    });
}

/** The content of a document that a person names, YAML or JSON. Throws InputError. */
export function parsedDocument(kind: DocumentKind, text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new InputError(`The ${kind} is not readable YAML: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** Throws InputError unless a document has its form. */
export function requireForm(kind: DocumentKind, content: unknown): void {
  const wrong = formProblems(kind, content);
  if (wrong.length > 0)
    throw new InputError(
      `The ${kind} does not have the form of schemas/assay/${kind}.schema.json: ${wrong.join('; ')}.`,
    );
}

function compile(kind: DocumentKind, extent: 'all' | 'first'): DocumentJudge {
  const schema = JSON.parse(
    readFileSync(join(packageRoot(), 'schemas', 'assay', `${kind}.schema.json`), 'utf8'),
  ) as Record<string, unknown>;
  return compileDocument(schema, extent);
}
