/** Topics of `assay explain` other than requirements, settings and operations. */
import { INTERFACES } from '../../suites/index.ts';
import type { Profile } from '../contract/types.ts';
import { ORDER_OF_EXIT_CODES } from '../engine/account/exit-codes.ts';
import { paragraphsIn, type Row, tableIn } from './pages.ts';

export interface Topic {
  readonly title: string;
  /** Paragraphs, or rows of a word and its meaning. */
  readonly body: readonly (string | Row)[];
}

/** Handshakes as topics, by their ids. */
export const HANDSHAKE_TOPICS: Readonly<Record<string, Topic>> = Object.fromEntries(
  INTERFACES.flatMap(({ handshakes = [] }) =>
    handshakes.map(({ id, title, steps, creates }): [string, Topic] => [
      id,
      {
        title: `Handshake: ${title} before documented requests, if a profile declares it`,
        body: [
          ...Object.entries(steps).map(([name, { method, does, optional }]): [string, string] => [
            name,
            `${method}${optional ? ', optional' : ''}: ${does}.`,
          ]),
          `Sent only with ASSAY_ALLOW_CREATE=${creates}, and recorded in the ledger; observed, not judged. See also: assay explain profiles`,
        ],
      },
    ]),
  ),
);

/** Returns a profile as a topic: the names of the document, each with the deployment's. */
export function profileTopic({
  name,
  about,
  names,
  fills,
  members,
  identifiers,
  notOffered,
  handshakes,
}: Profile): Topic {
  const part = (title: string, rows: Iterable<readonly [string, unknown]> = []): Topic['body'] => {
    const shown = [...rows].map(([word, value]): [string, string] => [word, [value].flat().map(String).join(' or ')]);
    return shown.length === 0 ? [] : [title, ...shown];
  };
  return {
    title: `Profile ${name} (ASSAY_PROFILE=${name})`,
    body: [
      ...(about === undefined ? [] : [about.trim()]),
      ...part('Names in the document, and in the deployment:', names),
      ...part('Members of records, and their names in the deployment (a finding stays a finding):', members),
      ...part('Places of identifiers in responses:', identifiers),
      ...part('Gaps, and how the deployment fills them:', fills),
      ...[...(handshakes ?? [])].flatMap(([id, steps]) => part(`Handshake ${id}:`, steps)),
      ...(notOffered ? [`Not offered: ${notOffered.join(', ')}`] : []),
    ],
  };
}

const GLOSSARY = 'docs/lookup/glossary.md';
const RESPONSES = 'docs/lookup/responses.md';
const EXIT_CODES = 'docs/lookup/exit-codes.md';

/** The way from a clause to an exit code. */
export const CONCEPTS: readonly Row[] = tableIn('docs/concepts.md', 'step');
const VOCABULARY = [...CONCEPTS, ...tableIn(GLOSSARY, 'word')];

/** Returns a topic of the glossary. Its title contains the meaning of `word`. */
function glossaryTopic(heading: string, column: string, word: string): Topic {
  const meaning = VOCABULARY.find(([one]) => one === word)?.[1] ?? '';
  return {
    title: `${heading}. ${meaning}`,
    body: [...tableIn(GLOSSARY, column), ...paragraphsIn(GLOSSARY, heading)],
  };
}

/** Returns the rows about responses: the response with its condition, and the verdict. */
function responseRows(): Row[] {
  const conditions = tableIn(RESPONSES, 'response');
  return tableIn(RESPONSES, 'response', 2).map(([response, verdict], at) => {
    const condition = conditions[at]?.[1] ?? '';
    return [condition === '' ? response : `${response}, if ${condition}`, verdict];
  });
}

/** Returns the page of responses as a topic. */
function responsesTopic(): Topic {
  const [first = ''] = paragraphsIn(RESPONSES, 'Responses');
  const further = ['Redirects', 'Other requirements that need the response'];
  return {
    title:
      'Responses. The verdict for each kind of response; the first line that applies decides. For one status: assay explain 503',
    body: [first, ...responseRows(), ...further.flatMap((heading) => paragraphsIn(RESPONSES, heading))],
  };
}

