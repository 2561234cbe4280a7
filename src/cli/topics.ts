/** Topics of `assay explain`, from the pages. */
import { ORDER_OF_EXIT_CODES } from '../engine/account/exit-codes.ts';
import { type Row, sectionIn, tableIn } from './pages.ts';

export interface Topic {
  readonly title: string;
  /** Paragraphs, or rows of a word and its meaning. */
  readonly body: readonly (string | Row)[];
}

const CONCEPTS = 'docs/concepts.md';
const GLOSSARY = 'docs/lookup/glossary.md';
const RESPONSES = 'docs/lookup/responses.md';
const EXIT_CODES = 'docs/lookup/exit-codes.md';

type Place = readonly [title: string, page: string, column: string, ...headings: readonly string[]];

/** Topics in pages: the first column of a table, if it is alone in this form, and headings of sections. */
const PLACES: Readonly<Record<string, Place>> = {
  'exit-codes': [
    `Exit codes of assay run (of another command: assay COMMAND --help). If several apply, the first of ${ORDER_OF_EXIT_CODES} counts.`,
    EXIT_CODES,
    'exit code',
    'Exit code 3',
  ],
  gate: [
    'The gate decides whether a run passes. These conditions of --fail-on turn it red (default: new, expired; compared with an earlier run also lost, worse)',
    'docs/nightly.md',
    'condition',
  ],
  relations: [
    'Relations of a requirement to an earlier run: new, worse, lost, ...; the first that applies counts',
    'docs/compare.md',
    'a requirement is',
  ],
  levels: [
    'Levels of a claim, lowest first; each includes those before it (assay verify)',
    'docs/certifiers.md',
    'level',
  ],
  blame: ['Blame. Who or what has to change before a requirement can pass', GLOSSARY, 'blame'],
  profiles: [
    'Profiles. The names of a deployment, and how it fills gaps (ASSAY_PROFILE)',
    GLOSSARY,
    'part of a profile',
    'Profiles',
  ],
  concepts: ['From the document to an exit code', CONCEPTS, 'step'],
  words: ['Words of Assay and of the services: credential, flaky, ledger, proxy, ...', GLOSSARY, 'word'],
  basis: ['Basis. The source of a requirement', GLOSSARY, 'basis'],
  conclusions: [
    'Conclusions on an interface. The conclusion of the run is the worst of its interfaces.',
    CONCEPTS,
    'conclusion',
  ],
  verdicts: ['Verdicts. The possible outcomes of a requirement', CONCEPTS, 'verdict'],
  responses: [
    'Responses. The verdict for each kind of response',
    RESPONSES,
    '',
    'Responses',
    'Redirects',
    'Other requirements that need the response',
  ],
};

const unique = (body: Topic['body']) => [...new Map(body.map((line) => [String(line), line])).values()];

export const TOPICS: Readonly<Record<string, Topic>> = Object.fromEntries(
  Object.entries(PLACES).map(([name, [title, page, column, ...headings]]) => [
    name,
    {
      title,
      // A section may contain the table.
      body: unique([
        ...(column === '' ? [] : tableIn(page, column)),
        ...headings.flatMap((heading) => sectionIn(page, heading)),
      ]),
    },
  ]),
);

/** Returns the meaning of one status code for a run: the rows about it, up to the one that always applies. */
export function statusTopic(status: string): Topic {
  const names = ([words]: Row) => {
    const [named = '', excepted = ''] = words.split('other than');
    return named.includes(status) || (named.includes(`${status[0]}xx`) && !excepted.includes(status));
  };
  const all = sectionIn(RESPONSES, 'Responses').filter((row) => typeof row !== 'string');
  const end = all.findIndex((row) => names(row) && row[1].startsWith('Verdict: '));
  return {
    title: `Status ${status} in a response to a request with a valid credential: the first row that applies decides.`,
    body: [
      ...all
        .filter((row, at) => (end < 0 || at <= end) && (names(row) || row[0].includes('any status')))
        .map(([words, ...rest]): Row => [words.replace(/^\d+\. /, ''), ...rest]),
      'For other responses: assay explain responses. As a reason for exit code 3: assay explain 3',
    ],
  };
}

/** Returns what the page says about one exit code; empty for another word. */
export const aboutExitCode = (code: string): Topic['body'] => [
  ...sectionIn(EXIT_CODES, 'What to do').flatMap((text) => {
    const [, remedy] = text.toString().split(`- ${code}: `);
    return remedy === undefined ? [] : `What to do: ${remedy}`;
  }),
  ...sectionIn(EXIT_CODES, `Exit code ${code}`),
];

/** Words defined in the topics, each with its meaning and topic. Later topics override earlier ones. */
export const WORDS: ReadonlyMap<string, { readonly meaning: string; readonly topic: string }> = new Map(
  Object.entries(TOPICS).flatMap(([topic, { body }]) =>
    body.flatMap((row) =>
      typeof row === 'string' || PLACES[topic]?.[2] === ''
        ? []
        : row[0].split(', ').map((word) => [word, { meaning: row[1], topic }] as const),
    ),
  ),
);

/** Alternative names of topics and words, besides plurals. */
export const ALIASES: Readonly<Record<string, string>> = {
  'fail-on': 'gate',
  bases: 'basis',
  answer: 'responses',
  exit: 'exit-codes',
  failed: 'fail',
  failing: 'fail',
  passed: 'pass',
  passing: 'pass',
  skip: 'skipped',
  warned: 'warn',
  warning: 'warn',
  'baseline-entry': 'baseline',
  bearer: 'bearer token',
  jwt: 'bearer token',
};
