/** The vendor's statement: vendor, product, interfaces, and operations not offered. */

import { objectIn } from '../files/json-value.ts';
import { InputError } from '../files/read-file.ts';
import { yamlDocument } from '../files/yaml-file.ts';
import { requireForm } from './canonical.ts';
import type { Statement } from './types.ts';

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
