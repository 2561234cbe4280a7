/** Faults that follow from the records' schemas: every documented member missing, of a wrong type, null, in a wrong format, or where it must not be. */
import { exampleOf, type Members, type PropertySchema, type RecordSource, underFlags } from './record-values.ts';
import { wrongAspects, wrongValues } from './wrong-values.ts';

/** The answers that a change applies to. */
interface Place {
  readonly record: string;
  /** Names of the members down to the spoilt one. */
  readonly path: readonly string[];
  /** Applies only to records that have this flag, or that have it not. */
  readonly where?: { readonly flag: string; readonly holds: boolean };
}

/** A derived fault: which requirement it contradicts, and what becomes of the member's lawful value. */
export interface RecordFault extends Place {
  /** `<requirement>@<what>`. */
  readonly id: string;
  readonly kills: string;
  readonly verdict: 'fail' | 'warn';
  readonly title: string;
  /** Undefined: the member goes; `unchanged`: nothing to spoil here. */
  readonly change: (lawful: unknown) => { readonly value: unknown } | 'missing' | 'unchanged';
}

/** Every fault of the members of a record. */
export function recordFaults(record: RecordSource): RecordFault[] {
  const faults = Object.entries(record.properties).flatMap(([name, property]) =>
    memberFaults(record.id, [name], property),
  );
  return faults.filter(
    ({ path: [name = '', ...inner], change }) => inner.length > 0 || change !== MISSING || !record.optional?.has(name),
  );
}

const MISSING = (): 'missing' => 'missing';

function memberFaults(record: string, path: readonly string[], property: PropertySchema): RecordFault[] {
  const place = { record, path };
  const row = property.requirement ?? `${record}/${path.join('/')}`;
  const faults: RecordFault[] = [];
  if (property.variants) {
    for (const [name, variant] of Object.entries(property.variants)) {
      const where = { flag: variant.flag, holds: true };
      faults.push(
        ...statementFaults(`${row}/${name}`, { ...place, where }, underFlags(property, new Set([variant.flag]))),
      );
    }
  } else {
    faults.push(
      ...statementFaults(
        row,
        { ...place, ...(property.only && { where: { flag: property.only, holds: true } }) },
        property,
      ),
    );
  }
  if (property.only) {
    const kills = `${row}/only-with-${property.only}`;
    const change = () => ({ value: exampleOf(property, 0) });
    faults.push({
      ...place,
      id: `${kills}@present`,
      kills,
      verdict: 'fail',
      title: `${path.join('.')} is there without ${property.only}`,
      where: { flag: property.only, holds: false },
      change,
    });
  }
  for (const [aspect, schema] of Object.entries(property.aspects ?? {})) {
    const { basis } = schema;
    for (const { what, make } of wrongAspects(aspect, schema)) {
      const kills = `${row}/${aspect}`;
      const verdict = basis === undefined || basis === 'documented' ? 'fail' : 'warn';
      faults.push({
        ...place,
        id: `${kills}@${what}`,
        kills,
        verdict,
        title: `${path.join('.')}: ${words(what)}`,
        change: changeBy(make),
      });
    }
  }
  for (const [name, nested] of Object.entries(property.properties ?? {})) {
    const optional = property.required?.includes(name) === false;
    faults.push(
      ...memberFaults(record, [...path, name], nested).filter(
        (fault) => !optional || fault.path.length > path.length + 1 || fault.change !== MISSING,
      ),
    );
  }
  return faults;
}

function statementFaults(kills: string, place: Place, property: PropertySchema): RecordFault[] {
  const member = place.path.join('.');
  const missing: RecordFault = {
    ...place,
    id: `${kills}@missing`,
    kills,
    verdict: 'fail',
    title: `${member} is missing`,
    change: MISSING,
  };
  const wrong = wrongValues(property).map(
    ({ what, make }): RecordFault => ({
      ...place,
      id: `${kills}@${what}`,
      kills,
      verdict: 'fail',
      title: `${member}: ${words(what)}`,
      change: changeBy(make),
    }),
  );
  return [missing, ...wrong];
}

const words = (what: string): string => what.replaceAll('-', ' ');

const changeBy =
  (make: (lawful: unknown) => unknown): RecordFault['change'] =>
  (lawful) => {
    const value = make(lawful);
    return value === undefined ? 'unchanged' : { value };
  };

/** The record with the fault in it; itself where the fault does not apply. */
export function spoil(fault: RecordFault, members: Members, flags: ReadonlySet<string>): Members {
  if (fault.where && flags.has(fault.where.flag) !== fault.where.holds) return members;
  return spoilAt(fault.path, members, fault.change);
}

function spoilAt([name = '', ...rest]: readonly string[], members: Members, change: RecordFault['change']): Members {
  const lawful = members[name];
  if (rest.length > 0)
    return typeof lawful === 'object' && lawful !== null
      ? { ...members, [name]: spoilAt(rest, lawful as Members, change) }
      : members;
  const changed = change(lawful);
  if (changed === 'unchanged') return members;
  if (changed !== 'missing') return { ...members, [name]: changed.value };
  const { [name]: _gone, ...others } = members;
  return others;
}
