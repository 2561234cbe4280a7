/** The frame of every page: one style sheet, a policy that blocks all loading, and only the given script. */
import { hash } from 'node:crypto';
import type { Conclusion, Verdict } from '../../engine/words/types.ts';
import { OUTCOME, SIGNS } from '../parts/tally.ts';
import { STYLE } from './assets/style.ts';
import { type Content, html, type Markup, trusted } from './markup.ts';

interface Page {
  readonly title: Content;
  readonly body: Content;
  /** Script of the page; if absent, the policy allows no script. */
  readonly script?: string;
}

/**
 * Returns a self-contained document that sends no requests. Its policy allows only its own style and script, by digest.
 */
export function page({ title, body, script }: Page): string {
  const scripts = script === undefined ? '' : ` script-src '${digest(script)}';`;
  const policy = `default-src 'none'; style-src '${digest(STYLE)}';${scripts} base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
${body}
${script !== undefined && html`<script>${trusted(script)}</script>\n`}</body>
</html>
`.text;
}

/**
 * Returns the beginning of a page. `about`: which page it is; `tone` colours the headline; `below`: what the headline
 * rests on.
 */
export function masthead(
  tone: 'pass' | 'warn' | 'fail' | 'error',
  about: string,
  headline: Content,
  below: Content,
): Markup {
  return html`<header class="masthead v-${tone}">
<p class="brand">Assay <span>${about}</span></p>
<h1>${headline}</h1>
${below}
</header>`;
}

/** Returns a list, or undefined if empty. */
export function list(items: readonly Content[], kind?: string): Markup | undefined {
  if (items.length === 0) return undefined;
  return html`<ul${kind && html` class="${kind}"`}>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

/** Returns a table that scrolls within the page if it is too wide. `rows` are `<tr>` elements. */
export function table(label: string, kind: string, headings: readonly string[], rows: readonly Markup[]): Markup {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${label}"><table class="${kind}">
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`${row}\n`)}</tbody></table></div>`;
}

function digest(text: string) {
  return `sha256-${hash('sha256', text, 'base64')}`;
}

/** Verdicts in the order of the matrix: those that need attention first. */
export const COLUMNS = [
  'fail',
  'error',
  'warn',
  'inconclusive',
  'skipped',
  'not-applicable',
  'observed',
  'pass',
] as const satisfies readonly Verdict[];

export const HEADINGS: Readonly<Record<Verdict, string>> = { ...OUTCOME, pass: 'passed', observed: 'observed' };

/** Colour of a conclusion. */
export const TONE = {
  conformant: 'pass',
  incomplete: 'warn',
  'non-conformant': 'fail',
  invalid: 'error',
} as const satisfies Record<Conclusion, Verdict>;

export function badge(verdict: Verdict): Markup {
  return html`<span class="badge v-${verdict}">${verdict}</span>`;
}

/** Returns the signs of narrow cells, each with its verdict. */
export function legend(): Markup {
  return html`${Object.entries(SIGNS)
    .filter(([verdict]) => verdict !== 'observed')
    .map(([verdict, sign], index) => html`${index > 0 && ', '}<span class="v-${verdict}">${sign}</span> ${verdict}`)}`;
}
