/** Disjoint groups of ids, joined step by step. */

export interface Groups {
  /** Makes one group of the groups of two ids. */
  join(one: string, other: string): void;
  /** Joins an id with the others that were joined by the same key. */
  joinBy(key: string, id: string): void;
  /** The groups, and the ids of each, in the order of the ids. */
  all(): readonly (readonly string[])[];
}

/** Every id in a group by itself. */
export function createGroups(ids: readonly string[]): Groups {
  const parents = new Map(ids.map((id) => [id, id]));
  const firstBy = new Map<string, string>();

  const rootOf = (id: string): string => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root)) root = parent;
    return root;
  };
  const join = (one: string, other: string): void => {
    parents.set(rootOf(other), rootOf(one));
  };
  return {
    join,
    joinBy(key, id) {
      const first = firstBy.get(key);
      if (first === undefined) firstBy.set(key, id);
      else join(first, id);
    },
    all() {
      const groups = new Map<string, string[]>();
      for (const id of ids) {
        const root = rootOf(id);
        const own = groups.get(root);
        if (own) own.push(id);
        else groups.set(root, [id]);
      }
      return [...groups.values()];
    },
  };
}
