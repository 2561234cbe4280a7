/** Coverage of the catalogue of hostile responses; catalogue.heavy.ts runs it. */
import { HOSTILE_KINDS } from './kinds/catalogue.ts';

test('the catalogue has at least 100 kinds, each with an id of its layer', () => {
  expect(HOSTILE_KINDS.length).toBeGreaterThanOrEqual(100);
  expect(new Set(HOSTILE_KINDS.map(({ id }) => id)).size).toBe(HOSTILE_KINDS.length);
  for (const { id, layer } of HOSTILE_KINDS) expect(id.split('/')[0]).toBe(layer);
  expect(new Set(HOSTILE_KINDS.map(({ layer }) => layer))).toEqual(
    new Set(['tcp', 'tls', 'http', 'json', 'xml', 'text', 'stream']),
  );
});
