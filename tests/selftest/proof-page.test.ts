/** docs/evidence/proof.md is up to date with the faults, variants and requirements. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/root.ts';
import { SUITED } from '../../src/run/installed/suited.ts';
import { loadContract } from '../../src/run/installed/suites.ts';
import { inProcessReferenceOf } from '../../src/selftest/in-process-references.ts';
import { faultSection, summary, updatedPage } from '../../src/selftest/markdown.ts';
import { type InterfaceProof, type Proof, provenRequirements } from '../../src/selftest/proof.ts';

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
    variants: variants.map(({ id }) => id),
    faults: { total: faults.length, killed: faults.length, survivors: [], undeclared: [] },
    sometimes: undefined,
    lawful: { alone: 0, together: 0, drawn: 0, misjudged: [] },
    unlawful: { drawn: 0, named: 0, misses: [] },
    coverage: { unproven: [], strangers: [], redGaps: [] },
    flaws: [],
  };
}

/** Returns the faults of each requirement, and the variants, as a section of the page names them. */
function namedIn(section: string) {
  const names = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return new Map(
    section.split('\n').flatMap((line): [string, string[]][] => {
      const [id = '', ...rest] = names(line);
      if (line.startsWith('| `')) return [[`requirement ${id}`, rest]];
      return line.startsWith('Legal variants') ? [['variants', names(line)]] : [];
    }),
  );
}

/** Returns the differences between a section of the page and the expected one, one line per requirement. */
function differences(found: string, wanted: string) {
  const [before, now] = [namedIn(found), namedIn(wanted)];
  return [...new Set([...now.keys(), ...before.keys()])].flatMap((what) => {
    const [old, today] = [before.get(what), now.get(what)];
    if (old === undefined) return `${what}: not on the page`;
    if (today === undefined) return `${what}: on the page, and no longer there`;
    const more = today.filter((name) => !old.includes(name));
    const fewer = old.filter((name) => !today.includes(name));
    return [
      ...(more.length > 0 ? [`${what}: ${more.length} more (${more.slice(0, 5).join(', ')})`] : []),
      ...(fewer.length > 0 ? [`${what}: ${fewer.length} fewer (${fewer.slice(0, 5).join(', ')})`] : []),
    ];
  });
}

/** Returns the section of the page about an interface. */
const sectionOf = (of: string) => page.split(/^(?=## )/m).find((part) => part.startsWith(`## ${of}\n`)) ?? `## ${of}\n`;

describe('docs/evidence/proof.md is of today; `npm run proof` writes it', () => {
  test.each(SUITED)('%s: each requirement with its faults', async (of) => {
    const wanted = faultSection(await expected(of));
    expect(differences(sectionOf(of), wanted)).toEqual([]);
    expect(page.includes(wanted), `the section of ${of} has another order or form`).toBe(true);
  });

  test('a difference names the requirement', () => {
    const section = sectionOf(SUITED[0] as string);
    const [row = ''] = /^\| `.*$/m.exec(section) ?? [];
    const [, id = '', fault = ''] = /^\| `([^`]+)`.*?\| `([^`]+)`/.exec(row) ?? [];
    expect(differences(section.replace(`\`${fault}\``, ''), section)).toEqual([`requirement ${id}: 1 more (${fault})`]);
    expect(differences(section, section.replace(`\`${fault}\``, ''))).toEqual([
      `requirement ${id}: 1 fewer (${fault})`,
    ]);
    expect(differences(section.replace(`${row}\n`, ''), section)).toEqual([`requirement ${id}: not on the page`]);
  });

  test.each(SUITED)('the counts of %s', async (of) => {
    const row = (text: string) => new RegExp(`^\\| ${of} \\|.*$`, 'm').exec(text)?.[0];
    expect(row(page)).toBe(row(summary([await expected(of)])));
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
});
