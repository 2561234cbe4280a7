/** Topics of `assay explain` other than requirements, settings and operations. */
import { INTERFACES, SERVICE_WORDS } from '../../suites/index.ts';
import { MEANING } from '../certify/types.ts';
import type { Profile } from '../contract/types.ts';
import { TERMS, VOCABULARY } from './vocabulary.ts';

export interface Topic {
  readonly title: string;
  /** Paragraphs, or rows of a word and its meaning. */
  readonly body: readonly (string | readonly [word: string, meaning: string])[];
}

const VERDICT_WORDS: readonly (readonly [string, string])[] = [
  ['pass', 'At least one piece of evidence could have contradicted the requirement, and none did.'],
  ['fail', 'The document states the requirement, and evidence contradicts it.'],
  [
    'warn',
    'A standard, the plain reading of the document, or a profile states the requirement, and evidence contradicts it.',
  ],
  ['inconclusive', 'Part of the run, but the evidence cannot decide. The blame names the cause.'],
  ['skipped', 'Planned but not tested: not allowed, not selected, or a setting is missing.'],
  ['not-applicable', 'ASSAY_NOT_OFFERED or the profile declares that the deployment does not offer it.'],
  ['observed', 'The document leaves it open. Observed and reported only.'],
  ['error', 'A fault in Assay. Report it as a bug.'],
];

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

/** A profile as a topic: the names of the document, each with the deployment's. */
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

