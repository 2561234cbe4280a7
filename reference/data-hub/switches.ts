/** What is turned on in one instance of the reference: at most one fault, any number of variants. */

export interface Switches {
  /** The fault at a requirement of the data hub, without the interface's name: what stands behind `@`, or undefined. */
  fault(requirement: string): string | undefined;
  /** Whether exactly this fault is on, `<requirement>@<what>` without the interface's name. */
  is(fault: string): boolean;
  variant(id: string): boolean;
  /** The last of these variants that is on. */
  oneOf<V extends string>(...ids: readonly V[]): V | undefined;
}

/**
 * @param fault id as in the fault list, e.g. `data-hub/get-space/answers@404`
 * @param variants ids as in the variant list
 */
export function createSwitches(fault: string | undefined, variants: readonly string[]): Switches {
  const on = new Set(variants);
  const [requirement = '', what] = (fault ?? '').replace(/^data-hub\//, '').split('@');
  return {
    fault: (of) => (of === requirement ? what : undefined),
    is: (id) => what !== undefined && id === `${requirement}@${what}`,
    variant: (id) => on.has(id),
    oneOf: (...ids) => ids.findLast((id) => on.has(id)),
  };
}
