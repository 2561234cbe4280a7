/** Made-up results of runs. */
import type { Results, Verdict } from '../../src/index.ts';
import { RESULTS } from '../report/fixed-results.ts';

/** Returns results with these verdicts by id; the basis of each requirement permits its verdict. */
export function resultsWith(verdicts: Record<string, Verdict>, more: Partial<Results> = {}): Results {
  const requirements = Object.entries(verdicts).map(([id, verdict]) => ({
    id,
    interface: 'transfer' as const,
    title: id,
    clause: 'a clause',
    basis: basisOf(id, verdict),
    verdict,
    message: `it is ${verdict}`,
    exchanges: [],
  }));
  return {
    ...RESULTS,
    ...{ conclusion: 'conformant', conclusions: { transfer: 'conformant' }, exitCode: 0, gate: [] },
    ...{ verified: { transfer: 1 }, notPlanned: [], notConfigured: [], residue: [], notices: [] },
    requirements,
    run: { ...RESULTS.run, requests: 1 },
    ...more,
  };
}

function basisOf(id: string, verdict: Verdict): 'documented' | 'inferred' | 'gap' | 'profile' {
  if (id.endsWith('/as-profile-says')) return 'profile';
  return verdict === 'observed' ? 'gap' : verdict === 'warn' ? 'inferred' : 'documented';
}
