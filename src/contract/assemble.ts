/**
 * The parts that every contract has, however its operations are described: requirements, digest, and a profile's
 * changes.
 */
import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import type { Contract, Interface, Operation, Profile, Requirement, Statement } from './types.ts';

const parsed = new Map<string, unknown>();

/** Returns the content of a YAML text, for reading only: equal texts are parsed once. Throws if it is malformed. */
export function parsedYaml(text: string): unknown {
  if (!parsed.has(text)) parsed.set(text, parse(text));
  return parsed.get(text);
}

/** Sources of a contract. */
export interface ContractSources {
  /** Texts of the files, by their path below the root. */
  readonly texts: ReadonlyMap<string, string>;
  readonly profile?: Profile;
  /** The service namespace of a WSDL, from the settings; default its placeholder. */
  readonly namespace?: string;
}

/** Returns the requirements that requirements.yaml and gaps.yaml state. */
export function statedIn(of: Interface, texts: ContractSources['texts']): Statement[] {
  return Object.entries({ requirements: 'documented', gaps: 'gap' } as const).flatMap(([file, basis]) => {
    const stated = parsedYaml(texts.get(`specs/${of}/${file}.yaml`) ?? '') as readonly GivenStatement[] | null;
    return (stated ?? []).map((one) => ({ ...one, basis: one.basis ?? basis }));
  });
}

type GivenStatement = Omit<Statement, 'basis'> & Partial<Pick<Statement, 'basis'>>;

/** Returns a statement as a requirement, with the subject at the beginning of its title. */
function titled(
  { subject, predicate, ...statement }: Statement,
  of: Interface,
  service: string,
  operations: ReadonlyMap<string, Operation>,
) {
  const operation = operations.get(statement.operation ?? '');
  const about = subject ?? operation?.subject ?? service;
  const clause = statement.clause ?? operation!.clause;
  return { ...statement, clause, interface: of, title: `${about}: ${predicate}` };
}

/** SHA-256 (hex) over names and texts in order, and a profile's digest. */
export function digestOf(parts: Iterable<readonly [string, string]>, profile?: Profile): string {
  const hash = createHash('sha256');
  for (const [name, text] of parts) hash.update(`${name}\0${text}\0`);
  if (profile) hash.update(`profile\0${profile.digest}`);
  return hash.digest('hex');
}

/** `subject`: absent, the name of the interface in words. */
interface Parts extends Pick<Contract, 'operations' | 'words'>, Partial<Pick<Contract, 'subject'>> {
  readonly requirements: readonly Statement[];
}

/** Assembles these parts as members of a contract. Throws if a requirement is stated twice. */
export function assembled(of: Interface, profile: Profile | undefined, { operations, words, ...parts }: Parts) {
  const { subject = of.replaceAll('-', ' ') } = parts;
  const requirements = new Map<string, Requirement>();
  for (const one of parts.requirements) {
    if (requirements.has(one.id)) throw new Error(`specs/${of}: the requirement ${one.id} is stated twice.`);
    requirements.set(one.id, titled(one, of, subject, operations));
  }
  return {
    interface: of,
    subject,
    profile,
    operations,
    requirements,
    words,
    renamed: new Map([...(profile?.names ?? [])].filter(([word]) => words.has(word))),
    fills: new Map([...(profile?.fills ?? [])].filter(([id]) => requirements.get(id)?.basis === 'gap')),
  } satisfies Partial<Contract>;
}
