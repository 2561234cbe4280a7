import { each } from './change.ts';
import { exampleOf, type PropertySchema, type RecordSource, underFlags } from './record-values.ts';
import { type WrongValues, wrongAspects, wrongValues } from './wrong-values.ts';

/** A statement about a member of a record. */
export interface Statement {
  readonly requirement: string;
  readonly record: string;
  /** Names of the members down to this one, with slashes between. */
  readonly path: string;
  readonly property: PropertySchema;
  /** The statement applies only to records with this flag, or (`isSet` false) only to records without it. */
  readonly where?: { readonly flag: string; readonly isSet: boolean };
  /**
   * Whether the member has to be present or absent; undefined: it may be either, or this statement is not about that.
   */
  readonly presence?: 'present' | 'absent';
  /** Name of the aspect that it states. */
  readonly aspect?: string;
}

/** Returns every statement about the members of a record. */
function statementsOf({ id: record, ...source }: RecordSource): Statement[] {
  const below = (path: string, property: PropertySchema, required: boolean): Statement[] => {
    const requirement = property.requirement ?? `${record}/${path}`;
    const { only, variants, aspects = {} } = property;
    const about = { record, path, property };
    const own = { ...about, ...(required && { presence: 'present' as const }) };
    return [
      ...(variants
        ? Object.entries(variants).map(([name, { flag }]) => ({
            ...own,
            requirement: `${requirement}/${name}`,
            property: underFlags(property, new Set([flag])),
            where: { flag, isSet: true },
          }))
        : [{ ...own, requirement, ...(only && { where: { flag: only, isSet: true } }) }]),
      ...(only
        ? [
            {
              ...about,
              requirement: `${requirement}/only-with-${only}`,
              where: { flag: only, isSet: false },
              presence: 'absent' as const,
            },
          ]
        : []),
      ...Object.entries(aspects).map(
        ([aspect, schema]): Statement => ({
          ...about,
          requirement: `${requirement}/${aspect}`,
          property: schema,
          aspect,
        }),
      ),
      ...inner(property, `${path}/`),
    ];
  };
  const inner = ({ properties = {}, required }: PropertySchema, above = '') =>
    Object.entries(properties).flatMap(([name, property]) =>
      below(`${above}${name}`, property, required?.includes(name) !== false),
    );
  return inner(source);
}

/**
 * Returns every fault of the members of a record: the statement that it contradicts, its id (`<requirement>@<what>`),
 * and the wrong value that `make` returns for a legal one (undefined: no member).
 */
export const recordFaults = (record: RecordSource) =>
  statementsOf(record).flatMap((statement) =>
    Object.entries(waysToContradict(statement)).map(([what, make]) => ({
      ...statement,
      id: `${statement.requirement}@${what}`,
      kills: statement.requirement,
      make,
    })),
  );

function waysToContradict({ property, presence, aspect }: Statement): WrongValues {
  if (aspect !== undefined) return each(wrongAspects(aspect), kept);
  if (presence === 'absent') return { present: () => exampleOf(property, 0) };
  return { ...(presence === 'present' && { missing: () => undefined }), ...each(wrongValues(property), kept) };
}

/** Returns what leaves a legal value unchanged if it cannot be made wrong. */
const kept = (make: (legal: unknown) => unknown) => (legal: unknown) => {
  const wrong = make(legal);
  return wrong === undefined ? legal : wrong;
};
