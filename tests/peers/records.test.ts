/** Each deviation in the records of peers has a reason, and their page is up to date. */
import { fileURLToPath } from 'node:url';
import { deviationsOf, readReasons, readRecords, reasonFor, renderPeers } from './record.ts';

const records = readRecords();
const reasons = readReasons();

describe('records of software that we did not write', () => {
  test('each peer is described, and no other program is', () => {
    expect(Object.keys(reasons).sort()).toEqual(records.map((record) => record.peer).sort());
  });

  test.each(records.map((record) => [record.peer, record]))(
    '%s: each deviation has a reason, and each reason a deviation',
    (peer, record) => {
      const { deviations = {} } = reasons[peer] ?? {};
      const ids = deviationsOf(record).map((deviation) => deviation.slice(deviation.indexOf(' ') + 1));
      expect(ids.filter((id) => reasonFor(id, deviations) === undefined)).toEqual([]);
      const unused = Object.keys(deviations).filter(
        (key) => !ids.some((id) => reasonFor(id, { [key]: 'x' }) !== undefined),
      );
      expect(unused).toEqual([]);
    },
  );

  test('docs/evidence/peers.md is made from them', async () => {
    await expect(renderPeers(records, reasons)).toMatchFileSnapshot(
      fileURLToPath(new URL('../../docs/evidence/peers.md', import.meta.url)),
    );
  });
});
