/** Faults and legal variants of the embedded references, loaded on demand. */
import type { Fault, Variant } from '../../reference/types.ts';
import type { Interface } from '../contract/types.ts';

interface Behaviours {
  faults(): Promise<readonly Fault[]>;
  variants(): Promise<readonly Variant[]>;
}

const BEHAVIOURS: Readonly<Record<Interface, Behaviours>> = {
  'ticket-bridge': {
    faults: async () => (await import('../../reference/ticket-bridge/faults.ts')).ticketBridgeFaults(),
    variants: async () => (await import('../../reference/ticket-bridge/variants.ts')).ticketBridgeVariants(),
  },
  transfer: {
    faults: async () => (await import('../../reference/transfer/faults.ts')).transferFaults(),
    variants: async () => (await import('../../reference/transfer/variants.ts')).transferVariants(),
  },
  'client-library': {
    faults: async () => (await import('../../reference/client-library/faults.ts')).clientLibraryFaults(),
    variants: async () => (await import('../../reference/client-library/variants.ts')).clientLibraryVariants(),
  },
  'data-hub': {
    faults: async () => (await import('../../reference/data-hub/faults.ts')).dataHubFaults(),
    variants: async () => (await import('../../reference/data-hub/variants.ts')).dataHubVariants(),
  },
};

/** Documented defects of an interface's reference; each names the requirement that it turns red. */
export const faultsOf = (of: Interface): Promise<readonly Fault[]> => BEHAVIOURS[of].faults();

/** Legal variants of an interface's reference. */
export const variantsOf = (of: Interface): Promise<readonly Variant[]> => BEHAVIOURS[of].variants();
