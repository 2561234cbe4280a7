/** Rules for texts, as data: a pattern, the files in which it is searched, exceptions, and the reason. */

export interface Habit {
  pattern: RegExp;
  in: 'code' | 'pages' | 'everything';
  /** Paths that may contain it, each with the reason. */
  except?: Record<string, string>;
  why: string;
}

/** Longer files do more than one thing. A test file is a list of cases, and may be longer. */
export const MOST_LINES = { code: 300, tests: 430 };

export const HABITS: Habit[] = [
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
      'tests/wire/evidence/evidence.test.ts': 'a device that is always full is not there on every system',
    },
    why: 'a test that is not run proves nothing, and nobody notices',
  },
  { pattern: /^(?=.{121})\s*(\/\*\*|\*|\/\/) /, in: 'code', why: 'a comment is as wide as the code: 120 columns' },
  { pattern: /(?<![<\w.-])\/root\//, in: 'everything', why: 'it is a place on one machine' },
  {
    pattern: /(\/\/|^\s*\/?\*|#).*\b(TODO|FIXME|XXX|HACK)\b/,
    in: 'everything',
    why: 'what is left to do is done, or said to the reader in the documentation',
  },
  {
    pattern: /\b(issues?|sessions?|chatbots?|LLMs?)\b/i,
    in: 'pages',
    why: 'the pages speak of the project, not of how it came about',
  },
  {
    pattern: /\[(?:above|below|here|how|its page|more|see below|still be|this page|yourself)\]\(/i,
    in: 'pages',
    why: 'the text of a link names the page or the section to which it leads',
  },
];

/** Phrases to avoid in pages, messages, comments, titles and clauses, each with its replacement. */
export const PHRASES: { pattern: RegExp; use: string }[] = [
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
  { pattern: /\bin spite of\b/i, use: '"despite"' },
  { pattern: /\bplain reading\b/i, use: '"inferred"' },
  { pattern: /\b(decides?|says?) nothing\b/i, use: '"is inconclusive", "is not judged"' },
  { pattern: /\b(one|two) (row|line|test|case|result|run|suite|request) an? [a-z]+\b/i, use: '"per"' },
];

/**
 * Words to avoid in what people read, each with its replacement: messages, pages, descriptions and rows. Quotations of
 * the interface document keep theirs.
 */
export const WORDS: typeof PHRASES = [
  {
    pattern: /\bdocument (?:shows?|(?:does|did) not show)\b|\b(?:is|are) not shown\b/i,
    use: '"specifies", "leaves open"',
  },
  { pattern: /\b(?:holds?|holding) (?!or\b|and\b|if\b|for\b|where\b|[\s,.;])/i, use: '"contains"' },
  { pattern: /\bask(?:s|ed|ing)?\b/i, use: '"requests", "sends", "requires", "prompts for"' },
  { pattern: /\b(?:stands?|stood|standing)\b/i, use: '"is", "represents"' },
  { pattern: /\bnothing\b(?!-)/i, use: 'the thing of which there is none: "no request"' },
  { pattern: /(?<!-)\boctets?\b(?!-)/i, use: '"bytes"' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, use: '"corrects", "fixes"' },
  { pattern: /\b(?:in order to|simply|obviously|please|utili[sz]es?)\b/i, use: 'the sentence without it' },
  { pattern: /\b(?:un)?lawful(?:ly)?\b/i, use: '"legal"' },
  { pattern: /\b(?:bad|made-up|invented) (?:\w+ )?(?:credential|token|prox|certificate)/i, use: '"invalid"' },
  { pattern: /\b(?:ends?|ended|exits?|exited) with (?:exit code )?\d|\bexit \d/i, use: '"exit code 4"' },
  {
    pattern: /\b(?:request|upload|submission|token|proxy|credential|name|value)s? (?:(?:is|are|was|were) )?refused\b/i,
    use: '"rejected"',
  },
  { pattern: /\bof (?:(?!of\b)[\w'-]+ ){1,3}of (?:(?!of\b)[\w'-]+ ){1,3}of\b/i, use: 'a shorter chain' },
];

/**
 * Files that people read, in which these words are avoided; docs/lookup/contract.md repeats clauses. Assets of the HTML report
 * are code in strings.
 */
export const READ =
  /^(?:(?:src|suites|reference)\/(?!report\/html\/assets\/).*\.ts|(?:docs\/(?!contract\.md).*|(?!CHANGELOG)[^/]*)\.md|specs\/(?!plans\/).*\.yaml|schemas\/.*\.json|tests\/.*\.ya?ml)$/;

/** Folders of code, pages and data that avoid these phrases. Plans only list ids. */
export const PLAIN = {
  code: /^(src|suites|reference)\//,
  pages: /\.md$/,
  data: /^(specs\/(?!plans\/).*\.yaml|schemas\/.*\.json|tests\/.*\.ya?ml)$/,
};

/** Names that do not tell what a file knows or does. */
export const VAGUE = /^(utils?|helpers?|common|managers?|misc|stuff|lib|shared|tools)$/;
