/** How to reproduce a finding. */

/** The command that tests one requirement again; a requirement for clients is tested while serving. */
export function reproduction(id: string, reference: boolean): string {
  const client = /^([^/]+)\/client\/([^/]+)/.exec(id);
  if (client) return `assay serve ${client[1]}${client[2] === 'known-operation' ? '' : ` --once ${client[2]}`}`;
  return `assay run ${reference ? '--reference ' : ''}--only ${id}`;
}
