/** The words of Assay: at most twenty. ARCHITECTURE.md lists the same. */
export const VOCABULARY: readonly (readonly [word: string, meaning: string])[] = [
  ['requirement', 'One obligation, with an id, a clause of the document and a basis.'],
  ['basis', 'The source of a requirement: documented, standard, inferred, gap or profile.'],
  ['gap', 'Something that the document leaves open. It is observed, and cannot fail.'],
  ['profile', 'The names of one deployment, and how it fills gaps.'],
  ['settings', 'Addresses, credentials and permissions of a run, from .env or the environment.'],
  [
    'lane',
    'One configured credential. Every probe runs once per lane; a requirement passes if one lane upholds it and none contradicts it.',
  ],
  ['probe', 'A step that sends documented requests and records the responses.'],
  ['exchange', 'One request with its response, or with the failure in its place.'],
  ['origin', 'The source of a value in a request: the document, a setting, an earlier response, a gap, Assay itself.'],
  ['evidence', 'Every recorded exchange, in evidence.har: verdicts can be recomputed from it (assay judge).'],
  ['check', 'A pure function that judges exchanges and states facts about requirements.'],
  ['reason', 'Why a requirement is not decided, or what it depends on, down to its root.'],
  [
    'verdict',
    'The outcome of a requirement: pass, fail, warn, inconclusive, skipped, not-applicable, observed or error.',
  ],
  ['finding', 'A contradiction that a report shows: a failed or warned requirement, with others of the same cause.'],
  [
    'ledger',
    'Every object that a run was about to create, written before it is created, and its outcome (assay clean).',
  ],
  ['residue', 'Objects that a run could not remove.'],
  ['baseline', 'A file of known findings, each with a reason, an owner and an expiry date (assay baseline).'],
  ['reference', 'An embedded service, written from the document, that represents a correct deployment.'],
  ['fault', 'A defect of the embedded reference that proves that a requirement can fail (assay list faults).'],
  ['variant', 'A legal variation of the embedded reference, which must raise no alarm (assay list variants).'],
];
