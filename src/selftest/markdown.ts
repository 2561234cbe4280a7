/**
 * A self-test as a page: `docs/evidence/proof.md`. Everything above the measurements follows from faults, variants and
 * requirements only.
 */
import { someOf } from '../records/preview.ts';
import { countsOf, type InterfaceProof } from './proof.ts';
import type { Proof } from './selftest.ts';

/**
 * Returns the earlier page with the sections of the tested interfaces replaced. Throws if the page lacks one of them.
 */
export function updatedPage(earlier: string, { interfaces }: Proof): string {
  return interfaces.reduce((page, one) => {
    const section = new RegExp(`^## ${one.interface}\n[^]*?(?=^## )`, 'm');
    if (!section.test(page))
      throw new Error(`the page has no section for ${one.interface}; add its heading, and its row to both tables`);
    const rows = [summaryRow(one), measuredRow(one)];
    return page
      .replace(section, () => `${faultSection(one)}\n\n`)
      .replace(new RegExp(`^\\| ${one.interface} \\|.*$`, 'gm'), (row) => rows.shift() ?? row);
  }, earlier);
}

/** Returns the row of an interface: its requirements, faults and variants. */
export function summaryRow(proof: InterfaceProof): string {
  const { interface: of, excluded, faults, variants } = proof;
  const { documented, shown, others, warned } = countsOf(proof);
  return `| ${of} | ${documented} | ${shown} | ${excluded.length} | ${warned} of ${others} | ${faults.killed} of ${faults.total} | ${variants.length} |`;
}

/** Returns the requirements of an interface with their faults, and those that cannot be tested. */
export function faultSection({ interface: of, requirements, excluded }: InterfaceProof): string {
  const nameOf = (id: string) => `\`${id.slice(of.length + 1)}\``;
  const rows = requirements.map(({ id, basis, faults, killed }) => {
    const count = killed === faults.length ? killed : `${killed} of ${faults.length}`;
    // Without the requirement.
    const names = faults.map((fault) => `\`${fault.replace(/^[^@]*@/, '')}\``);
    return `| ${nameOf(id)}${basis === 'documented' ? '' : ` (${basis})`} | ${count}: ${shownOf(names)} |`;
  });
  const heading = `\n### ${of}: requirements that cannot be tested\n`;
  return [
    `## ${of}\n`,
    '| requirement | faults |',
    '|---|---|',
    ...rows,
    ...(excluded.length === 0 ? [] : [heading, '| requirement | reason |', '|---|---|']),
    ...excluded.map(({ id, why }) => `| ${nameOf(id)} | ${why} |`),
  ].join('\n');
}

/** The most names of faults in a row. */
const MOST = 6;

/** Returns the names, or the first and how many more, if these are several. */
const shownOf = (names: readonly string[]) => someOf(names, names.length > MOST + 1 ? MOST : names.length, ' ');

function measuredRow({ interface: of, lawful, unlawful }: InterfaceProof) {
  return `| ${of} | ${lawful.alone} | ${lawful.together} | ${lawful.drawn} | ${lawful.misjudged.length} | ${unlawful.drawn} | ${unlawful.named} |`;
}

/** Returns an earlier page with all results of a run. Its measurements depend on seeds, so no test compares them. */
export function proofPage(earlier: string, proof: Proof): string {
  const notes = proof.interfaces.flatMap(({ interface: of, unlawful }) =>
    unlawful.misses.map(
      ({ seed, kills, what, instead }) => `- ${of}, seed ${seed}: ${what}. \`${kills}\` did not name it: ${instead}.\n`,
    ),
  );
  return updatedPage(earlier, proof)
    .replace(/^Version .*? on\./m, () => `Version ${proof.suite.version}, from seed ${proof.seed} on.`)
    .replace(/(?:(?:^- .*\n)+\n)?(?=^\[Mutation testing\])/m, () => (notes.length > 0 ? `${notes.join('')}\n` : ''));
}
