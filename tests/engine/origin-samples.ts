/** Origins of values, and moments of a run, for tests of the meaning of a response. */
import type { Origin } from '../../src/wire/types.ts';

export const EARLY = 0;
export const OWN = 1000;
export const LATE = 1e9;

export const FOLDER = { from: 'setting', name: 'FOLDER' } as const satisfies Origin;
export const GAP = {
  from: 'gap',
  gap: 'transfer/gap/checksum',
  value: 'ADLER32',
  setting: 'CHECKSUM',
} as const satisfies Origin;
export const ANSWER = { from: 'answer', exchange: 'e0', at: '/id' } as const satisfies Origin;
export const OF_FOLDER = { ...ANSWER, about: ['FOLDER'] } as const satisfies Origin;
export const ODD = { from: 'assay', unusual: 'an odd name' } as const satisfies Origin;
export const USUAL = { from: 'assay' } as const satisfies Origin;
