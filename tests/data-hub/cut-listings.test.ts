/** A list whose JSON is cut, for instance because its Content-Length counts characters: no gap of the document. */
import { changing, runInProcess } from './running.ts';

test('cut JSON in a list is blamed on the target', async () => {
  const cut = changing((response, { method, target }) => {
    const isList = method === 'GET' && /\/children|\?children/.test(target);
    return isList && response.status === 200
      ? { ...response, body: Buffer.from(response.body as Uint8Array).subarray(0, -3) }
      : response;
  });
  const { result } = await runInProcess({}, { ASSAY_ALLOW_CREATE: 'all' }, cut);
  for (const list of ['list-children', 'cdmi-list'])
    expect(result(`${list}/holds-created`)).toMatchObject({
      verdict: 'inconclusive',
      blame: 'target',
      message: expect.stringContaining('but is a body that is not JSON'),
    });
});
