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
  ['reason', 'Why a requirement could not be decided. If that follows from something else, the first cause.'],
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

/** Further terms of reports. */
export const TERMS: readonly (readonly [word: string, meaning: string])[] = [
  ['verified', 'Passed, and documented or standard: stated by the document, or by a standard that it names.'],
  [
    'unanswered',
    'A documented operation was requested with a configured credential, and never succeeded. The exit code is then 3.',
  ],
  [
    'depth',
    'How much evidence a run gathers (ASSAY_DEPTH, --depth): standard, or thorough, with three rounds of every probe and all contents and combinations. A lesser depth means less evidence, never fewer requirements.',
  ],
  [
    'sometimes',
    'Of a finding: the number of exchanges that contradict the requirement, of all that were judged for it; then the first exchange that contradicts it, and one that does not. Of a fault: it changes some responses only (ID/sometimes/WAY).',
  ],
  [
    'flaky',
    'Failed, and passed when it was tried again in the same run: the verdict stays fail (exit code 1). In `assay history`, also: did not pass, passed, and then did not again.',
  ],
  [
    'unstable',
    'The requests were accepted and rejected in one run, with values of the same origin: inconclusive (exit code 3).',
  ],
  ['undecided', 'Inconclusive: the run could not decide the requirement; the message gives the reason.'],
  [
    'new',
    'In comparison with an earlier run: did not fail then, and fails now. As a condition of --fail-on: every failure without a live baseline entry (assay explain gate).',
  ],
  ['unexpected', 'A failed requirement without a live baseline entry, in a run that is compared with no other.'],
  ['cause', 'The fact that explains a finding. Requirements with the same cause are reported as one finding.'],
  [
    'plan',
    'A frozen list of requirements, for claims (assay list plans). The command assay plan shows what a run would send.',
  ],
  ['bundle', 'One signed file with the results and evidence of a run, for a claim (assay certify, assay verify).'],
  [
    'challenge',
    "A file of a certifier with a nonce, which the vendor's run then carries (assay certify --challenge, assay run --nonce).",
  ],
  ['nonce', 'A random text of a challenge. The id of the run begins with it, so the run is later than the challenge.'],
  ['still', 'A finding of the run compared with, without evidence that it is fixed.'],
  [
    'planned',
    'All requirements of the configured interfaces that can be tested. Those that --only does not select are counted as skipped.',
  ],
  [
    'cannot be tested',
    'Of documented requirements: no test from outside can show them, or they need an invalid credential that cannot be derived from the configured ones. They are not planned, and do not affect the conclusion; `assay plan` lists them with the reasons.',
  ],
  ['left open', 'Requirements about what the document leaves open: observed, or skipped if no response showed it.'],
  ['also passed', 'Passed, but not verified: inferred from the document, or an expectation of a profile.'],
];
