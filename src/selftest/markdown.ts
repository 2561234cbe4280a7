/**
 * A self-test as a page: `docs/evidence/proof.md`. Everything above the measurements follows from faults, variants and
 * requirements only.
 */
import { grouped } from '../engine/account/grouping.ts';
import { countsOf, type InterfaceProof, type Proof, shortFault } from './proof.ts';

/** Returns the whole page `docs/evidence/proof.md`. */
export function proofPage(proof: Proof): string {
  return [
    '# What is proven',
    '',
    '[The self-test](selftest.md) injects faults into the embedded references, and applies legal variants. Its results for this version:',
    '',
    summary(proof.interfaces),
    '',
    '- A requirement is **shown to fail** (or to warn) if one of its faults is detected.',
    '- A further requirement **cannot be tested** in any run: the section of the interface gives the reasons.',
    '- For the data hub, **legal variants** include conditions of a run, such as a missing setting; `npx assay list variants` omits these.',
    '',
    `Faults by requirement: ${proof.interfaces.map(({ interface: of }) => `[${of}](#${of})`).join(' · ')}.`,
    'Random deployments: [measured](#measured).',
    '',
    'In each section, requirements of several operations with the same faults share a row in the first table. A requirement is documented unless the row',
    'says *standard* or *inferred*. The full id of a fault is, for example, `transfer/identity/refuses/none@let-in`: interface, operation or record,',
    'requirement, fault. A row names at most seven faults. `npx assay list faults --only ID` lists all faults of one requirement;',
    '`npx assay selftest --fault ID` tries them.',
    '',
    '`npm run proof` writes this page (with `-- --interface NAME`, one section). A test fails if its requirements, faults or counts are out of date.',
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
    '| interface | documented requirements | shown to fail | further ones, which cannot be tested | standard and inferred, shown to warn | faults detected | legal variants |',
    '|---|---|---|---|---|---|---|',
    ...interfaces.map(summaryRow),
  ].join('\n');
}

function summaryRow(proof: InterfaceProof) {
  const { interface: of, excluded, faults, variants } = proof;
  const { documented, shown, others, warned } = countsOf(proof);
  return `| ${of} | ${documented} | ${shown} | ${excluded.length} | ${warned} of ${others} | ${faults.killed} of ${faults.total} | ${variants.length} |`;
}

/** Returns the requirements of an interface with their faults: those of several operations, then those of each. */
export function faultSection({ interface: of, requirements, excluded }: InterfaceProof): string {
  const sections = new Map<string, string[]>([[SEVERAL, []]]);
  for (const { ids, basis, faults } of groupsOf(requirements)) {
    const parts = ids.map((id) => partsOf(id, of));
    const subjects = [...new Set(parts.map(({ subject }) => subject))];
    const [own = ''] = subjects;
    const heading = subjects.length > 1 ? SEVERAL : own;
    const names = subjects.length > 1 ? namesIn(parts) : parts.map(({ name }) => `\`${name}\``).join(', ');
    const row = `| ${names}${basis === 'documented' ? '' : ` (${basis})`} | ${faults} |`;
    sections.set(heading, [...(sections.get(heading) ?? []), row]);
  }
  return [
    `## ${of}`,
    ...[...sections]
      .filter(([, rows]) => rows.length > 0)
      .map(([heading, rows]) =>
        [
          `### ${heading === SEVERAL ? `${of}: ${heading}` : `${of}/${heading}`}`,
          '',
          '| requirement | faults |',
          '|---|---|',
          ...rows,
        ].join('\n'),
      ),
    ...(excluded.length === 0 ? [] : [notTested(of, excluded)]),
  ].join('\n\n');
}

const SEVERAL = 'several operations';

const notTested = (of: string, excluded: InterfaceProof['excluded']) =>
  [
    `### ${of}: requirements that cannot be tested`,
    '',
    '| requirement | reason |',
    '|---|---|',
    ...excluded.map(({ id, why }) => `| \`${id.slice(of.length + 1)}\` | ${why} |`),
  ].join('\n');

/** Returns the requirements with the same basis and the same faults, and these faults, each group once. */
function groupsOf(requirements: InterfaceProof['requirements']) {
  const rows = requirements.map(({ id, basis, faults, killed }) => {
    const count = killed === faults.length ? killed : `${killed} of ${faults.length}`;
    const names = faults.map((fault) => `\`${shortFault(fault)}\``);
    return { id, basis, faults: `${count}: ${shownOf(names)}`, all: names.join(' ') };
  });
  return [...grouped(rows, ({ basis, faults, all }) => `${basis} ${faults} ${all}`).values()].map((group) => ({
    ...group[0],
    ids: group.map(({ id }) => id),
  }));
}

/** The most names of faults in a row. */
const MOST = 6;

function shownOf(names: readonly string[]) {
  const left = names.length - MOST;
  return left > 1 ? `${names.slice(0, MOST).join(' ')} and ${left} more` : names.join(' ');
}

/** Returns the operation or record of a requirement, and the rest of its id. */
function partsOf(id: string, of: string) {
  const [subject = '', ...rest] = id.slice(of.length + 1).split('/');
  return { subject, name: rest.join('/') };
}

/** Names requirements of several operations, such as `answers` of list, read: each list of operations once. */
function namesIn(parts: readonly { readonly subject: string; readonly name: string }[]) {
  const rows = [...grouped(parts, ({ name }) => name).values()].map((group) => ({
    name: `\`${group[0].name}\``,
    subjects: group.map(({ subject }) => subject).join(', '),
  }));
  return [...grouped(rows, ({ subjects }) => subjects).values()]
    .map((group) => `${group.map(({ name }) => name).join(', ')} of ${group[0].subjects}`)
    .join('; ');
}

function measuredRow({ interface: of, lawful, unlawful }: InterfaceProof) {
  return `| ${of} | ${lawful.alone} | ${lawful.together} | ${lawful.drawn} | ${lawful.misjudged.length} | ${unlawful.drawn} | ${unlawful.named} |`;
}

/** Measurements of one run: they depend on seeds, so no test compares them. */
function measurements({ interfaces, seed, left, suite }: Proof) {
  const notes = [
    ...interfaces.flatMap(({ interface: of, unlawful }) =>
      unlawful.misses.map(
        ({ seed: own, kills, what, instead }) =>
          `- ${of}, seed ${own}: ${what}. \`${kills}\` did not name it: ${instead}.`,
      ),
    ),
    ...left.map(({ interface: of, why }) => `- ${of} was not tested: ${why}`),
  ];
  return [
    '## Measured',
    '',
    `Version ${suite.version}, from seed ${seed} on. A random deployment has random values of what the document leaves open; a random contradiction is such a`,
    'deployment with a fault. The column *judged wrongly* counts runs with a false alarm or a lost pass. The column *named* counts contradictions that',
    'Assay reported under the id of their requirement. Most variants are tried [together](selftest.md#groups).',
    '',
    '| interface | runs with one legal variant | with several | random legal deployments | judged wrongly | random contradictions | named |',
    '|---|---|---|---|---|---|---|',
    ...interfaces.map(measuredRow),
    '',
    ...(notes.length > 0 ? [...notes, ''] : []),
    '[Mutation testing](mutation.md) shows how many changes of the judges the tests detect.',
    '',
  ];
}
