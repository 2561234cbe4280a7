/** Everything that suites are written with, in one place. */
export { isObject, memberOf, objectIn, stepsOf, textIn } from '../../files/json-value.ts';
export { preview } from '../../records/preview.ts';
export * from '../../wire/status-codes.ts';
export type * from '../../wire/types.ts';
export * from './answer.ts';
export * from './answering.ts';
export * from './classify.ts';
export * from './deciding.ts';
export * from './derived/bad-credentials.ts';
export * from './derived/credential-kinds.ts';
export * from './derived/every-answer.ts';
export * from './open-places.ts';
export * from './origins.ts';
export type * from './roles.ts';
export * from './suite.ts';
export type * from './types.ts';
export { whyUnusable } from './unusable-identifier.ts';
