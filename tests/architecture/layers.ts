/** The allowed imports as data, with reasons. All others are forbidden. */

export interface Layer {
  /** Directory (ending with a slash) or file, from the project's root. `*` is one name, the same as in `may`. */
  at: string;
  /** Directories (with a slash) and files that its files may import, besides those of the layer itself. */
  may: string[];
  why: string;
}

/** Data that all layers may read: documents, records, messages and files. */
const READ = ['src/contract/', 'src/records/', 'src/soap/', 'src/files/'];
/** Directories for sending and authenticating. */
const SENT = ['src/wire/', 'src/auth/'];
/** Directories that judge, and those that join them. */
const JOINED = [
  ...READ,
  ...SENT,
  'src/profile/',
  'src/settings/',
  'src/engine/',
  'src/compare/',
  'suites/',
  'reference/',
];

/** A file belongs to the first layer whose `at` matches it. */
export const LAYERS: Layer[] = [
  {
    at: 'src/files/',
    may: [],
    why: 'every folder that is given a path reads it in the same way, whatever the file holds, and finds the members of JSON in the same way',
  },
  {
    at: 'src/records/',
    may: ['src/contract/types.ts', 'src/files/json-value.ts', 'src/files/read-file.ts'],
    why: 'judging a record needs the record and its schema, nothing else',
  },
  {
    at: 'src/soap/',
    may: ['src/contract/types.ts', 'src/records/'],
    why: 'SOAP messages are read by the rules of SOAP, whatever they are used for',
  },
  {
    at: 'src/contract/',
    may: ['src/files/', 'src/records/', 'src/soap/'],
    why: 'the document as data is the ground of everything else, so it rests on nothing of ours',
  },
  {
    at: 'src/profile/',
    may: ['src/contract/', 'src/files/', 'src/settings/nearest.ts'],
    why: 'a profile is words, fills and handshakes of the document; what else a deployment has is handed to it',
  },
  {
    at: 'src/wire/',
    may: ['src/contract/types.ts', 'src/files/'],
    why: 'what opens connections knows bytes and limits, not what is asked or judged',
  },
  {
    at: 'src/auth/',
    may: ['src/wire/', ...READ],
    why: 'credentials are made for the wire, and know nothing of suites or verdicts',
  },
  { at: 'src/settings/', may: READ, why: 'settings are read once, into a target that everything else is handed' },
  {
    at: 'src/engine/',
    may: [...READ, 'src/wire/', 'src/settings/', 'src/compare/'],
    why: 'the engine is handed suites as an argument; if it knew one, or the reference, it would not be the same for all',
  },
  {
    at: 'src/compare/',
    may: [
      'src/engine/words/',
      'src/engine/send/select.ts',
      'src/engine/account/exit-codes.ts',
      'src/engine/account/grouping.ts',
      'src/contract/types.ts',
      'src/files/',
      'src/settings/nearest.ts',
    ],
    why: 'runs are compared by their results, wherever they come from',
  },
  {
    at: 'src/certify/',
    may: [
      ...READ,
      'src/profile/',
      'src/engine/',
      'src/compare/',
      'src/wire/types.ts',
      'src/wire/evidence/har.ts',
      'src/wire/evidence/evidence.ts',
      'src/wire/secrets/redaction.ts',
      'src/wire/http.ts',
      'src/wire/bodies/answer-budget.ts',
    ],
    why: 'verification is handed suites and plans as an argument, opens no connection, and judges with the engine that judged before',
  },
  {
    at: 'src/report/',
    may: [
      'src/engine/words/types.ts',
      'src/engine/account/results.ts',
      'src/compare/relations.ts',
      'src/compare/fleet.ts',
      'src/engine/account/grouping.ts',
      'src/engine/account/exit-codes.ts',
      'src/engine/account/unverified.ts',
      'src/engine/words/derived/credential-kinds.ts',
      'src/compare/history.ts',
      'src/engine/repeat/reproduction.ts',
      'src/engine/repeat/shell.ts',
      'src/engine/words/visible.ts',
      'src/compare/comparable.ts',
      'src/contract/types.ts',
      'src/files/json-value.ts',
      'src/records/preview.ts',
      'src/wire/types.ts',
      'src/wire/connect/wire-error.ts',
      'src/wire/evidence/har.ts',
      'src/certify/types.ts',
    ],
    why: 'a report is a pure function of results and evidence, so that anyone can render a recorded run',
  },
  {
    at: 'suites/words.ts',
    may: [...READ, ...SENT, 'src/engine/words/', 'src/settings/types.ts'],
    why: 'the vocabulary of the suites in one module, and nothing else',
  },
  ...['known-settings', 'settings', 'handshake'].map((name) => ({
    at: `suites/*/${name}.ts`,
    may: [...READ, ...SENT, 'src/engine/words/', 'suites/words.ts', 'suites/*/'],
    why: 'every start loads it, so it imports the few words that it needs directly',
  })),
  {
    at: 'suites/*/',
    may: [...READ, ...SENT, 'suites/words.ts', 'suites/*/'],
    why: 'a suite says what is asked and how it is judged, in the words of the engine; it starts nothing, and knows no other interface and no reference',
  },
  {
    at: 'suites/index.ts',
    may: ['suites/*/index.ts', 'src/engine/words/types.ts'],
    why: 'the list of interfaces holds one line for each, and nothing else',
  },
  {
    at: 'src/clients/',
    may: [...JOINED, 'src/run/'],
    why: 'the other side of the interfaces joins engine, suites and references; what shows its results is not its business',
  },
  {
    at: 'src/selftest/',
    may: [...JOINED, 'src/run/', 'src/report/'],
    why: 'campaigns join engine, suites and references, and write a page of what they found',
  },
  {
    at: 'src/run/',
    may: [...JOINED, 'src/certify/', 'src/clients/'],
    why: 'a run joins settings, engine and suites for the command, vitest, the API and campaigns alike; what shows its results is not its business',
  },
  {
    at: 'src/vitest/',
    may: [...JOINED, 'src/run/', 'src/report/'],
    why: 'vitest shows what the engine concluded, and is used by nothing else of Assay',
  },
  {
    at: 'src/cli/',
    may: [...JOINED, 'src/certify/', 'src/clients/', 'src/run/', 'src/selftest/', 'src/report/'],
    why: 'a command shows what the engine concluded, without a test runner',
  },
  {
    at: 'src/index.ts',
    may: ['src/contract/types.ts', 'src/engine/words/types.ts', 'src/run/'],
    why: 'the public surface stays small: one function and the types of its results',
  },
  {
    at: 'reference/pki/',
    may: ['reference/types.ts'],
    why: 'certificates for tests serve every interface, and know none',
  },
  {
    at: 'reference/client-library/',
    may: ['reference/pki/', 'reference/drawn/', 'reference/transfer/', 'reference/#'],
    why: 'a client library is shown against a transfer service, the one interface that it wraps, and against nothing else',
  },
  {
    at: 'reference/drawn/',
    may: ['reference/#'],
    why: 'values and deployments that are drawn know no interface',
  },
  {
    at: 'reference/*/',
    may: ['reference/pki/', 'reference/drawn/', 'reference/#'],
    why: 'a reference is written from the document: sharing code with the contract, the suites or the engine would share their misreadings, and another interface is none of its business',
  },
  {
    at: 'reference/index.ts',
    may: ['reference/*/', 'reference/#'],
    why: 'the list of references holds one entry for each, and nothing else',
  },
  {
    at: 'reference/#',
    may: ['reference/types.ts', 'reference/drawn/'],
    why: 'what the references share knows none of them, and nothing that judges them',
  },
  { at: 'bench/', may: ['src/', 'suites/', 'reference/'], why: 'measurements use the project, and nothing uses them' },
  {
    at: 'tests/',
    may: ['src/', 'suites/', 'reference/', 'bench/', 'vitest.config.ts', 'vitest.heavy.config.ts'],
    why: 'tests use the project and stay within it',
  },
  { at: 'vitest.config.ts', may: ['tests/runner.ts'], why: 'configuration of the test runner' },
  { at: 'vitest.mutation.config.ts', may: ['tests/mutation/parts.ts'], why: 'configuration of the test runner' },
  { at: 'vitest.heavy.config.ts', may: ['tests/runner.ts'], why: 'configuration of the test runner' },
];

