/** How a reader sees a finding again. */

/** The command that asks one requirement again. */
export function reproduction(id: string, reference: boolean): string {
  return `assay run ${reference ? '--reference ' : ''}--only ${id}`;
}
