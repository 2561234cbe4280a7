/** Documents of claims: plans (frozen on release), statements of vendors, challenges of certifiers. */
import { randomBytes } from 'node:crypto';
import { stringify } from 'yaml';
import { type DocumentKind, formProblems } from '../contract/own-documents.ts';
import type { Results } from '../engine/words/types.ts';
import { isObject, objectIn, stepsOf } from '../files/json-value.ts';
import { InputError } from '../files/read-file.ts';
import { sha256 } from '../files/sha256.ts';
import { yamlDocument } from '../files/yaml-file.ts';
import type { CertificationPlan, Challenge, Statement } from './types.ts';

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
function requireForm(kind: DocumentKind, { content, lineOf }: ReturnType<typeof yamlDocument>): void {
  const wrong = formProblems(kind, content).map(({ pointer, what }) => `line ${lineOf(stepsOf(pointer))}: ${what}`);
  if (wrong.length > 0) throw new InputError(`The ${kind} is invalid: ${wrong.slice(0, 5).join('; ')}.`);
}

type PlanFile = Omit<CertificationPlan, 'name' | 'text' | 'digest'> & { readonly plan: string };

const HEADER =
  '# Frozen: claims are compared with exactly this list. `npm run plans` writes the next version where requirements have changed.\n';

/** Returns the id of a plan: `transfer-1`. */
export function planId({ name, version }: Pick<CertificationPlan, 'name' | 'version'>): string {
  return `${name}-${version}`;
}

/** Reads a plan. Throws InputError if its format is wrong or a requirement occurs twice. */
export function readPlan(text: string): CertificationPlan {
  const document = yamlDocument(text, 'The plan');
  requireForm('plan', document);
  const { plan, ...rest } = document.content as PlanFile;
  if (new Set(rest.requirements).size !== rest.requirements.length)
    throw new InputError(`The plan ${plan} names a requirement twice.`);
  return { name: plan, ...rest, text, digest: sha256(text) };
}

/** Writes a plan; the same plan gives the same text. */
export function writePlan({
  name,
  version,
  title,
  side,
  contracts,
  requirements,
}: Omit<CertificationPlan, 'text' | 'digest'>): string {
  const file: PlanFile = { plan: name, version, title, side, contracts, requirements };
  return HEADER + stringify(file, { lineWidth: 0 });
}

/** Template of a statement. */
export const STATEMENT_TEMPLATE = `# Who claims what. Signed together with the results, and shown on the certificate.
format: assay-statement/1
vendor: TODO your organisation
product: TODO what implements the interfaces
version: 'TODO its version, in quotes'
contact: TODO an address for questions
interfaces:
  - TODO an interface of the plan
# Not offered by the deployment: operations (assay list operations), certificate or token. Each limits the claim.
notOffered: []
#  - name: token
#    why: callers have certificates
`;

/** Reads a statement, YAML or JSON. Throws InputError with all problems. */
export function readStatement(text: string): Statement {
  const document = yamlDocument(text, 'The statement');
  const content: unknown = document.content;
  const members = objectIn(content);
  if (members === undefined)
    throw new InputError('empty, or not a statement: write a template with assay certify --new-statement FILE');
  const unwritten = Object.entries(members).filter(([, value]) =>
    [value].flat().some((one) => typeof one === 'string' && /^TODO\b/.test(one)),
  );
  if (unwritten.length > 0)
    throw new InputError(`still a template: replace TODO in ${unwritten.map(([name]) => name).join(', ')}.`);
  requireForm('statement', document);
  return content as Statement;
}

/** Validity of a challenge, in milliseconds. */
const VALID_MS = 30 * 86_400_000;
const NONCE = /^[0-9a-f]{16,64}$/;
/** Tolerated difference between the clocks of certifier and vendor. */
const TOLERANCE = 5 * 60_000;

/** Returns a new challenge. `now`: milliseconds since 1970. */
export function newChallenge(now: number): Challenge {
  return {
    format: 'assay-challenge/1',
    nonce: randomBytes(10).toString('hex'),
    issuedAt: new Date(now).toISOString(),
    expires: new Date(now + VALID_MS).toISOString(),
  };
}

/** Reads a challenge. Throws InputError. */
export function readChallenge(text: string): Challenge {
  try {
    const { format, nonce, issuedAt, expires } = JSON.parse(text);
    const isTimed = [issuedAt, expires].every((time) => typeof time === 'string' && !Number.isNaN(Date.parse(time)));
    if (format === 'assay-challenge/1' && typeof nonce === 'string' && NONCE.test(nonce) && isTimed)
      return { format, nonce, issuedAt, expires };
  } catch {
    // Not JSON, or null.
  }
  throw new InputError(
    'not a challenge (JSON with the format assay-challenge/1). The certifier creates one: assay certify --challenge FILE',
  );
}

/** Returns the id of a run that responds to a challenge; part of every name and every request. */
export function challengedRunId({ nonce }: Challenge): string {
  return `${nonce}-${randomBytes(4).toString('hex')}`;
}

/**
 * Returns reasons why a run does not respond to a challenge, one sentence each. Whether requests and names contain the
 * run's id is checked with the evidence.
 */
export function challengeProblems({ nonce, issuedAt, expires }: Challenge, run: Results['run']): string[] {
  const problems: string[] = [];
  if (!run.id.startsWith(`${nonce}-`))
    problems.push(
      `The run ${run.id.slice(0, 80)} does not carry the nonce ${nonce}: it was not made for this challenge.`,
    );
  if (Date.parse(run.startedAt) + TOLERANCE < Date.parse(issuedAt))
    problems.push('The run began before the challenge was made.');
  if (Date.parse(run.startedAt) - TOLERANCE > Date.parse(expires))
    problems.push('The run began after the challenge had expired.');
  return problems;
}
