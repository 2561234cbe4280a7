/** Random contradictions of the statements about one member of a record, in one lane and place. */
import fc, { type Arbitrary } from 'fast-check';
import { type DrawnFault, drawnFault } from '../random.ts';
import { type Contradiction, contradictions, lawfulValues } from '../random-values.ts';
import { type Members, type PropertySchema, type RecordSource, underFlags } from '../record-values.ts';
import type { Asked, Behaviour } from './behaviour.ts';
import type { LaneName } from './credentials.ts';

type Drawn = Arbitrary<DrawnFault<Behaviour>>;
const violation = drawnFault<Behaviour>;

/** The lane in which a record is spoilt, and for jobs the place. */
interface Place {
  readonly lane: LaneName;
  readonly job: 'listed' | 'read';
  /** Which of the listed jobs, modulo eight. */
  readonly index: number;
}
const places = fc.record({
  lane: fc.constantFrom<LaneName>('certificate', 'token'),
  job: fc.constantFrom('listed', 'read'),
  index: fc.nat({ max: 7 }),
});

const shown = ({ lane, job, index }: Place): string => `with the ${lane}, ${job} job, index ${index}`;

/** One statement about one member. */
interface Statement {
  readonly record: string;
  readonly path: readonly string[];
  readonly row: string;
  readonly property: PropertySchema;
  /** The flag under which it is stated. */
  readonly flag?: string;
  /** The flag where the member has to be absent. */
  readonly absentWithout?: string;
}

function statementsOf(record: RecordSource): Statement[] {
  const below = (path: readonly string[], property: PropertySchema): Statement[] => {
    const row = property.requirement ?? `${record.id}/${path.join('/')}`;
    const about = { record: record.id, path };
    const own: Statement[] = property.variants
      ? Object.entries(property.variants).map(([name, { flag }]) => ({
          ...about,
          row: `${row}/${name}`,
          property: underFlags(property, new Set([flag])),
          flag,
        }))
      : [{ ...about, row, property, ...(property.only && { flag: property.only }) }];
    const only: Statement[] = property.only
      ? [{ ...about, row: `${row}/only-with-${property.only}`, property, absentWithout: property.only }]
      : [];
    return [
      ...own,
      ...only,
      ...Object.entries(property.properties ?? {}).flatMap(([name, inner]) => below([...path, name], inner)),
    ];
  };
  return Object.entries(record.properties).flatMap(([name, property]) => below([name], property));
}

const MISSING: Contradiction = { what: 'missing', make: () => undefined };

function memberViolation(statement: Statement): Drawn {
  const { record, path, row, property, flag, absentWithout } = statement;
  const wrong: Arbitrary<Contradiction> =
    absentWithout !== undefined
      ? lawfulValues(property).map((value) => ({ what: 'present', make: () => value }))
      : fc.oneof(fc.constant(MISSING), ...contradictions(property));
  return fc.tuple(wrong, places).map(([{ what, make }, drawn]) => {
    const place = placeFor(drawn, record, flag, absentWithout);
    return violation(row, `${path.join('.')} ${shown(place)}: ${what}`, {
      record: (id, members, asked, job) =>
        id === record && hits(place, asked, job?.index) ? changedAt(path, members, make) : members,
    });
  });
}

/** Flags decide where a statement is made at all. */
function placeFor(place: Place, record: string, flag: string | undefined, absentWithout: string | undefined): Place {
  const lane = flag ?? absentWithout;
  const other = (one: string): LaneName => (one === 'certificate' ? 'token' : 'certificate');
  if (lane === 'certificate' || lane === 'token')
    return { ...place, lane: absentWithout === undefined ? lane : other(lane) };
  if (record === 'transfer/job' && flag === 'status') return { ...place, job: 'read' };
  return record === 'transfer/job' && absentWithout === 'status' ? { ...place, job: 'listed' } : place;
}

function hits({ lane, job, index }: Place, asked: Asked, at: number | undefined): boolean {
  if (asked.caller.lane !== lane || asked.query.has('vo_name')) return false;
  if (asked.operation === 'list-jobs') return job === 'listed' && at === index;
  return asked.operation !== 'job-status' || job === 'read';
}

function changedAt(
  [name = '', ...rest]: readonly string[],
  members: Members,
  make: (lawful: unknown) => unknown,
): Members {
  const lawful = members[name];
  if (rest.length > 0)
    return typeof lawful === 'object' && lawful !== null
      ? { ...members, [name]: changedAt(rest, lawful as Members, make) }
      : members;
  const value = make(lawful);
  if (value !== undefined) return { ...members, [name]: value };
  const { [name]: _gone, ...others } = members;
  return others;
}

/** Contradictions of the members of these records, each statement as likely as another. */
export const memberViolations = (records: ReadonlyMap<string, RecordSource>): Drawn =>
  fc.oneof(...[...records.values()].flatMap(statementsOf).map(memberViolation));
