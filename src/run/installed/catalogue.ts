/** The requirements of the contracts, for listings. */

/** The requirements and operations of an interface, in the contract's order. */
export type Listed = Awaited<ReturnType<typeof loadedCatalogue>>[number];

let loaded: ReturnType<typeof loadedCatalogue> | undefined;

/** Returns every interface that has a suite, without a profile. */
export function catalogue(): Promise<readonly Listed[]> {
  loaded ??= loadedCatalogue();
  return loaded;
}

async function loadedCatalogue() {
  const all = (await import('./suites.ts')).installedContracts();
  return all.flatMap(({ interface: of, side, contract: { subject, requirements, operations } }) => {
    if (side === 'client') return [];
    const clients = all.find((other) => other.interface === of && other.side === 'client')?.contract.requirements;
    return [
      {
        interface: of,
        subject,
        requirements: [...requirements.values()],
        operations: [...operations.values()],
        // Requirements on clients of the interface.
        clients: [...(clients?.values() ?? [])].filter(({ basis }) => basis !== 'gap'),
      },
    ];
  });
}
