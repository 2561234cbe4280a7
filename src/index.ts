/** Assay's API: one run from settings to results, without a test runner. */
export type { Basis, Interface } from './contract/types.ts';
export type { Blame, Cause, Conclusion, Residue, Result, Results, Verdict } from './engine/words/types.ts';
export { type ConformanceOptions, runConformance } from './run/run-conformance.ts';
