/**
 * A self-test as a page: `docs/evidence/proof.md`. Everything above the measurements follows from faults, variants and
 * requirements only.
 */
import { grouped } from '../engine/account/grouping.ts';
import { someOf } from '../records/preview.ts';
import { countsOf, type InterfaceProof, shortFault } from './proof.ts';
import type { Proof } from './selftest.ts';

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
      throw new Error(`the page has no section for ${one.interface}; add its heading, and its row to both tables`);
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

/** Returns the row of an interface: its requirements, faults and variants. */
export function summaryRow(proof: InterfaceProof): string {
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

/** Returns the names, or the first and how many more, if these are several. */
const shownOf = (names: readonly string[]) => someOf(names, names.length > MOST + 1 ? MOST : names.length, ' ');

/** Returns the operation or record of a requirement, and the rest of its id. */
function partsOf(id: string, of: string) {
  const [subject = '', ...rest] = id.slice(of.length + 1).split('/');
  return { subject, name: rest.join('/') };
}

/** Names requirements by the operations that share them: `answers` of list, read. */
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
