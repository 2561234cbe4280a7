/** The engine's vocabulary, by theme. */
export * from './types/descriptor.ts';
export * from './types/judging.ts';
export * from './types/probing.ts';
export * from './types/results.ts';
export * from './types/verdicts.ts';