/** Returns the meaning of one status code for a run, and the rows about it, up to the one that always applies. */
export function statusTopic(status: string): Topic {
  const names = (words: string) => {
    const [named = '', excepted = ''] = words.split('other than');
    return named.includes(status) || (named.includes(`${status[0]}xx`) && !excepted.includes(status));
  };
  const all = responseRows();
  const conditions = tableIn(RESPONSES, 'response');
  const end = all.findIndex(([words], at) => names(words) && !conditions[at]?.[1]);
  const rows = all.filter(([words], at) => (end < 0 || at <= end) && (names(words) || words.includes('any status')));
  const returned = tableIn(EXIT_CODES, 'the message says').filter(([words]) => words.includes(' returned '));
  const [, meaning] = returned.find(([words]) => words.includes(status)) ?? returned.at(-1) ?? [];
  return {
    title: `Status ${status} in a response. assay explain e12 DIR prints the exchange that a report names.`,
    body: [
      ...(status < '3' ? [] : [`As a reason for exit code 3: ${meaning}`]),
      ...(status[0] === '4' ? ['If the request had an invalid credential, it is the expected rejection.'] : []),
      'The verdict on a valid request, with the blame in parentheses; the first line that applies decides:',
      ...rows.map(([words, verdict]): Row => [words.replace(/^\d+\. /, ''), verdict]),
      'For other responses: assay explain responses',
    ],
  };
}

/** Returns what the page says about one exit code; the table lists the reasons for exit code 3. */
export function aboutExitCode(code: string): Topic['body'] {
  if (!/^\d+$/.test(code)) return [];
  const [first, ...further] = paragraphsIn(EXIT_CODES, `Exit code ${code}`);
  const reasons = code === '3' ? tableIn(EXIT_CODES, 'the message says') : [];
  const steps = paragraphsIn(EXIT_CODES, 'What to do').filter((text) => text.startsWith(`- ${code}: `));
  return [
    ...steps.map((text) => text.slice(`- ${code}: `.length)),
    ...(first === undefined ? [] : [first]),
    ...reasons,
    ...further,
  ];
}

export const TOPICS: Readonly<Record<string, Topic>> = {
  'exit-codes': {
    title: `Exit codes of assay run (of another command: assay COMMAND --help). If several apply, the first of ${ORDER_OF_EXIT_CODES} counts.`,
    body: [...tableIn(EXIT_CODES, 'exit code'), ...aboutExitCode('3')],
  },
  responses: responsesTopic(),
  verdicts: {
    title: 'Verdicts. The possible outcomes of a requirement',
    body: tableIn('docs/concepts.md', 'verdict'),
  },
  bases: glossaryTopic('Basis', 'basis', 'basis'),
  blame: glossaryTopic('Blame', 'blame', 'blame'),
  gate: {
    title:
      'The gate decides whether a run passes. These conditions of --fail-on turn it red (default: new, expired; compared with an earlier run also lost, worse)',
    body: tableIn('docs/nightly.md', 'condition'),
  },
  relations: {
    title: 'Relations of a requirement to an earlier run: new, worse, lost, ...; the first that applies counts',
    body: tableIn('docs/compare.md', 'a requirement is'),
  },
  words: { title: 'Words of Assay and of the services: credential, finding, flaky, proxy, ...', body: VOCABULARY },
  levels: {
    title: 'Levels of a claim, lowest first; each includes those before it (assay verify)',
    body: tableIn('docs/certifiers.md', 'level'),
  },
  profiles: profilesTopic(),
  conclusions: {
    title: 'Conclusions on an interface. The conclusion of the run is the worst of its interfaces.',
    body: tableIn('docs/concepts.md', 'conclusion'),
  },
};

function profilesTopic(): Topic {
  const { title, body } = glossaryTopic('Profiles', 'part of a profile', 'profile');
  return {
    title,
    body: [...body, 'Handshakes:', ...Object.keys(HANDSHAKE_TOPICS).map((id) => `- assay explain ${id}`)],
  };
}

/** Words defined in the topics, each with its meaning and topic. */
export const WORDS: ReadonlyMap<string, { readonly meaning: string; readonly topic: string }> = new Map(
  // Later topics override earlier ones: a word with two meanings is explained as a verdict, and as a word before a
  // blame or a condition of the gate.
  ['exit-codes', 'gate', 'relations', 'levels', 'blame', 'words', 'bases', 'conclusions', 'verdicts'].flatMap((topic) =>
    (TOPICS[topic]?.body ?? []).flatMap((row) =>
      typeof row === 'string' ? [] : row[0].split(', ').map((word) => [word, { meaning: row[1], topic }] as const),
    ),
  ),
);

/** Alternative names of topics and words, besides plurals. */
export const ALIASES: Readonly<Record<string, string>> = {
  'fail-on': 'gate',
  basis: 'bases',
  answer: 'responses',
  exit: 'exit-codes',
  failed: 'fail',
  warned: 'warn',
  warning: 'warn',
  'baseline-entry': 'baseline',
  bearer: 'bearer token',
  jwt: 'bearer token',
};
