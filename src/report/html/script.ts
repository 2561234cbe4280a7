/** Script of the report: opens link targets and filters requirements. The page is readable without it. */
export const SCRIPT = `
'use strict';
(() => {
  const open = (id) => {
    const target = id && document.getElementById(id);
    if (!target) return;
    for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
    const inner = target.tagName === 'DETAILS' ? target : target.querySelector(':scope > details');
    if (inner) inner.open = true;
    target.scrollIntoView({ block: 'start' });
    const focus = inner ? inner.querySelector('summary') : target;
    if (inner) focus.focus({ preventScroll: true });
  };
  const hash = () => open(decodeURIComponent(location.hash.slice(1)));
  addEventListener('hashchange', hash);
  if (location.hash) hash();

  const form = document.querySelector('form.filter');
  if (!form) return;
  form.hidden = false;
  const groups = [...document.querySelectorAll('#requirements > details.group')];
  const texts = new WeakMap();
  const textOf = (row) => {
    if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
    return texts.get(row);
  };
  let timer;
  const apply = () => {
    const wanted = form.elements.text.value.trim().toLowerCase();
    const verdicts = new Set([...form.querySelectorAll('[name=verdict]:checked')].map((box) => box.value));
    const all = verdicts.size === form.querySelectorAll('[name=verdict]').length;
    let count = 0;
    for (const group of groups) {
      let own = 0;
      for (const row of group.querySelectorAll('tbody > tr')) {
        const shown = verdicts.has(row.dataset.v) && (wanted === '' || textOf(row).includes(wanted));
        row.hidden = !shown;
        if (shown) own += 1;
      }
      group.hidden = own === 0;
      if (wanted !== '' || !all) group.open = own > 0 && count < 200;
      count += own;
    }
    form.querySelector('output').textContent = wanted === '' && all ? '' : count + (count === 1 ? ' requirement' : ' requirements');
  };
  form.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(apply, 120); });
  form.addEventListener('submit', (event) => { event.preventDefault(); apply(); });
})();
`;
