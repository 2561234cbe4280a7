/** What `assay explain` tells of words that are no requirement and no setting. */

export interface Topic {
  readonly title: string;
  /** Paragraphs, or rows of a word and its meaning. */
  readonly body: readonly (string | readonly [word: string, meaning: string])[];
}

const VERDICT_WORDS: readonly (readonly [string, string])[] = [
  ['pass', 'At least one piece of evidence could have contradicted the requirement, and none did.'],
  ['fail', 'The document states it, and evidence contradicts it.'],
  ['warn', 'A standard, the plain reading of the document, or a profile says it, and evidence contradicts it.'],
  ['inconclusive', 'It was asked, and the evidence cannot decide; blame says on whose account.'],
  ['skipped', 'It was planned but not asked: not allowed, filtered out, or a setting is missing.'],
  ['not-applicable', 'The deployment declares in ASSAY_NOT_OFFERED that it does not offer this.'],
  ['observed', 'The document does not show it, so what was seen is told and judged by nobody.'],
  ['error', 'Assay itself is at fault; please report it.'],
];

export const TOPICS: Readonly<Record<string, Topic>> = {
  'exit-codes': {
    title: 'Exit codes. If several hold, the first of 130, 2, 4, 1, 3 counts.',
    body: [
      ['0', 'The gate passed.'],
      ['1', 'Findings: a documented requirement failed.'],
      ['2', 'Usage or settings: nothing was sent.'],
      ['3', 'Nothing of a configured interface was verified (not reachable, credential expired, …), or --require-complete is not met.'],
      ['4', 'A fault in Assay, a secret in the results, or a report that could not be written.'],
      ['130', 'Interrupted by SIGINT, SIGTERM or ASSAY_RUN_TIMEOUT_MS; partial results and the ledger are there.'],
    ],
  },
  answers: {
    title: 'What the answer to a documented request means. The document shows no status codes, so every 2xx is success.',
    body: [
      ['2xx', 'Success; its content is judged.'],
      [
        '404, 405, 410, 501',
        'Fail, where the service otherwise works and the request took no identifier, or one that the service itself gave. Inconclusive (settings), where nothing of the service works, or an identifier or path came from the settings alone.',
      ],
      ['500', 'Fail, where it came twice (or cannot be asked twice) while another operation of the service works; otherwise inconclusive (infrastructure).'],
      ['401', 'Fail, where the service accepted the same credential later in the run; otherwise inconclusive (credential).'],
      ['403, 419', 'Inconclusive (credential).'],
      [
        'other 4xx',
        'Inconclusive (settings), where the request held something that the operator chose or that the document leaves open. Fail, where it did not, or where the same request was accepted without the documented member in question.',
      ],
      ['408, 425, 429, 502, 503, 504, 507', 'Inconclusive (infrastructure), after the retries that are safe.'],
      ['no answer', 'Time-out, reset, refused connection, unknown host, TLS: inconclusive (infrastructure), never a fail.'],
      'Redirects of GET are followed, five at most, never from https to http, and never with a credential to another origin.',
      'One requirement of each operation and credential carries this verdict. Whatever else needed the answer is inconclusive on the same account, so that a missing operation is one finding.',
      'A request with a bad credential is different: a 2xx that looks like the authorised answer, or an effect that is seen afterwards, contradicts; and only between two successes with the good credential does a refusal count at all.',
    ],
  },
  verdicts: { title: 'Verdicts', body: VERDICT_WORDS },
  bases: {
    title: 'Basis: who states a requirement',
    body: [
      ['documented', 'The interface document states it. Only these can fail.'],
      ['standard', 'A standard that the document invokes states it; contradicted, it is a warning.'],
      ['inferred', 'The plain reading of the document, but no statement of it; contradicted, it is a warning.'],
      ['gap', 'The document says that it is not shown. It is observed, and cannot be contradicted.'],
      ['profile', 'A profile declares how this deployment fills a gap; judged apart, a warning at most.'],
    ],
  },
  blame: {
    title: 'Blame: on whose account a requirement did not pass',
    body: [
      ['target', 'The service under test.'],
      ['credential', 'The certificate or token: expired, or not sufficient.'],
      ['settings', 'What was set, or was not.'],
      ['infrastructure', 'What lies between: network, TLS, load, time-outs.'],
      ['document', 'The document does not show it.'],
      ['suite', 'Assay itself.'],
    ],
  },
  conclusions: {
    title: 'Conclusions, the worst first; the worst of the interfaces is that of the run',
    body: [
      ['invalid', 'A fault in Assay, or a secret in the results: the verdicts cannot be relied on.'],
      ['non-conformant', 'A documented requirement failed.'],
      ['incomplete', 'None failed, but one was skipped or could not be decided. A run that only reads is always incomplete.'],
      ['conformant', 'Every documented requirement that applies passed.'],
    ],
  },
};

/** Words that stand in a topic's rows, each with its meaning and its topic. */
export const WORDS: ReadonlyMap<string, { readonly meaning: string; readonly topic: string }> = new Map(
  ['verdicts', 'bases', 'blame', 'conclusions'].flatMap((topic) =>
    (TOPICS[topic]?.body ?? []).flatMap((row) => (typeof row === 'string' ? [] : [[row[0], { meaning: row[1], topic }] as const])),
  ),
);

/** Other spellings of topics. */
export const ALIASES: Readonly<Record<string, string>> = {
  'exit-code': 'exit-codes',
  verdict: 'verdicts',
  basis: 'bases',
  conclusion: 'conclusions',
  answer: 'answers',
};
