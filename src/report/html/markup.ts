/** Builds HTML safely: everything that is not markup already is escaped. */
import { printable } from '../parts/report-input.ts';

/** An HTML fragment. Only `html` and `trusted` create one. */
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

/** Trusted HTML from Assay itself. */
export function trusted(text: string): Markup {
  return new Markup(text);
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
  if (!text.includes('`')) return html`${text}`;
  return html`${text.split('`').map((part, index, all) => (index % 2 === 1 && index < all.length - 1 ? html`<code>${part}</code>` : index % 2 === 1 ? `\`${part}` : part))}`;
}

/** Multi-line text for `<pre>`, outside of attributes: the caller has escaped control characters. */
export function preformatted(text: string): Markup {
  return new Markup(text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character));
}

/** Returns an element id for a requirement, an operation or an exchange. */
export function anchor(kind: string, of: string): string {
  return `${kind}-${of.replace(/[^\w-]/g, (character) => `.${(character.codePointAt(0) ?? 0).toString(16)}.`)}`;
}
