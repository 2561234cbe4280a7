/** One schema for many rows of a record, so that a record in which they all hold costs one call. */
import type { FieldRow } from './field-rows.ts';
import type { PropertySchema } from './schema.ts';

/** The rows of a context in one schema. */
export function wholeSchema(rows: readonly FieldRow[]): PropertySchema {
  // Definitions have the same name in every row of a record.
  const definitions = Object.assign({}, ...rows.map(({ schema }) => (schema === false ? {} : schema.$defs))) as Readonly<Record<string, PropertySchema>>;
  return { type: 'object', ...levelSchema(rows, 0), ...(Object.keys(definitions).length > 0 && { $defs: definitions }) };
}

function levelSchema(rows: readonly FieldRow[], depth: number): PropertySchema {
  const properties: Record<string, PropertySchema | boolean> = {};
  const required: string[] = [];
  const dependentRequired: Record<string, string[]> = {};
  for (const name of new Set(rows.map((row) => row.path[depth] as string))) {
    const below = rows.filter((row) => row.path[depth] === name);
    const here = below.filter((row) => row.path.length === depth + 1);
    const inner = below.filter((row) => row.path.length > depth + 1);
    if (here.some((row) => row.schema === false)) {
      properties[name] = false;
      continue;
    }
    const all = here.map(({ schema }) => {
      const { $defs: _, ...own } = schema as PropertySchema;
      return own;
    });
    properties[name] = { allOf: inner.length > 0 ? [...all, levelSchema(inner, depth + 1)] : all };
    if (here.some((row) => row.after === undefined && row.optional !== true)) required.push(name);
    for (const other of here.flatMap((row) => row.presentWith ?? [])) dependentRequired[other] = [...(dependentRequired[other] ?? []), name];
  }
  return { required, properties, dependentRequired };
}
