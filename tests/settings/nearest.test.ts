/** A suggestion is a word that a typing error leads away from, not any word that is the least far. */
import { nearest } from '../../src/settings/nearest.ts';

test.each([
  ['fsh', ['bash', 'zsh'], 'zsh'],
  ['wran', ['warn', 'new'], 'warn'],
  ['TRANSFERURL', ['TRANSFER_URL', 'TRANSFER_CA'], 'TRANSFER_URL'],
  ['lookup-file', ['get-file', 'lookup-file-id'], 'lookup-file-id'],
  ['incon', ['inferred', 'inconclusive'], 'inconclusive'],
  ['priority', ['transfer/job/retry', 'transfer/job/priority'], 'transfer/job/priority'],
])('%s is near to one of %j: %s', (word, known, near) => expect(nearest(word, known)).toBe(near));

test.each([
  // Too short to be the beginning of one word.
  ['inc', 'inconclusive'],
  ['transfer-2', 'transfer-1'],
  // What they have in common does not count.
  ['TRANSFER_FOO', 'TRANSFER_VO'],
  ['DATA_HUB_CDMI_URL', 'DATA_HUB_ZONE_URL'],
])('%s is far from %s', (word, known) => expect(nearest(word, [known])).toBeUndefined());
