/** A keyword for Ajv that judges all rows of a record in one function, so that a record costs one call, whatever is wrong in it. */
import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, type Name } from 'ajv/dist/2020.js';
import type { FieldRow } from './field-rows.ts';

/** The `this` of the compiled function. */
export interface RowsJudging {
  /** By row, the number of records in which nothing could have contradicted it. */
  readonly skipped: Uint32Array;
  /** By row, the last text in which it and the further rows of the member held: long lists repeat their values. Empty: none. */
  readonly held: string[];
  /** @param value undefined: the member is missing */
  contradicted(row: number, value: unknown): void;
}

/** `rows`: an array of FieldRow, parents before their members. It judges objects; what the compiled function returns has no meaning. */
export const ROWS: CodeKeywordDefinition = {
  keyword: 'rows',
  schemaType: 'array',
  code: (cxt) => new RowsCode(cxt).write(),
};

class RowsCode {
  readonly #rows: readonly FieldRow[];
  /** By row, the variable that says whether it is free of contradictions. */
  readonly #valid: readonly Name[];
  /** Variables by path: a member's value, undefined if it is missing, and the same if it is an object, else undefined. */
  readonly #values = new Map<string, Name>();
  readonly #objects = new Map<string, Name>();

  constructor(private readonly cxt: KeywordCxt) {
    this.#rows = cxt.schema as readonly FieldRow[];
    this.#valid = this.#rows.map(() => cxt.gen.name('valid'));
  }

  write(): void {
    const members = new Map<string, number[]>();
    for (const [index, { path }] of this.#rows.entries()) {
      const key = JSON.stringify(path);
      members.set(key, [...(members.get(key) ?? []), index]);
    }
    for (const rows of members.values()) this.#member(rows);
  }

  /** The rows of one member. */
  #member(rows: readonly number[]): void {
    const { gen } = this.cxt;
    const [first] = rows as [number];
    const path = this.#rowAt(first).path;
    // Declares the objects above it, too: before any block, so that all that follows sees them.
    const value = this.#value(path);
    const judged = (): void => {
      for (const row of rows) this.#row(row, value, path);
    };
    if (rows.every((row) => isType(this.#rowAt(row).schema))) {
      judged();
      return;
    }
    gen.if(_`typeof ${value} !== "string" || ${value} === "" || ${value} !== this.held[${first}]`, () => {
      judged();
      gen.if(_`typeof ${value} === "string"${joined(rows.map((row) => _` && ${this.#valid[row] as Name}`))}`, () =>
        gen.code(_`this.held[${first}] = ${value}`),
      );
    });
  }

  #row(index: number, value: Name, path: readonly string[]): void {
    const { gen } = this.cxt;
    const { schema, after } = this.#rowAt(index);
    const valid = this.#valid[index] as Name;
    const judged = (): void => {
      if (schema === false) gen.var(valid, _`${value} === undefined`);
      else
        gen.if(
          _`${value} === undefined`,
          () => gen.var(valid, false),
          () => this.#schema(index, value),
        );
      gen.if(_`!${valid}`, () => gen.code(_`this.contradicted(${index}, ${value})`));
    };
    const base = after === undefined ? -1 : this.#rows.findIndex(({ row }) => row === after);
    const unless = [
      ...(path.length > 1 ? [_`${this.#object(path.slice(0, -1))} === undefined`] : []),
      ...(base < 0 ? [] : [_`!${this.#valid[base] as Name}`]),
      ...this.#mayBeAbsent(index, value),
    ];
    if (unless.length === 0) judged();
    else
      gen.if(
        unless.reduce((all, one) => _`${all} || ${one}`),
        () => gen.code(_`this.skipped[${index}]++`).var(valid, true),
        judged,
      );
  }

  #schema(index: number, data: Name): void {
    const { cxt } = this;
    const { topSchemaRef, schemaPath } = cxt.it;
    const at = { schemaPath: _`${schemaPath}.rows[${index}].schema`, errSchemaPath: '#', topSchemaRef };
    const schema = this.#rowAt(index).schema;
    cxt.subschema(
      { ...at, schema, data, compositeRule: true, createErrors: false, allErrors: false },
      this.#valid[index] as Name,
    );
  }

  /** Whether an optional member is lawfully absent. */
  #mayBeAbsent(index: number, value: Name): Code[] {
    const { path, optional, presentWith = [] } = this.#rowAt(index);
    if (optional !== true) return [];
    const parent = this.#object(path.slice(0, -1));
    return [
      _`(${value} === undefined${joined(presentWith.map((other) => _` && !Object.hasOwn(${parent}, ${other})`))})`,
    ];
  }

  #value(path: readonly string[]): Name {
    const parent = this.#object(path.slice(0, -1));
    const name = path.at(-1) as string;
    return this.#once(this.#values, path, 'value', () => {
      // Every object has members such as `constructor`, own or not.
      const present = [
        ...(path.length > 1 ? [_`${parent} !== undefined`] : []),
        ...(name in Object.prototype ? [_`Object.hasOwn(${parent}, ${name})`] : []),
      ];
      const member = _`${parent}[${name}]`;
      return present.length === 0
        ? member
        : _`${present.reduce((all, one) => _`${all} && ${one}`)} ? ${member} : undefined`;
    });
  }

  /** The object at a path; the record itself if it is empty. */
  #object(path: readonly string[]): Name {
    if (path.length === 0) return this.cxt.data;
    const value = this.#value(path);
    return this.#once(
      this.#objects,
      path,
      'object',
      () => _`typeof ${value} === "object" && ${value} !== null && !Array.isArray(${value}) ? ${value} : undefined`,
    );
  }

  #once(variables: Map<string, Name>, path: readonly string[], prefix: string, code: () => Code): Name {
    const key = JSON.stringify(path);
    const variable = variables.get(key) ?? this.cxt.gen.const(prefix, code());
    variables.set(key, variable);
    return variable;
  }

  #rowAt(index: number): FieldRow {
    return this.#rows[index] as FieldRow;
  }
}

/** Whether a schema states no more than a type, which is judged faster than texts are compared. */
function isType(schema: FieldRow['schema']): boolean {
  return schema === false || Object.keys(schema).every((keyword) => keyword === 'type');
}

const joined = (parts: readonly Code[]): Code => parts.reduce((all, one) => _`${all}${one}`, _``);
