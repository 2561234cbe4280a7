/**
 * Builds HTML safely: everything that is not markup already is escaped. The frame of every page: one style sheet, a
 * policy that blocks all loading, and only the given script.
 */

import { hash } from 'node:crypto';
import type { Conclusion, Verdict } from '../../engine/words/types.ts';
import { printable } from '../parts/report-input.ts';
import { LEGEND, OUTCOME } from '../parts/tally.ts';
import { STYLE } from './assets/style.ts';

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
<style>${new Markup(STYLE)}</style>
</head>
<body>
${body}
${script !== undefined && html`<script>${new Markup(script)}</script>\n`}</body>
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

export const HEADINGS: Readonly<Record<Verdict, string>> = { ...OUTCOME, pass: 'passed' };

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
  return html`${LEGEND.map(([verdict, sign], index) => html`${index > 0 && ', '}<span class="v-${verdict}">${sign}</span> ${verdict}`)}`;
}

/** An HTML fragment: from `html`, or trusted text of Assay itself. */
export class Markup {
  constructor(readonly text: string) {}
}

export type Content = Markup | string | number | undefined | false | readonly Content[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes HTML characters, and what does not show. Most texts are printable ASCII without either. */
function escaped(text: string) {
  if (!/[^ !#-%(-;=?-~]/.test(text)) return text;
  return (/^[ -~]*$/.test(text) ? text : printable(text)).replace(
    /[&<>"']/g,
    (character) => ESCAPES[character] ?? character,
  );
}

/**
 * Returns a template whose values are escaped unless they are markup; arrays are joined, undefined and false are
 * omitted.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  // Joining makes flat strings; a tree of concatenations as large as a page would be copied with each garbage
  // collection.
  const parts = [strings[0]];
  for (let index = 0; index < values.length; index += 1) parts.push(rendered(values[index]), strings[index + 1]);
  return new Markup(parts.join(''));
}

function rendered(value: Content): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  return value.map(rendered).join('');
}

/** Prose with `code` in backticks. */
export function worded(text: string): Markup {
  return html`${text.split(/`([^`]*)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Multi-line text for `<pre>`, outside of attributes: the caller has escaped control characters. */
export function preformatted(text: string): Markup {
  return new Markup(text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character));
}

/** Returns an element id for a requirement, an operation or an exchange. */
export function anchor(kind: string, of: string): string {
  return `${kind}-${of.replace(/[^\w-]/g, (character) => `.${(character.codePointAt(0) ?? 0).toString(16)}.`)}`;
}
