/** Roles: what each exchange of a probe is for, by the names under which the probe returned it. */
import type { Exchange } from '../../wire/types.ts';

/** Exchanges by name, or their identifiers; a list if several may be alike, a tree if a group of names is repeated. */
export interface RoleTree<T> {
  readonly [role: string]: T | readonly T[] | RoleTree<T> | undefined;
}

export type Roles = RoleTree<Exchange>;

/** A probe's exchanges: by role, and in the order of the roles. */
export interface Sent {
  readonly roles: Roles;
  readonly exchanges: readonly Exchange[];
}

/** The value for a probe that sent no request. */
export const NOTHING: Sent = { roles: {}, exchanges: [] };

/** Returns every leaf of a tree with its role (the names on its path, joined by `/`) and its place in a list. */
export function leavesOf<T>(roles: RoleTree<T>, above = ''): (readonly [leaf: T, role: string, at?: number])[] {
  return Object.entries(roles).flatMap(([name, value]) => {
    const role = `${above}${name}`;
    if (value === undefined) return [];
    if (isList(value)) return value.map((one, at) => [one, role, at] as const);
    return isLeaf(value) ? [[value, role] as const] : leavesOf(value, `${role}/`);
  });
}

/** Returns every exchange with its role, or with the first of its roles. */
export function withRoles(roles: Roles): ReadonlyMap<Exchange, string> {
  const found = new Map<Exchange, string>();
  for (const [exchange, role] of leavesOf(roles)) if (!found.has(exchange)) found.set(exchange, role);
  return found;
}

/** Returns the tree with other leaves; roles without a new leaf are omitted. */
function mapRoles<T, U>(roles: RoleTree<T>, leaf: (value: T) => U | undefined) {
  const mapped: Record<string, U | readonly U[] | RoleTree<U>> = {};
  for (const [name, value] of Object.entries(roles)) {
    if (value === undefined) continue;
    const made = isList(value)
      ? value.flatMap((one) => leaf(one) ?? [])
      : isLeaf(value)
        ? leaf(value)
        : mapRoles(value, leaf);
    if (made !== undefined) mapped[name] = made;
  }
  return mapped;
}

/** Returns the identifiers of exchanges by role, in their recorded form. */
export function idsByRole(roles: Roles): RoleTree<string> {
  return mapRoles(roles, ({ id }) => id);
}

/** Returns exchanges by recorded role; those that are missing from the recording are omitted. */
export function byRecordedRole(roles: RoleTree<string>, exchanges: ReadonlyMap<string, Exchange>): Roles {
  return mapRoles(roles, (id) => exchanges.get(id));
}

function isList<T>(value: T | readonly T[] | RoleTree<T>): value is readonly T[] {
  return Array.isArray(value);
}

/** Whether a value is a leaf, which is an identifier or an exchange. */
function isLeaf<T>(value: T | RoleTree<T>): value is T {
  return (
    typeof value === 'string' ||
    (typeof value === 'object' && value !== null && 'outcome' in value && 'operation' in value)
  );
}
