/** One page in place of several operations' responses is an outage; an HTML file that two operations return is not. */
import type { Contract } from '../../../src/contract/types.ts';
import { withoutPages } from '../../../src/engine/judge/pages.ts';
import type { Recording } from '../../../src/engine/words/types.ts';
import { exchange } from '../exchanges.ts';

test.each([
  ['two operations', 'read cdmi-read', 0],
  ['three, while others were answered', 'read (other) cdmi-read (other) look-up', 3],
  ['two, with the number of the request', 'read#1 list#2', 2],
  ['two, which list numbers alone', 'read#1/2/3/4/5 list#6/7/8/9/10', 0],
  ['two, and from another service', 'read list elsewhere:read', 3],
  ['three that never answer otherwise, each followed by a read that worked', 'read ^who list ^who look-up ^who', 0],
  ['two that never answer otherwise, before and after others', 'read list (other) list read', 0],
  ['two, of which one answered otherwise before', 'list! read list (other) list read', 4],
  ['another service alone, even after the page was over', 'read list elsewhere:get (other) elsewhere:find', 2],
  ['another service alone', '(other) elsewhere:read elsewhere:list', 0],
])('the same HTML from %s', (_, asked, pages) => {
  const answer = { record: 'x', list: true, flags: [] };
  const contract = { operations: new Map([['list', { answer }]]) } as unknown as Contract;
  const exchanges = ['(other)', ...asked.split(' ')].map((one) => {
    const [, service = 'transfer', control, operation = '', numbers = ''] =
      /^(?:(\w+):)?(\^)?([^#!]+)#?(.*)$/.exec(one) ?? [];
    const text = `<html><p>Back soon</p>${numbers.replaceAll('/', ' ')}</html>`;
    if (control !== undefined) return exchange({ operation, service, purpose: 'closing' });
    return exchange({ operation, service, ...(!/[!)]$/.test(one) && { text, type: 'text/html' }) });
  });
  const heard = withoutPages({ exchanges } as unknown as Recording, contract).exchanges;
  expect(heard.filter(({ outcome }) => outcome.kind === 'failure')).toHaveLength(pages);
});
