/** The requirements of the contracts, for listings. */

/** The requirements and operations of an interface, in the contract's order. */
export type Listed = Awaited<ReturnType<typeof catalogue>>[number];

/** Returns every interface that has a suite, without a profile. */
export async function catalogue() {
  const all = (await import('./suites.ts')).installedContracts();
  return all.flatMap(({ interface: of, side, contract: { subject, requirements, operations } }) => {
    if (side === 'client') return [];
    const client = all.find((other) => other.interface === of && other.side === 'client')?.contract;
    return [
      {
        interface: of,
        subject,
        requirements: [...requirements.values()],
        operations: [...operations.values()],
        // Requirements on clients of the interface.
        clients: [...(client?.requirements.values() ?? [])].filter(({ basis }) => basis !== 'gap'),
      },
    ];
  });
}
