/** The document's statements about the transfer service, held against the contract: none uncovered, none invented. */
import { describe, expect, test } from 'vitest';
import { loadRestContract } from '../../src/contract/load.ts';
import { STATEMENTS } from './transfer-statements.ts';

const contract = loadRestContract('transfer');
const ids = [...contract.requirements.keys()];

function matching(row: string): string[] {
  const source = row.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\*\*?/g, (stars) => (stars === '**' ? '.+' : '[^/]+'));
  const pattern = new RegExp(`^transfer/${source}$`);
  return ids.filter((id) => pattern.test(id));
}

describe('what the document states of the transfer service', () => {
  test.each(STATEMENTS)('$at: $says', ({ rows }) => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => matching(row).length === 0)).toEqual([]);
  });

  test('no row is invented: each stands for a statement', () => {
    const stated = new Set(STATEMENTS.flatMap(({ rows }) => rows.flatMap(matching)));
    expect(ids.filter((id) => !stated.has(id))).toEqual([]);
  });

  test('what is not shown is a gap, and only that', () => {
    for (const row of STATEMENTS.flatMap(({ rows }) => rows.flatMap(matching)))
      expect(contract.requirements.get(row)?.basis === 'gap', row).toBe(row.startsWith('transfer/gap/'));
    const unshown = STATEMENTS.filter(({ says }) => says.includes('not shown'));
    expect(unshown.filter(({ rows }) => !rows.some((row) => row.startsWith('gap/')))).toEqual([]);
  });

  test('each row says where the document says it, and how it is judged or why it is not', () => {
    const silent = [...contract.requirements.values()].filter(
      ({ clause, judged, excluded, basis }) => clause === '' || (basis !== 'gap' && judged === undefined && excluded === undefined),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test('each field of each answer’s record has a row or is told apart by credential', () => {
    for (const record of contract.records.values()) for (const row of record.rows) expect(contract.requirements.get(row)?.basis, row).not.toBe('gap');
  });
});
