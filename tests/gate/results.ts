/** Results of invented runs. */
import type { Results, Verdict } from '../../src/index.ts';

/** Rows by id with their verdict; `basis` follows from what the verdict can be about. */
export function resultsWith(verdicts: Readonly<Record<string, Verdict>>, more: Partial<Results> = {}): Results {
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
    format: 'assay-results/1',
    conclusion: 'conformant',
    conclusions: { transfer: 'conformant' },
    exitCode: 0,
    gate: [],
    counts: {} as Results['counts'],
    verified: { transfer: 1 },
    requirements,
    notPlanned: [],
    notConfigured: [],
    residue: [],
    notices: [],
    run: {
      id: 'abcd1234',
      startedAt: '2026-01-01T00:00:00Z',
      endedAt: '2026-01-01T00:00:01Z',
      seed: 0,
      only: [],
      interrupted: false,
      requests: 1,
    },
    suite: { name: 'assay', version: '0', contracts: {} },
    target: { reference: false, interfaces: {}, allowCreate: [], notOffered: [] },
    ...more,
  };
}

function basisOf(id: string, verdict: Verdict): 'documented' | 'inferred' | 'gap' | 'profile' {
  if (id.endsWith('/as-profile-says')) return 'profile';
  return verdict === 'observed' ? 'gap' : verdict === 'warn' ? 'inferred' : 'documented';
}
