import { catalogue } from '../../src/run/installed/catalogue.ts';
import { contractPage } from './contract-page.ts';
import { anchorOf, placeOf } from './contract-places.ts';

const page = await contractPage();

test('docs/lookup/contract.md is what specs/ and schemas/ say (after a change: npm run regenerate)', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/lookup/contract.md');
});

test('each place that a report prints has an anchor, and each link leads to one', async () => {
  const made = [...page.matchAll(/<a id="(.*?)"><\/a>/g)].map(([, id = '']) => id);
  const anchors = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)).concat(made);
  const clauses = (await catalogue()).flatMap(({ requirements, clients }) => [...requirements, ...clients]);
  const places = [...new Set(clauses.map(({ clause }) => anchorOf(placeOf(clause))))];
  expect(places.length).toBeGreaterThan(40);
  expect(places.filter((place) => !anchors.includes(place) || !page.includes(`](#${place})`))).toEqual([]);
  const linked = [...page.matchAll(/\]\(#(.*?)\)/g)].map(([, anchor = '']) => anchor);
  expect(linked.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  expect(made.filter((anchor) => anchors.indexOf(anchor) !== anchors.lastIndexOf(anchor))).toEqual([]);
});
