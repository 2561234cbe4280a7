/** The vendor's statement: who claims what, and what the deployment does not offer. */
import { parse } from 'yaml';
import { formProblems } from './schema.ts';
import type { Statement } from './types.ts';

/** A statement that cannot be used; the message is for the user. */
export class StatementError extends Error {
  override readonly name = 'StatementError';
}

/** A statement to fill in. */
export const STATEMENT_TEMPLATE = `# Who claims what. Signed together with the results, and shown on the certificate.
format: assay-statement/1
vendor: TODO your organisation
product: TODO what implements the interfaces
version: 'TODO its version, in quotes'
contact: TODO an address for questions
interfaces:
  - transfer
# What the deployment does not offer: operations (assay list operations), certificate or token. Each limits the claim.
notOffered: []
#  - name: token
#    why: callers have certificates
`;

/** Reads a statement, YAML or JSON. Throws StatementError with everything that is wrong. */
export function readStatement(text: string): Statement {
  let content: unknown;
  try {
    content = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new StatementError(`The statement is not readable YAML: ${(error as Error).message.split('\n')[0]}`);
  }
  const wrong = formProblems('statement', content);
  if (wrong.length > 0) throw new StatementError(`The statement does not have the form of schemas/assay/statement.schema.json: ${wrong.join('; ')}.`);
  const unwritten = Object.entries(content as Statement).filter(([, value]) => typeof value === 'string' && /^TODO\b/.test(value));
  if (unwritten.length > 0) throw new StatementError(`The statement has still to be written: ${unwritten.map(([name]) => name).join(', ')}.`);
  return content as Statement;
}
