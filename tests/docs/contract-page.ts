/** docs/lookup/contract.md: the interface document as specs/ and schemas/ state it, for readers. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Operation, Requirement } from '../../src/contract/types.ts';
import { catalogue } from '../../src/run/installed/catalogue.ts';
import { INTERFACES } from '../../suites/index.ts';
import { filesIn } from '../architecture/project-files.ts';
import { credentials, credentialsOf, usualCredentials } from './contract-credentials.ts';
import {
  bullet,
  citedIn,
  clausesAt,
  furtherReadings,
  furtherStatements,
  notInTables,
  placeOf,
  plain,
  withClause,
  withContents,
  withTypes,
} from './contract-places.ts';
import { bodiesOf, records } from './contract-records.ts';

type Parts = Record<string, { readonly clause: string }>;

const BEGINNING = `# The interface document

The requirements come from one *interface document*, "Ticket Bridge, Transfer Job and Data Hub Interfaces". It states no
edition or date, and is not part of this project: the [maintainers of your copy](../../README.md#version-support-licence) have it. This page restates
every clause that Assay tests, in our own words; if the two differ, the document is right. Results and bundles contain a digest of these clauses.

- **Places.** A clause names its place in the document, such as *Resources B, job object*; in a table, the column heading names it. Reports name the
  same [places](#places-of-the-document). A is the ticket bridge, B the transfer service with its Python client library, C the data hub.
- **Statements.** An operation has its request and response in its own section. Other statements are below *Further statements* and *Standards and
  inferences* of its interface, by place.
- **Examples.** *… was seen* marks an example, not a list of allowed values.
- **Inferences.** *Inferred: …* marks a statement that the document implies. A contradiction is a warning, as for a standard.
- **Gaps.** The document does not specify the points below *Left open*. They are observed, and cannot fail. Additional members are legal everywhere.
- **Requirements.** \`npx assay list requirements --only transfer/submit-job\` lists those of this operation. For a record, use the id below its
  heading; for an id with \`/client/\`, \`npx assay list client-requirements\`.

\`specs/\` and \`schemas/\` contain the clauses; \`npm run regenerate\` makes this page from them.`;

/** Returns the text of the page. */
export async function contractPage() {
  const interfaces = await catalogue();
  const sections = interfaces.map(({ interface: of, requirements, clients, operations }) => {
    const rows = [...requirements, ...clients];
    const title = INTERFACES.find(({ name }) => name === of)?.settings.title ?? of;
    const stated = [
      ...rows.filter(({ basis }) => basis === 'documented').map(({ clause }) => clause),
      ...clausesIn(of),
    ];
    const tables = records(of, rows, operations);
    const shown = [
      `## ${title}`,
      ...part('Authentication', notInTables(clausesAt(stated, 'Authentication'), tables)),
      '### Operations',
      ...credentialsOf(operations),
      ...operations.map((operation) => operationSection(operation, requirements, operations)),
      ...tables,
    ].join('\n\n');
    return [
      placeOnce(shown),
      ...furtherStatements(
        // A requirement of several clauses repeats that of its operation.
        stated.filter((clause) => !operations.some((operation) => clause.startsWith(operation.clause))),
        [shown, ...operations.map(({ clause }) => plain(clause))].join('\n'),
      ),
      ...part('Standards and inferences', furtherReadings(rows, shown)),
      ...part(
        'Left open',
        leftOpen(
          requirements.filter(({ basis }) => basis === 'gap'),
          operations,
        ),
      ),
    ].join('\n\n');
  });
  const clauses = interfaces.flatMap(({ requirements, clients }) => [...requirements, ...clients]);
  return withContents(BEGINNING, sections, [
    ...new Set(clauses.flatMap(({ clause }) => [placeOf(clause), ...citedIn(clause)])),
  ]);
}

/** The name in a row, and its type, which a clause repeats. */
const REPEATED =
  /^(\| `(.+?)` \|(?:[^|]* \|)? )(?:\2 is (?:an? )?|`\2` is (?:an? (?:string|integer|boolean|object|array of (?:string|object)s)(?: or null)?(?:[,;:] (?:a timestamp (?=YYYY))?| (?=with )|\.(?= \|)))?)/gm;

/**
 * Shortens tables: if all clauses have one place, the heading names it instead of each row, and no row repeats its name
 * or type. The type of a field comes before its clause.
 */
