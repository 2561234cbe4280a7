/** Lists that are cut: their JSON, for instance because its Content-Length counts characters; or after one page. */
import { listingOf } from '../../suites/data-hub/listings.ts';
import { exchange } from '../engine/exchanges.ts';
import { ALL, changing, runInProcess } from './running.ts';

test('cut JSON in a list is blamed on the target', async () => {
  const cut = changing((response, { method, target }) => {
    const isList = method === 'GET' && /\/children|\?children/.test(target);
    return isList && response.status === 200
      ? { ...response, body: Buffer.from(response.body as Uint8Array).subarray(0, -3) }
      : response;
  });
  const ids = ['list-children', 'cdmi-list'].map((list) => `${list}/holds-created`);
  const { result } = await runInProcess({}, ALL, cut, ids);
  for (const id of ids)
    expect(result(id)).toMatchObject({
      verdict: 'inconclusive',
      blame: 'target',
      message: expect.stringContaining('but is a body that is not JSON'),
    });
});

test.each<[string, object, RegExp | undefined]>([
  ['a list of 1000 entries', { ids: Array(1000).fill('a') }, /has 1000 entries, so it may be one page/],
  ['a list with a total', { ids: ['a'], total: 1000 }, /names a range, more entries or a larger total/],
  ['a list of 999 entries', { ids: Array(999).fill('a') }, undefined],
])('%s', (_, list, more) => {
  const found = listingOf(exchange({ interface: 'data-hub', text: JSON.stringify(list) }))?.more;
  expect(found).toEqual(more && expect.stringMatching(more));
});
