/** docs/evidence/proof.md is up to date with the faults, variants and requirements. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/root.ts';
import { SUITED } from '../../src/run/installed/suited.ts';
import { loadContract } from '../../src/run/installed/suites.ts';
import { inProcessReferenceOf } from '../../src/selftest/in-process.ts';
import { faultSection, proofPage, summaryRow, updatedPage } from '../../src/selftest/markdown.ts';
import { excludedRequirements, type InterfaceProof, provenRequirements } from '../../src/selftest/proof.ts';
import type { Proof } from '../../src/selftest/selftest.ts';

const page = readFileSync(join(packageRoot(), 'docs', 'evidence', 'proof.md'), 'utf8');

/** Returns the result of a self-test in which every fault is detected. */
async function expected(of: (typeof SUITED)[number]): Promise<InterfaceProof> {
  const reference = await inProcessReferenceOf(of);
  const { faults, variants } = reference;
  await reference.close();
  const killed = new Set(faults.map(({ id }) => id));
  return {
    interface: of,
    controls: [],
    requirements: provenRequirements(loadContract(of), faults, killed),
    excluded: excludedRequirements(loadContract(of)),
    variants: variants.map(({ id }) => id),
    faults: { total: faults.length, killed: faults.length, survivors: [], undeclared: [] },
    sometimes: undefined,
    lawful: { alone: 0, together: 0, drawn: 0, misjudged: [] },
    unlawful: { drawn: 0, named: 0, misses: [] },
    coverage: { unproven: [], strangers: [], redGaps: [] },
    flaws: [],
  };
}

/** Returns the section of the page about an interface. */
const sectionOf = (of: string) => page.split(/^(?=## )/m).find((part) => part.startsWith(`## ${of}\n`)) ?? `## ${of}\n`;

describe('docs/evidence/proof.md is of today; `npm run proof` writes it', () => {
  test.each(SUITED)('%s: its counts, and each requirement with its faults', async (of) => {
    const proof = await expected(of);
    const row = (text: string) => new RegExp(`^\\| ${of} \\|.*$`, 'm').exec(text)?.[0];
    expect(row(page)).toBe(summaryRow(proof));
    expect(sectionOf(of).trim()).toBe(faultSection(proof).trim());
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

  test('a run of all interfaces also replaces what was measured', async () => {
    const one = await expected('transfer');
    const miss = { seed: 7, kills: 'transfer/job/fields', what: 'a number', instead: 'nothing failed' };
    const misses = { ...one, unlawful: { drawn: 1, named: 0, misses: [miss] } };
    const proof = { interfaces: [misses], seed: 5, suite: { version: '9.9.9' } } as unknown as Proof;
    const written = proofPage(page, proof);
    expect(written).toContain('\nVersion 9.9.9, from seed 5 on. A random deployment');
    expect(written).toContain(
      '|\n\n- transfer, seed 7: a number. `transfer/job/fields` did not name it: nothing failed.\n\n[Mutation testing]',
    );
    expect(proofPage(written, { ...proof, interfaces: [one] })).toContain('|\n\n[Mutation testing]');
  });
});
