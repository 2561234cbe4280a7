/** Habits of the house that a text shows, as data: what is looked for, where, and why not. */

export interface Habit {
  readonly pattern: RegExp;
  readonly in: 'code' | 'pages' | 'everything';
  /** Paths in which it may stand, each with its reason. */
  readonly except?: Readonly<Record<string, string>>;
  readonly why: string;
}

/** Files longer than this do more than one thing. A test's file is a list of cases, and may be somewhat longer. */
export const MOST_LINES = { code: 300, tests: 430 };

export const HABITS: readonly Habit[] = [
  {
    pattern: /@ts-(ignore|nocheck|expect-error)/,
    in: 'code',
    except: { 'tests/package/installed.heavy.ts': 'it expects that the published types refuse something' },
    why: 'a type that is silenced is a fault that is found later',
  },
  {
    pattern: /\b(test|it|describe)(\.\w+)*\.(only|skip|skipIf|runIf|todo)\b/,
    in: 'code',
    except: {
      'tests/peers/peer.ts': 'it skips what needs a peer that is not there, and prints why',
      'tests/settings/values.test.ts': 'a superuser may read every file; the name of the test says so',
      'tests/wire/evidence.test.ts': 'a device that is always full is not there on every system',
    },
    why: 'a test that is not run proves nothing, and nobody notices',
  },
  { pattern: /(?<![<\w.-])\/root\//, in: 'everything', why: 'it is a place on one machine' },
  {
    pattern: /(\/\/|^\s*\/?\*|#).*\b(TODO|FIXME|XXX|HACK)\b/,
    in: 'everything',
    why: 'what is left to do is done, or said to the reader in the documentation',
  },
  {
    pattern: /\b(issues?|sessions?|prompts?|chatbots?|LLMs?)\b/i,
    in: 'pages',
    why: 'the pages speak of the project, not of how it came about',
  },
];

/** Phrases to avoid in pages, messages, comments, titles and clauses, each with its replacement. */
export const PHRASES: readonly { readonly pattern: RegExp; readonly use: string }[] = [
  { pattern: /\b([Ww]hoever|[Ss]omebody|[Nn]obody)\b/, use: 'the actor, or the passive voice' },
  { pattern: /\b(is|are|be|being|was|were) told\b/i, use: '"is reported", "is configured"' },
  { pattern: /\bof (its|their) own\b/i, use: '"its own …", "separate"' },
  { pattern: /\bas (it|they) ha(s|ve) to be\b/i, use: 'the expected state' },
  { pattern: /\bthere (is|are|was) (no|none)\b(?! ones)/i, use: '"No … found", "without …"' },
  { pattern: /\bnone that\b|\bis no [a-z]+\b/i, use: '"is not a …", "without …"' },
  { pattern: /^\s*(\/\*\*|\/\/|\*) (What|Where|Who) /, use: 'a noun as the subject' },
  { pattern: /\bwhat (became|came) of\b/i, use: '"outcome"' },
  { pattern: /\bcould not be told\b/i, use: '"undecided"' },
  { pattern: /\boddit(y|ies)\b/i, use: '"variant"' },
  { pattern: /\b(decides?|says?) nothing\b/i, use: '"is inconclusive", "is not judged"' },
  { pattern: /\b(one|two) (row|line|test|case|result|run|suite|request) an? [a-z]+\b/i, use: '"per"' },
];

/** Folders of code, pages and data that avoid these phrases. Generated files are left out: pages quote recorded verdicts, plans only list ids. */
export const PLAIN = {
  code: /^(src|suites|reference)\//,
  pages: /^(?!docs\/(peers|proof)\.md$).*\.md$/,
  data: /^(specs\/(?!plans\/).*\.yaml|schemas\/.*\.json)$/,
};

/** Names that say nothing of what a file knows or does. */
export const VAGUE = /^(utils?|helpers?|common|managers?|misc|stuff|lib|shared|tools)$/;
