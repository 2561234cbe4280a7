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
    button.addEventListener('click', () => {
      getSelection().selectAllChildren(button.parentElement.querySelector('.command'));
      button.textContent = document.execCommand('copy') ? 'Copied' : 'Not copied: use the keyboard';
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
  }

  const form = document.querySelector('form.filter');
  if (form) form.hidden = false;
  const items = [...document.querySelectorAll('[data-verdict]')];
  const textOf = (item) => (item.querySelector('summary') || item).textContent + (item.querySelector('.parts') || item).textContent;
  const apply = () => {
    const { q, verdict } = Object.fromEntries(new FormData(form));
    const text = q.trim().toLowerCase();
    const fits = (item) => (!verdict || item.dataset.verdict === verdict) && textOf(item).toLowerCase().includes(text);
    // A finding stays if one that is folded into it fits.
    for (const item of items) item.hidden = !fits(item) && ![...item.querySelectorAll('[data-verdict]')].some(fits);
    const shown = (what) => document.querySelectorAll(what + ':not([hidden])').length;
    const rows = shown('tr[data-verdict]');
    const isNarrowed = text !== '' || verdict !== '';
    for (const group of document.querySelectorAll('#findings .chunk, #requirements > details.group')) {
      group.hidden = !group.querySelector('[data-verdict]:not([hidden])');
      if (group.tagName === 'DETAILS' && isNarrowed) group.open = !group.hidden && rows < 200;
    }
    form.querySelector('output').textContent = isNarrowed ? 'Findings: ' + shown('.finding') + ', requirements: ' + rows : '';
  };
  const read = () => {
    const given = location.hash.slice(1);
    const wanted = new URLSearchParams(given);
    if (!form || !(wanted.has('q') || wanted.has('verdict'))) return open(decodeURIComponent(given));
    for (const field of form.elements) if (field.name) field.value = wanted.get(field.name) || '';
    apply();
  };
  addEventListener('hashchange', read);
  if (location.hash) read();
  if (!form) return;
  let timer;
  const changed = () => {
    apply();
    const wanted = [...new FormData(form)].filter(([, value]) => value.trim() !== '');
    history.replaceState(null, '', '#' + new URLSearchParams(wanted));
  };
  form.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(changed, 120); });
  form.addEventListener('reset', () => setTimeout(changed));
  form.addEventListener('submit', (event) => { event.preventDefault(); changed(); });
})();
`;

/** Returns the attribute that the filter reads. */
export function keys(result: Result): Markup {
  return html`data-verdict="${countedAs(result)}"`;
}

/** Returns the form; its state is in the page's address, so that a link shows the same. */
export function filter(results: readonly Result[]): Markup {
  const verdicts = COLUMNS.filter((verdict) => findingsIn(results, [verdict]).length > 0);
  return html`<form class="filter" role="search" aria-label="Filter findings and requirements" hidden>
<label>Find <input type="search" name="q" autocomplete="off" placeholder="id, title, message or blame"></label>
<label>Verdict <select name="verdict"><option value="">any</option>${verdicts.map((verdict) => html`<option>${verdict}</option>`)}</select></label>
<button type="reset">Clear</button> <output></output></form>`;
}
