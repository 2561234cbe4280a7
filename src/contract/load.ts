/** Loads the contract of a REST interface: operations from OpenAPI, records from JSON Schema, the rest from rows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parse } from 'yaml';
import { fieldRows } from '../records/field-rows.ts';
import { judgeOfRows } from '../records/judge.ts';
import { requestMembers } from '../records/request-members.ts';
import type { RecordFile } from '../records/schema.ts';
import { digestOf } from './digest.ts';
import { type OpenApiFile, readOpenApi } from './openapi.ts';
import { fillsOf, handshakesOf, type Profile } from './profile.ts';
import { packageRoot } from './root.ts';
import type { Contract, Interface, Operation, RecordSchema, Requirement } from './types.ts';

/** A row as requirements.yaml and gaps.yaml write it. */
type Row = Omit<Requirement, 'interface' | 'basis'> & { readonly basis?: Requirement['basis'] };

const cache = new Map<string, Contract>();

/**
 * Loads a REST interface's contract; compiled contracts are cached by the digest of what was read.
 * @param root folder that holds specs/ and schemas/ (tests give a copy)
 */
export function loadRestContract(of: Interface, profile?: Profile, root = packageRoot()): Contract {
  const folder = join(root, 'specs', of);
  const texts = new Map<string, string>();
  const read = (path: string): string => {
    const text = texts.get(path) ?? readFileSync(path, 'utf8');
    texts.set(path, text);
    return text;
  };
  const descriptions = readdirSync(folder)
    .filter((file) => file.endsWith('openapi.yaml'))
    .sort();
  const rowFiles = ['requirements.yaml', 'gaps.yaml'].map((file) => join(folder, file)).filter(existsSync);
  const schemas = join(root, 'schemas', of);
  for (const file of [...descriptions.map((name) => join(folder, name)), ...rowFiles]) read(file);
  for (const file of readdirSync(schemas).sort()) read(join(schemas, file));
  const digest = digestOf(
    [...texts].map(([path, text]) => [path.slice(root.length), text]),
    profile,
  );
  const cached = cache.get(digest);
  if (cached) return cached;

  const operations = new Map<string, Operation>();
  const requirements = new Map<string, Requirement>();
  const records = new Map<string, RecordSchema>();
  const add = (row: Requirement) => {
    if (requirements.has(row.id)) throw new Error(`specs/${of}: the requirement ${row.id} is stated twice.`);
    requirements.set(row.id, row);
  };
  const recordOperation = new Map<string, string>();
  for (const name of descriptions) {
    const path = join(folder, name);
    const described = readOpenApi(parse(read(path)) as OpenApiFile, of, (word) => renamePath(word, profile));
    for (const operation of described.operations) operations.set(operation.name, operation);
    for (const row of described.requirements) add(row);
    for (const { operation, file } of described.answers) {
      const schemaPath = resolve(dirname(path), file);
      if (!recordOperation.has(schemaPath)) recordOperation.set(schemaPath, operation);
    }
  }
  const files = new Map(
    [...texts].filter(([path]) => path.endsWith('.schema.json')).map(([path, text]) => [nameOf(path, root), JSON.parse(text) as RecordFile]),
  );
  for (const [name, file] of files) {
    const rows = fieldRows(file, name, files);
    if (file.direction === 'request') requestMembers({ schema: file, file: name, pointer: '' }, files);
    const record = judgeOfRows(file, rows);
    records.set(record.id, record);
    for (const row of rows) {
      const operation = recordOperation.get(join(root, name));
      const creates = operation && operations.get(operation)!.creates;
      const lane = row.when && laneOf(row.when, operations);
      add({
        id: row.row,
        interface: of,
        title: row.title,
        clause: row.clause,
        basis: row.basis,
        ...(operation && { operation }),
        ...(lane && { lane }),
        ...(creates && { creates }),
        judged: row.schema === false ? 'The member is absent from the record in every response.' : `In the record of every response: ${row.expected}.`,
      });
    }
  }
  for (const file of rowFiles) {
    const gaps = file.endsWith('gaps.yaml');
    for (const row of (parse(read(file)) ?? []) as Row[]) add({ interface: of, ...row, basis: row.basis ?? (gaps ? 'gap' : 'documented') });
  }
  const contract: Contract = {
    interface: of,
    digest,
    ...(profile && { profile: { name: profile.name, digest: profile.digest } }),
    operations,
    requirements,
    records,
    renamed: profile?.names ?? new Map(),
    fills: fillsOf(of, requirements, profile),
    handshakes: handshakesOf(of, profile),
  };
  cache.set(digest, contract);
  return contract;
}

/** A file's path below the root, with slashes. */
function nameOf(path: string, root: string): string {
  return relative(root, path).split(sep).join('/');
}

/** The lane that a flag such as `token` or `!token` stands for: where there are two lanes, "not one" is the other. */
function laneOf(when: string, operations: ReadonlyMap<string, Operation>): string | undefined {
  const lanes = [...new Set([...operations.values()].flatMap((operation) => operation.lanes))];
  const flag = when.replace('!', '');
  if (!lanes.includes(flag)) return undefined;
  return when.startsWith('!') ? lanes.find((lane) => lane !== flag) : flag;
}

/** The longest documented prefix that the profile renames. */
function renamePath(path: string, profile: Profile | undefined): string {
  if (profile === undefined) return path;
  const [longest] = [...profile.names]
    .filter(([name]) => path === name || path.startsWith(name.endsWith('/') ? name : `${name}/`))
    .sort(([a], [b]) => b.length - a.length);
  return longest === undefined ? path : `${longest[1]}${path.slice(longest[0].length)}`;
}