export const TOPICS: Readonly<Record<string, Topic>> = {
  'exit-codes': {
    title: 'Exit codes. If several apply, the first of 130, 2, 4, 1, 3 counts.',
    body: [
      ['0', 'The gate passed.'],
      ['1', 'Findings: a documented requirement failed, or another condition of the gate is met (assay explain gate).'],
      ['2', 'Wrong usage or settings. No request was sent.'],
      [
        '3',
        'Something could not be verified: an interface has no verified requirement; an operation never succeeded; a service stopped answering; the address is another service’s; a result is unstable; more than 10 % of the requirements of an interface could not be decided because of the infrastructure, a credential or the target; or --require-complete is not met.',
      ],
      [
        '4',
        'A fault in Assay, a secret in the results, or a report that could not be written (one that is too large for its format is left out with a notice).',
      ],
      ['130', 'Interrupted by SIGINT, SIGTERM or ASSAY_RUN_TIMEOUT_MS. Partial results and the ledger were written.'],
    ],
  },
  answers: {
    title:
      'How the response to a documented request is judged. The document specifies no status codes, so every 2xx is a success.',
    body: [
      ['2xx', 'Success; its content is judged.'],
      [
        '404, 405, 410, 501',
        'Fail if the service otherwise works, and the request contained no identifier or one that came from the service. Inconclusive (settings) if no operation of the service works, or an identifier or path came only from the settings.',
      ],
      [
        '500',
        'Fail if it came twice (or the request cannot be repeated) while another operation of the service works. Otherwise inconclusive (infrastructure).',
      ],
      [
        '401',
        'Fail if the service accepted the same credential later in the run. Otherwise inconclusive (credential).',
      ],
      ['403, 419', 'Inconclusive (credential).'],
      [
        'other 4xx',
        'Inconclusive (settings) if the request contained a value from the settings or one that the document leaves open. Fail if it did not, or if the same request was accepted without the documented member in question.',
      ],
      ['408, 425, 429, 502, 503, 504, 507', 'Inconclusive (infrastructure), after safe retries.'],
      [
        'no response',
        'Time-out, reset, refused connection, unknown host, TLS: inconclusive (infrastructure), never a fail.',
      ],
      'GET redirects are followed: at most five, never from https to http, and never with a credential to another origin.',
      'One requirement per operation and credential carries this verdict. Other requirements that need the response are inconclusive with the same blame, so a missing operation is a single finding.',
      'For a request with an invalid credential, a 2xx that looks like the authorised response, or a visible effect, is a contradiction. A refusal counts only between two successes with the valid credential.',
    ],
  },
  verdicts: { title: 'Verdicts', body: VERDICT_WORDS },
  bases: {
    title: 'Basis: the source of a requirement',
    body: [
      ['documented', 'The interface document states it. Only documented requirements can fail.'],
      ['standard', 'A standard that the document refers to states it. A contradiction is a warning.'],
      ['inferred', 'The plain reading of the document implies it. A contradiction is a warning.'],
      ['gap', 'The document leaves it open. It is observed, and cannot be contradicted.'],
      [
        'profile',
        'A profile declares how this deployment fills a gap. Judged separately; a contradiction is at most a warning.',
      ],
    ],
  },
  blame: {
    title: 'Blame: the reason why a requirement did not pass',
    body: [
      ['target', 'The service under test.'],
      ['credential', 'The certificate or token: expired or insufficient.'],
      ['settings', 'A setting is wrong or missing.'],
      ['infrastructure', 'Network, TLS, load, time-outs.'],
      ['document', 'The document leaves it open.'],
      ['suite', 'Assay itself.'],
    ],
  },
  gate: {
    title:
      'The gate: conditions of --fail-on that turn it red (default: new, expired; compared with an earlier run also lost, worse)',
    body: [
      [
        'new',
        'A documented requirement fails, and no live baseline entry covers it, whether or not it failed in the earlier run.',
      ],
      ['expired', 'A baseline entry is past its expiry date.'],
      ['warn', 'A requirement from a standard or from the plain reading of the document is contradicted.'],
      ['profile', 'An expectation of the profile is not met.'],
      ['stale', 'A baseline entry is stale: its requirement passes.'],
      [
        'lost',
        'A requirement passed in the run compared with, and is inconclusive, skipped, not-applicable or not planned now, although the service was reached.',
      ],
      ['worse', 'A requirement passed in the run compared with, and warns now.'],
      ['residue', 'The run created objects that it could not remove.'],
    ],
  },
  words: { title: 'The vocabulary of Assay', body: VOCABULARY },
  terms: { title: 'Further terms of reports', body: TERMS },
  services: { title: 'Words of the services', body: SERVICE_WORDS },
  levels: {
    title: 'Levels of a claim, lowest first; each includes those before it (assay verify)',
    body: Object.entries(MEANING).map(
      ([level, meaning]) => [level, `${meaning[0]?.toUpperCase()}${meaning.slice(1)}.`] as const,
    ),
  },
  profiles: {
    title:
      'Profiles: what a deployment calls documented things, and how it fills gaps. `assay list profiles` prints those that ship.',
    body: [
      [
        'names',
        'The name in the document: the name in the deployment. A path or its beginning (`/auth/realms: /realms`), a header of a request or a response, an operation or part of a message, a call of a library, or the scheme of tokens (`Bearer: ""` if they have none). The word for a query parameter is operation/parameter, for a member of a JSON request record/member, for a parameter of a call call/parameter. An unknown word is rejected, and the message names the nearest known one.',
      ],
      [
        'identifiers',
        'Operation to the JSON pointer of the identifier in its response (such as /result/id), where the document leaves the place open. Only that place is read.',
      ],
      [
        'fills',
        'The id of a gap (`assay list gaps`): an input such as a path, or an expectation, which is judged with basis profile.',
      ],
      [
        'handshakes',
        'Requests that the deployment needs before documented ones: the id of the handshake, and the path of each step. Sent only where creation is allowed, recorded in the ledger, undone at the end if the profile says how; observed, not judged.',
      ],
      ...Object.entries(HANDSHAKE_TOPICS).map(([id, { title }]) => [id, `${title} (assay explain ${id})`] as const),
      [
        'members',
        "The requirement of a record's member: the name that the deployment gives the member. The finding stays, and says that the member is renamed, not missing.",
      ],
      [
        'notOffered',
        'What the deployment does not offer, as in ASSAY_NOT_OFFERED: an operation, a credential, or operation:credential.',
      ],
      'A profile excuses no contradiction of the document. It leads no request to another origin; one that would is rejected (exit code 2).',
    ],
  },
  conclusions: {
    title: 'Conclusions, worst first. The conclusion of the run is the worst of its interfaces.',
    body: [
      ['invalid', 'A fault in Assay, or a secret in the results. Do not rely on the verdicts.'],
      ['non-conformant', 'A documented requirement failed.'],
      [
        'incomplete',
        'None failed, but at least one was skipped or could not be decided. A read-only run is incomplete unless a requirement failed, because those that need created objects are skipped.',
      ],
      ['conformant', 'Every requirement of the document that applies passed. Those of a standard may have warned.'],
    ],
  },
};

/** Words defined in the topics, each with its meaning and topic. */
export const WORDS: ReadonlyMap<string, { readonly meaning: string; readonly topic: string }> = new Map(
  // Verdicts come last: a word with two meanings is a verdict first, and a term before a condition of the gate.
  ['exit-codes', 'gate', 'levels', 'services', 'words', 'terms', 'bases', 'blame', 'conclusions', 'verdicts'].flatMap(
    (topic) =>
      (TOPICS[topic]?.body ?? []).flatMap((row) =>
        typeof row === 'string' ? [] : [[row[0], { meaning: row[1], topic }] as const],
      ),
  ),
);

/** Alternative names of topics. */
export const ALIASES: Readonly<Record<string, string>> = {
  'exit-code': 'exit-codes',
  verdict: 'verdicts',
  term: 'terms',
  word: 'words',
  'fail-on': 'gate',
  basis: 'bases',
  conclusion: 'conclusions',
  answer: 'answers',
  profile: 'profiles',
  ...Object.fromEntries(['200', '400', '401', '403', '404', '405', '500'].map((status) => [status, 'answers'])),
};
