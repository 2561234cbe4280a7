/** The vendor's statement: vendor, product, interfaces, and operations not offered. */
import { parse } from 'yaml';
import { InputError } from '../files/input.ts';
import { objectIn } from '../files/json-value.ts';
import { formProblems } from './canonical.ts';
import type { Statement } from './types.ts';

/** An invalid statement; the message is for the user. */
class StatementError extends InputError {
  override readonly name = 'StatementError';
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

/** Reads a statement, YAML or JSON. Throws StatementError with all problems. */
export function readStatement(text: string): Statement {
  let content: unknown;
  try {
    content = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new StatementError(`The statement is not readable YAML: ${(error as Error).message.split('\n')[0]}`);
  }
  const unwritten = Object.entries(objectIn(content) ?? {}).filter(([, value]) =>
    [value].flat().some((one) => typeof one === 'string' && /^TODO\b/.test(one)),
  );
  if (unwritten.length > 0)
    throw new StatementError(`Fill in the statement: ${unwritten.map(([name]) => name).join(', ')}.`);
  const wrong = formProblems('statement', content);
  if (wrong.length > 0)
    throw new StatementError(
      `The statement does not have the form of schemas/assay/statement.schema.json: ${wrong.join('; ')}.`,
    );
  return content as Statement;
}
