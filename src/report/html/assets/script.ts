/** Script of the report: opens link targets, filters, and copies commands. The page is readable without it. */
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
  const FIELDS = { verdict: 'v', interface: 'i', basis: 'b', blame: 'w', cause: 'c' };
  const items = [...document.querySelectorAll('[data-v]')];
  const texts = new WeakMap();
  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, (item.tagName === 'TR' ? item : item.querySelector('summary')).textContent.toLowerCase() + (item.tagName === 'TR' ? '' : item.querySelector('.ids, .parts').textContent.toLowerCase()));
    return texts.get(item);
  };
  const asks = () => new Map([...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value !== ''));
  const apply = () => {
    const wanted = asks();
    const text = (wanted.get('q') || '').toLowerCase();
    const fits = (item) =>
      [...wanted].every(([name, value]) => name === 'q' || (item.dataset[FIELDS[name]] || (name === 'basis' ? 'documented' : '')) === value) && (text === '' || textOf(item).includes(text));
    let rows = 0;
    let found = 0;
    for (const item of items) {
      // A finding stays if one that is folded into it fits.
      item.hidden = wanted.size > 0 && !fits(item) && ![...item.querySelectorAll('[data-v]')].some(fits);
      if (item.hidden) continue;
      if (item.tagName === 'TR') rows += 1;
      else if (item.classList.contains('finding')) found += 1;
    }
    for (const group of document.querySelectorAll('#findings .chunk, #requirements > details.group')) {
      group.hidden = !group.querySelector('[data-v]:not([hidden])');
      if (group.tagName === 'DETAILS' && wanted.size > 0) group.open = !group.hidden && rows < 200;
    }
    form.querySelector('output').textContent = wanted.size === 0 ? '' : found + (found === 1 ? ' finding, ' : ' findings, ') + rows + (rows === 1 ? ' requirement' : ' requirements');
    return wanted;
  };
  const read = () => {
    const given = decodeURIComponent(location.hash.slice(1));
    const asked = new URLSearchParams(location.hash.slice(1));
    if (!form || !['q', ...Object.keys(FIELDS)].some((name) => asked.has(name))) return open(given);
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
