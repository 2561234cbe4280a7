/**
 * The vocabulary of the engine that suites import. Modules that are loaded at every start import the few words that
 * they need directly.
 */
export type * from '../src/contract/types.ts';
export * from '../src/engine/words/answer.ts';
export * from '../src/engine/words/answering.ts';
export * from '../src/engine/words/classify/classify.ts';
export * from '../src/engine/words/deciding.ts';
export * from '../src/engine/words/derived/credential-kinds.ts';
export * from '../src/engine/words/derived/every-answer.ts';
export * from '../src/engine/words/derived/invalid-credentials.ts';
export * from '../src/engine/words/neighbours.ts';
export * from '../src/engine/words/open-places.ts';
export * from '../src/engine/words/origins.ts';
export * from '../src/engine/words/remembered.ts';
export type * from '../src/engine/words/roles.ts';
export * from '../src/engine/words/suite.ts';
export * from '../src/engine/words/types.ts';
export * from '../src/engine/words/unusable-identifier.ts';
export * from '../src/files/json-value.ts';
export * from '../src/records/preview.ts';
export type * from '../src/settings/types.ts';
export * from '../src/wire/http.ts';
export * from '../src/wire/session/creation.ts';
export type * from '../src/wire/types.ts';
