/**
 * A self-test as a page: `docs/evidence/proof.md`. Everything above the measurements follows from faults, variants and
 * requirements only.
 */
import { countsOf, type InterfaceProof, type Proof, shortFault } from './proof.ts';

/** Returns the whole page `docs/evidence/proof.md`. */
export function proofPage(proof: Proof): string {
  return [
    '# What is proven',
    '',
    'For each requirement, this page lists the faults of the embedded references that made it fail or warn in [the self-test](selftest.md); requirements with the same faults share a row. `npx assay explain ID` prints the faults of one requirement, and `npx assay selftest --alone` tries all of them again.',
    '`npm run proof` writes this page (with `-- --interface NAME`, one section), and a test fails if its requirements, faults or counts are out of date.',
    '',
    '- A fault is **detected** if the requirement that it names passes on the clean reference, and fails with the fault (warns, if the requirement is not documented).',
    '- A **variant** is a legal change of the reference. No variant may make a requirement fail or warn, or keep one from passing, unless the variant declares this loss. The data hub also has',
    '  variants that are conditions of a run, such as a missing setting; `npx assay list variants` and README do not count these.',
    '- Each campaign has two controls: the clean reference, and a fault that is known to be detected. If a control fails, the campaign is void.',
    '',
    summary(proof.interfaces),
    '',
    ...proof.interfaces.flatMap((one) => [faultSection(one), '']),
    ...measurements(proof),
  ].join('\n');
}

/**
 * Returns an earlier page, with what is known now of the interfaces that were tested. Throws if the page lacks one of
 * them.
 */
export function updatedPage(earlier: string, { interfaces }: Proof): string {
  return interfaces.reduce((page, one) => {
    const row = new RegExp(`^\\| ${one.interface} \\|.*$`, 'm');
    const parts = page.split(/^(?=## )/m);
    const own = parts.findIndex((part) => part.startsWith(`## ${one.interface}\n`));
    const measured = parts.findIndex((part) => part.startsWith('## Measured\n'));
    if (own === -1 || measured === -1)
      throw new Error(`the page has no section for ${one.interface}; write it for all interfaces first`);
    return parts
      .with(
        0,
        (parts[0] as string).replace(row, () => summaryRow(one)),
      )
      .with(own, `${faultSection(one)}\n\n`)
      .with(
        measured,
        (parts[measured] as string).replace(row, () => measuredRow(one)),
      )
      .join('');
  }, earlier);
}

/** Returns a table with one row per interface: its requirements, faults and variants. */
export function summary(interfaces: readonly InterfaceProof[]): string {
  return [
    '| interface | documented requirements | shown to fail | standard and inferred | faults detected | legal variants |',
    '|---|---|---|---|---|---|',
    ...interfaces.map(summaryRow),
  ].join('\n');
}

function summaryRow(proof: InterfaceProof) {
  const { interface: of, faults, variants } = proof;
  const { documented, shown, others } = countsOf(proof);
  return `| ${of} | ${documented} | ${shown} | ${others} | ${faults.killed} of ${faults.total} | ${variants.length} |`;
}

/** Returns the requirements of an interface with their faults. */
export function faultSection({ interface: of, requirements, variants }: InterfaceProof): string {
  return [
    `## ${of}`,
    '',
    '| requirements | basis | detected, per requirement | faults of each |',
    '|---|---|---|---|',
    ...rowsOf(requirements),
    '',
    `Legal variants: ${variants.map((id) => `\`${shortened(id)}\``).join(', ')}.`,
  ].join('\n');
}

/** Returns one row per group of requirements with the same basis and the same faults. */
function rowsOf(requirements: InterfaceProof['requirements']): string[] {
  const groups = new Map<string, string[]>();
  for (const { id, basis, faults, killed } of requirements) {
    const names = faults.map((fault) => `\`${shortFault(fault)}\``).join(' ');
    const cells = `${basis} | ${killed} of ${faults.length} | ${names}`;
    groups.set(cells, [...(groups.get(cells) ?? []), `\`${id}\``]);
  }
  return [...groups].map(([cells, ids]) => `| ${ids.join(' ')} | ${cells} |`);
}

const shortened = (id: string) => id.replace(/^.*variant\//, '');

function measuredRow({ interface: of, lawful, unlawful }: InterfaceProof) {
  return `| ${of} | ${lawful.alone} | ${lawful.together} | ${lawful.drawn} | ${lawful.misjudged.length} | ${unlawful.drawn} | ${unlawful.named} |`;
}

/** Measurements of one run: they depend on seeds, so no test compares them. */
function measurements({ interfaces, seed, left, suite }: Proof) {
  return [
    '## Measured',
    '',
    `Random deployments, from seed ${seed} on, by version ${suite.version}. Each legal one uses random values of what the document leaves open; *judged wrongly* counts runs with a false alarm or a lost pass. Each`,
    'contradiction is a fault in a random legal deployment; *named* counts those that were reported under the id of its requirement.',
    '',
    '| interface | runs with one variant | with several | random legal deployments | judged wrongly | random contradictions | named |',
    '|---|---|---|---|---|---|---|',
    ...interfaces.map(measuredRow),
    '',
    ...interfaces.flatMap(({ interface: of, unlawful }) =>
      unlawful.misses.map(
        ({ seed: own, kills, what, instead }) =>
          `- ${of}, seed ${own}: ${what}. \`${kills}\` did not name it: ${instead}.`,
      ),
    ),
    ...left.map(({ interface: of, why }) => `- ${of} was not tested: ${why}`),
    '',
    '[mutation.md](mutation.md) shows how many changes of the judges the tests detect.',
    '',
  ];
}
