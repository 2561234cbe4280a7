/** docs/proof.md says what the faults, variants and requirements of today prove. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/contract/root.ts';
import { SUITED } from '../../src/run/suited.ts';
import { loadContract } from '../../src/run/suites.ts';
import { faultSection, summary, updatedPage } from '../../src/selftest/markdown.ts';
import { type InterfaceProof, type Proof, provenRequirements } from '../../src/selftest/proof.ts';
import { inProcessReferenceOf } from '../../src/selftest/subjects.ts';

const page = readFileSync(join(packageRoot(), 'docs', 'proof.md'), 'utf8');

/** What a self-test finds where every fault is killed, which the matrices show. */
async function expected(of: (typeof SUITED)[number]): Promise<InterfaceProof> {
  const subject = await inProcessReferenceOf(of);
  if (subject === undefined) throw new Error(`${of} has a suite, and no reference to prove it with`);
  const { faults, variants } = subject;
  await subject.close();
  const killed = new Set(faults.map(({ id }) => id));
  return {
    interface: of,
    controls: [],
    requirements: provenRequirements(loadContract(of), faults, killed),
    variants: variants.map(({ id }) => id),
    faults: { total: faults.length, killed: faults.length, survivors: [], undeclared: [] },
    lawful: { alone: 0, together: 0, drawn: 0, misjudged: [] },
    unlawful: { drawn: 0, named: 0, misses: [] },
    coverage: { unproven: [], strangers: [], redGaps: [] },
    flaws: [],
  };
}

describe('docs/proof.md is of today; `npm run proof` writes it', () => {
  test.each(SUITED)('%s: each requirement with its faults', async (of) => {
    expect(page).toContain(faultSection(await expected(of)));
  });

  test('the counts of all interfaces', async () => {
    expect(page).toContain(summary(await Promise.all(SUITED.map(expected))));
  });

  test('one interface of it can be written again, and the others stay', async () => {
    const proof = { interfaces: [await expected('transfer')] } as unknown as Proof;
    const old = page
      .replace(/^\| transfer \|.*$/m, '| transfer | 0 |')
      .replace('## transfer\n', '## transfer\n\nAn old line.\n');
    const derived = (text: string) => text.slice(0, text.indexOf('## Measured'));
    expect(derived(updatedPage(old, proof))).toBe(derived(page));
    expect(updatedPage(old, proof)).toMatch(
      /^## Measured[\s\S]*^\| transfer \| 0 \| 0 \| 0 \| 0 \| 0 \| 0 \|$[\s\S]*^\| data-hub \| (?!0)/m,
    );
    expect(() => updatedPage('# What is proven', proof)).toThrow('no section for transfer');
  });

  test('nothing measured speaks against it', () => {
    const rows = page
      .slice(page.indexOf('## Measured'))
      .split('\n')
      .filter((line) => /^\| (?!interface|---)/.test(line));
    expect(rows).toHaveLength(SUITED.length);
    for (const row of rows) {
      const [, , , , drawn = '', misjudged, contradictions, named] = row.split('|').map((cell) => cell.trim());
      expect({ row, misjudged: Number(misjudged) }).toEqual({ row, misjudged: 0 });
      expect(Number(named), row).toBeGreaterThanOrEqual(Number(contradictions) * 0.99);
      expect(drawn).toMatch(/^\d+$/);
    }
  });
});
