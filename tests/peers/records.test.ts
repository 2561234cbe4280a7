/** The page about peers is what their file says. */
import { fileURLToPath } from 'node:url';
import { renderPeers } from './record.ts';

test('docs/evidence/peers.md is made from peers.yaml', async () => {
  await expect(renderPeers()).toMatchFileSnapshot(
    fileURLToPath(new URL('../../docs/evidence/peers.md', import.meta.url)),
  );
});