/** Modules that only some files may import. Files outside src/, suites/, reference/ and bench/ are free. */
export interface Reserved {
  modules: RegExp;
  /** Directories and files that may, each with its reason. */
  to: Record<string, string>;
  why: string;
}

export const RESERVED: Reserved[] = [
  {
    modules: /^(undici|(node:)?(net|tls|https?|http2|dgram|dns)(\/.*)?)$/,
    to: {
      'src/wire/': 'it opens the connections',
      'reference/serve.ts': 'it listens on loopback',
      'bench/measuring/bare.ts': 'it sends the same requests without Assay, to compare',
    },
    why: 'one place opens connections, so that one place keeps a run from doing harm, records everything and hides secrets',
  },
  {
    modules: /^(node:)?child_process$/,
    to: {
      'suites/client-library/driver/': 'the Python client library runs in a process of its own',
      'src/cli/fleet/member.ts': 'a run of a fleet is Assay itself',
      'src/selftest/workers.ts': 'workers of a self-test are Assay itself',
      'src/cli/commands/results/open.ts': 'it starts the browser of the user, with a report',
      'bench/': 'what a process takes is measured of a process of its own',
    },
    why: 'a process that Assay starts can open connections that nothing records',
  },
  {
    modules: /^src\/(contract\/(wsdl-operations|soap-clients)|soap\/wsdl)\.ts$/,
    to: {
      'src/soap/': 'it is about SOAP',
      'src/contract/': 'contracts are loaded there',
      'suites/': 'a suite knows the protocol of its interface',
    },
    why: 'a protocol is a matter of the contract, which is asked for the marks of operations, the form of messages and the rules for clients',
  },
  {
    modules: /^vitest(\/.*)?$/,
    to: { 'src/vitest/': 'it shows results in vitest' },
    why: 'the engine, the command and the API work without a test runner',
  },
];
