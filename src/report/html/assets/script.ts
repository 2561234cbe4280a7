/** Script of the report: opens link targets, filters, and copies commands. The page is readable without it. */
import type { Result } from '../../../engine/words/types.ts';
import { countedAs, findingsIn } from '../../parts/tally.ts';
import { COLUMNS, html, type Markup } from '../page.ts';

export const SCRIPT = `
'use strict';
(() => {
  const open = (id) => {
    const target = id && document.getElementById(id);
    if (!target) return;
    for (let at = target; at; at = at.parentElement) {
      at.hidden = false;
      if (at.tagName === 'DETAILS') at.open = true;
    }
    const inner = target.tagName === 'DETAILS' ? target : target.querySelector(':scope > details');
    if (inner) inner.open = true;
    target.scrollIntoView({ block: 'start' });
    if (inner) inner.querySelector('summary').focus({ preventScroll: true });
  };

  for (const button of document.querySelectorAll('button.copy')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const code = button.parentElement.querySelector('.command');
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        getSelection().selectAllChildren(code);
        document.execCommand('copy');
      }
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
  }

  const form = document.querySelector('form.filter');
  if (form) form.hidden = false;
  const FIELDS = ['verdict', 'interface', 'basis', 'blame'];
  const items = [...document.querySelectorAll('[data-verdict]')];
  const texts = new WeakMap();
  const textOf = (item) => {
    const parts = [item.querySelector('summary') || item, item.querySelector('.ids, .parts')];
    if (!texts.has(item)) texts.set(item, parts.map((one) => (one ? one.textContent.toLowerCase() : '')).join(' '));
    return texts.get(item);
  };
  const asks = () => new Map([...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value !== ''));
  const apply = () => {
    const wanted = asks();
    const text = (wanted.get('q') || '').toLowerCase();
    const fits = (item) =>
      [...wanted].every(([name, value]) => name === 'q' || item.dataset[name] === value) && (text === '' || textOf(item).includes(text));
    // A finding stays if one that is folded into it fits.
    for (const item of items)
      item.hidden = wanted.size > 0 && !fits(item) && ![...item.querySelectorAll('[data-verdict]')].some(fits);
    const shown = (what) => document.querySelectorAll(what + ':not([hidden])').length;
    const rows = shown('tr[data-verdict]');
    for (const group of document.querySelectorAll('#findings .chunk, #requirements > details.group')) {
      group.hidden = !group.querySelector('[data-verdict]:not([hidden])');
      if (group.tagName === 'DETAILS' && wanted.size > 0) group.open = !group.hidden && rows < 200;
    }
    form.querySelector('output').textContent = wanted.size === 0 ? '' : 'Findings: ' + shown('.finding') + ', requirements: ' + rows;
    return wanted;
  };
  const read = () => {
    const given = decodeURIComponent(location.hash.slice(1));
    const asked = new URLSearchParams(location.hash.slice(1));
    if (!form || !['q', ...FIELDS].some((name) => asked.has(name))) return open(given);
    for (const field of form.elements) if (field.name) field.value = asked.get(field.name) || '';
    apply();
  };
  addEventListener('hashchange', read);
  if (location.hash) read();
  if (!form) return;
  let timer;
  const changed = () => {
    const query = new URLSearchParams([...apply()]).toString();
    history.replaceState(null, '', '#' + query);
  };
  form.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(changed, 120); });
  form.addEventListener('reset', () => setTimeout(changed));
  form.addEventListener('submit', (event) => { event.preventDefault(); changed(); });
})();
`;

/** Returns attributes that the filter reads: verdict, interface, basis and blame. */
export function keys(result: Result): Markup {
  const { interface: of, basis, blame } = result;
  return html`data-verdict="${countedAs(result)}" data-interface="${of}" data-basis="${basis}"${blame && html` data-blame="${blame}"`}`;
}

/** Returns the form; its state is in the page's address, so that a link shows the same. */
export function filter(results: readonly Result[]): Markup {
  return html`<form class="filter" role="search" aria-label="Filter findings and requirements" hidden>
<label>Find <input type="search" name="q" autocomplete="off" placeholder="id, title or message"></label>
${select(
  'Verdict',
  COLUMNS.filter((verdict) => findingsIn(results, [verdict]).length > 0),
)}
${select(
  'Interface',
  results.map((result) => result.interface),
)}
${select(
  'Basis',
  results.map(({ basis }) => basis),
)}
${select(
  'Blame',
  results.flatMap(({ blame }) => blame ?? []),
)}
<button type="reset">Clear</button> <output></output></form>`;
}

function select(label: string, values: readonly string[]) {
  if (values.length === 0) return undefined;
  return html`<label>${label} <select name="${label.toLowerCase()}"><option value="">any</option>${[...new Set(values)].map((value) => html`<option>${value}</option>`)}</select></label>`;
}
