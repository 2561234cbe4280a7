/** How a reader sees a finding again. */

/** The command that asks one requirement again; one about clients is seen when the client asks. */
export function reproduction(id: string, reference: boolean): string {
  const client = /^([^/]+)\/client\/([^/]+)/.exec(id);
  if (client) return `assay serve ${client[1]}${client[2] === 'known-operation' ? '' : ` --once ${client[2]}`}`;
  return `assay run ${reference ? '--reference ' : ''}--only ${id}`;
}
