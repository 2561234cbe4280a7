/** A self-test as a page: `docs/proof.md`. Everything above the measurements follows from faults, variants and requirements alone. */
import type { InterfaceProof, Proof, ProvenRequirement } from './proof.ts';

/** The page. */
export function proofPage(proof: Proof): string {
  return [
    '# What is proven',
    '',
    'A passing run shows that the suite does not cry wolf; it does not show that it would catch one. This page does: for each requirement it names the faults',
    'that the embedded references can be given, and each of them turned that requirement, by its id, red. `assay selftest` repeats all of it; this page is written',
    'by `npm run proof`, and a test fails when it is older than the faults.',
    '',
    '- A fault is **killed** where the requirement that it names passes on the clean reference, turns to `fail` (to `warn`, where the document does not state it itself)',
    '  with the fault, and the recorded answers differ from the clean ones.',
    '- A **variant** is a lawful oddity. None may turn anything red, or cost a pass that it does not declare.',
    '- Each campaign has two controls: the clean reference and a fault that is known to be killed. If one is off, the campaign is void.',
    '',
    summary(proof.interfaces),
    '',
    ...proof.interfaces.flatMap((one) => [faultSection(one), '']),
    ...measurements(proof),
  ].join('\n');
}

/** One row an interface: what there is. */
export function summary(interfaces: readonly InterfaceProof[]): string {
  const rows = interfaces.map(({ interface: of, requirements, faults, variants }) => {
    const documented = requirements.filter(({ basis }) => basis === 'documented');
    const killed = documented.filter(({ killed }) => killed > 0).length;
    return `| ${of} | ${documented.length} | ${killed} | ${requirements.length - documented.length} | ${faults.killed} of ${faults.total} | ${variants.length} |`;
  });
  return [
    '| interface | documented requirements | of them shown to fail | standard and inferred | faults killed | lawful variants |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The requirements of an interface with their faults. */
export function faultSection({ interface: of, requirements, variants }: InterfaceProof): string {
  return [
    `## ${of}`,
    '',
    '| requirement | basis | killed | faults |',
    '|---|---|---|---|',
    ...requirements.map(requirementRow),
    '',
    `Lawful variants: ${variants.map((id) => `\`${shortened(id)}\``).join(', ')}.`,
  ].join('\n');
}

function requirementRow({ id, basis, faults, killed }: ProvenRequirement): string {
  return `| \`${id}\` | ${basis} | ${killed} of ${faults.length} | ${faults.map((fault) => `\`${fault.replace(/^[^@]*@/, '')}\``).join(' ')} |`;
}

const shortened = (id: string): string => id.replace(/^.*variant\//, '');

/** What one run measured: it depends on seeds, so no test compares it. */
function measurements({ interfaces, seed, left, suite }: Proof): string[] {
  return [
    '## Measured',
    '',
    `Drawn with seeds from ${seed} on, by version ${suite.version}. A lawful deployment takes any number of freedoms at once, with random values; a contradiction spoils one`,
    'statement of an otherwise lawful deployment, and has to be named by the id of that statement.',
    '',
    '| interface | variants alone | together | lawful deployments drawn | judged wrongly | contradictions drawn | named |',
    '|---|---|---|---|---|---|---|',
    ...interfaces.map(
      ({ interface: of, lawful, unlawful }) =>
        `| ${of} | ${lawful.alone} | ${lawful.together} | ${lawful.drawn} | ${lawful.misjudged.length} | ${unlawful.drawn} | ${unlawful.named} |`,
    ),
    '',
    ...interfaces.flatMap(({ interface: of, unlawful }) =>
      unlawful.misses.map(({ seed: own, kills, what, instead }) => `- ${of}, seed ${own}: ${what}. \`${kills}\` did not name it: ${instead}.`),
    ),
    ...left.map(({ interface: of, why }) => `- ${of} was not tested: ${why}`),
    '',
    'How many changes of the judges themselves the tests notice stands in [mutation.md](mutation.md).',
    '',
  ];
}