function placeOnce(text: string) {
  const once = text.replace(/\| document \|\n(\|[-|]+\|\n)((?:\|.*\|\n?)+)/g, (table, rule: string, rows: string) => {
    const place = /\| ([^|:]+): [^|]*\|$/m.exec(rows)?.[1];
    if (place === undefined) return table;
    const shorter = rows.replaceAll(`${place}: `, '').replaceAll('. with ', '. With ');
    return `| ${place} |\n${rule}${shorter.replace(REPEATED, '$1')}`;
  });
  return withTypes(once);
}

function part(title: string, lines: readonly string[]) {
  return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];
}

/** Returns the gaps by their place: each once, with its records and operations unless it is about the interface. */
function leftOpen(gaps: readonly Requirement[], operations: readonly Operation[]) {
  const places = new Map<string, Map<string, Set<string>>>();
  for (const { title, clause, operation = '' } of gaps) {
    const [about = '', what = ''] = title.split(/: (.*)/s);
    const own = places.get(placeOf(clause)) ?? new Map<string, Set<string>>();
    places.set(placeOf(clause), own);
    own.set(what, (own.get(what) ?? new Set()).add(/^[A-Z]+ [/…]/.test(about) ? operation : about));
  }
  return [...places].map(([place, own]) => {
    const named = [...own].map(([what, all]) => {
      const parts = [...all].filter((about) => !isInterface(about));
      if (parts.length === 0) return what;
      return `${what} (${parts.length === operations.length ? 'every operation' : parts.join(', ')})`;
    });
    return bullet(`${place}: ${named.join('; ')}`);
  });
}

const isInterface = (about: string) =>
  INTERFACES.some(({ name, settings }) => [name.replaceAll('-', ' '), settings.title.toLowerCase()].includes(about));

/** Returns the clauses about authentication in the descriptions of services. */
function clausesIn(of: string) {
  const texts = filesIn('specs', of).map((path) => readFileSync(path, 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/^\s+x-clause: '(Authentication.*)'$/gm)].map(([, clause = '']) => clause.replaceAll("''", "'")),
  );
}

function operationSection(
  { name, interface: of, method, path, parameters, requestType, lanes, clause, title }: Operation,
  requirements: readonly Requirement[],
  all: readonly Operation[],
) {
  const own = requirements.filter(
    ({ operation, basis, excluded }) => operation === name && basis !== 'gap' && !excluded,
  );
  const [creates, ...others] = new Set(own.map((requirement) => requirement.creates));
  const { request, response } = bodiesOf(of, name);
  const shown = (where: string) =>
    parameters
      .filter((one) => one.in === where)
      .map(
        (one) =>
          `\`${one.name}${one.value ? `: ${one.value}` : ''}\`${one.value === '' ? ' (without a value)' : ''}${one.required ? '' : ' (optional)'}`,
      );
  const called = method === 'CALL';
  const mediaType = called || requestType === undefined ? [] : [`\`Content-Type: ${requestType}\``];
  const rows = [
    ['Request', called ? '' : path ? `\`${method} ${path}\`` : `\`${method}\`, ${withoutPath(path)}`],
    [called ? listed(parameters) : 'Query', shown('query').join(', ')],
    ['Headers', [...shown('header'), ...mediaType].join(', ')],
    ['Body', request],
    ['Response', response],
    ['Credentials', usualCredentials(all) === credentials(lanes) ? '' : credentials(lanes)],
    ['Tested only with', creates && others.length === 0 ? `\`ASSAY_ALLOW_CREATE=${creates}\`` : ''],
  ].filter(([, text]) => text !== '');
  const lines = rows.map(([label, text]) => `- ${label}: ${text}`);
  return [
    `#### ${name}`,
    `${title}.`,
    withClause(lines, plain(clause), title).join('\n'),
    ...messageParts(of, name),
  ].join('\n\n');
}

const listed = ({ length }: readonly unknown[]) => (length === 1 ? 'Parameter' : 'Parameters, in this order');

const withoutPath = (path: string | undefined) =>
  path === undefined ? 'at a path that the document leaves open' : 'at the address of the service';

/** Returns the parts of an operation's messages, if a list of clauses describes them. */
function messageParts(of: string, name: string) {
  const [file] = filesIn('specs', of).filter((path) => path.endsWith('clauses.yaml'));
  if (file === undefined) return [];
  const { request = {}, response = {} } =
    (parse(readFileSync(file, 'utf8')) as Record<string, { request?: Parts; response?: Parts }>)[name] ?? {};
  return Object.entries({ request, response }).map(([message, parts]) =>
    [
      `| part of the ${message}, in this order${message === 'request' ? ` (Endpoints A, parameter order of ${name})` : ''} | document |`,
      '|---|---|',
      ...Object.entries(parts).map(([part, { clause }]) => `| \`${part}\` | ${plain(clause)} |`),
    ].join('\n'),
  );
}
