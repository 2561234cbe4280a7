/**
 * Names in the document, and words for credentials. src/ must not contain them, so that a new interface needs no edit
 * there.
 */
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { parse } from 'yaml';
import { prefixOf } from '../../src/settings/table.ts';
import { INTERFACES } from '../../suites/index.ts';
import { filesIn } from './project-files.ts';

/** Names that standards also define; src/ may use them for that reason. */
const STANDARD: Record<string, string> = {
  access_token: 'RFC 6749, section 5.1',
  authorization: 'RFC 9110, section 11.6.2',
  client_id: 'RFC 6749, section 2.2',
  grant_type: 'RFC 6749, section 4',
  refresh_token: 'RFC 6749, section 1.5',
};

/** Names of lanes with a second meaning, and the files and directories about that meaning. */
const OTHERWISE: Record<string, RegExp[]> = {
  // X.509 and TLS certificates.
  certificate: [/^src\/(auth|wire)\//],
  // Tokens of XSD and of OAuth, and the form of a setting's value.
  token: [/^src\/soap\//, /^src\/auth\//, /^src\/settings\/(types|values)\.ts$/],
};

/** Returns whether a name is recognisable: it has `_`, `-` or an inner capital, unlike an ordinary English word. */
const isTelling = (name: string) => /[_-]|.[A-Z]/.test(name) && STANDARD[name] === undefined;

/** Returns the interfaces, services, operations, message parts and record members in specs/ and schemas/. */
export function documentNames(): Set<string> {
  const names = INTERFACES.flatMap(({ name: of }) => {
    const specs = filesIn('specs', of).filter((path) => /(openapi|clauses|operations)\.yaml$/.test(path));
    const schemas = filesIn('schemas', of).filter((path) => path.endsWith('.json'));
    return [
      of,
      ...specs.flatMap((path) => namesIn(parse(readFileSync(path, 'utf8')))),
      ...schemas.flatMap((path) => namesIn(parse(readFileSync(path, 'utf8')))),
    ];
  });
  return new Set(names.filter(isTelling));
}

/** Returns values that are names, and the keys of maps whose keys are names. */
function namesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(namesIn);
  return Object.entries(node).flatMap(([key, value]) => {
    if (['operationId', 'x-service'].includes(key)) return [String(value)];
    const keyed =
      ['properties', 'request', 'response'].includes(key) && typeof value === 'object' && value !== null
        ? Object.keys(value)
        : [];
    const named = key === 'calls' && Array.isArray(value) ? value.map(({ name }: { name: string }) => name) : [];
    const parts = typeof value === 'object' && value !== null && 'request' in value ? [key] : [];
    return [...keyed, ...named, ...parts, ...namesIn(value)];
  });
}

/**
 * Returns the names of the document, setting prefixes of interfaces, and names of lanes and credential headers in the
 * string, template and regular-expression literals of a source.
 */
export function documentNamesIn(path: string, source: string, names: Set<string>): string[] {
  const prefixes = INTERFACES.map(({ name }) => prefixOf(name));
  const credentials = INTERFACES.flatMap(({ settings }) => Object.entries(settings.credentials));
  const lanes = [...new Set(credentials.map(([lane]) => lane))].filter(
    (lane) => !OTHERWISE[lane]?.some((about) => about.test(path)),
  );
  const headers = new Set(
    credentials
      .flatMap(([, { header }]) => header?.toLowerCase() ?? [])
      .filter((header) => STANDARD[header] === undefined),
  );
  return literals(parseSync(path, source, { lang: 'ts' }).program).flatMap((text) => {
    const words = text.match(/[\w-]+/g) ?? [];
    return [
      ...words.filter((word) => names.has(word) || headers.has(word.toLowerCase())),
      ...prefixes.filter((prefix) => text.includes(prefix)),
      ...lanes.filter((lane) => text === lane),
    ].map((name) => `${path}: ${name}`);
  });
}

function literals(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, raw } = node as { type?: string; value?: unknown; raw?: string };
  if (type?.startsWith('Import') || type?.startsWith('Export'))
    return Object.entries(node).flatMap(([key, inner]) => (key === 'source' ? [] : literals(inner)));
  if (type === 'Literal') return [typeof value === 'string' ? value : (raw ?? '')];
  if (type === 'TemplateElement') return [(value as { raw: string }).raw];
  return Object.values(node).flatMap(literals);
}
