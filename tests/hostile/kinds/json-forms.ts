/** JSON that is malformed, or contains unusual values. */
import { instead, kind, withMembers, withValue } from './json-texts.ts';
import type { AnswerKind } from './types.ts';
import { half, whole } from './whole-texts.ts';

const MIB = 1024 * 1024;

/** Returns a kind with the JSON text `value` in place of every identifier. */
const identifier = (id: string, value: string): AnswerKind =>
  kind(
    `identifiers-${id}`,
    'either',

    whole((text) => text.replace(/"[0-9a-f-]{32,36}"/g, value)),
  );

export const JSON_FORMS = [
  kind('cut', 'wrong', half),
  kind(
    'text-behind',
    'either',

    whole((text) => `${text} trailing-text-behind-the-value`),
  ),
  kind(
    'nan',
    'either',

    withValue(() => 'NaN'),
  ),
  kind(
    'trailing-comma',
    'either',

    whole((text) => text.replace(/([}\]])\s*$/, ',$1')),
  ),
  kind(
    'byte-order-mark',
    'either',

    whole((text) => `\u00ef\u00bb\u00bf${text}`),
  ),
  kind(
    'utf-8-broken',
    'either',

    withValue(() => '"\u00ff\u00fe"'),
  ),
  kind(
    'surrogate',
    'legal',

    withValue(() => '"\\ud800"'),
  ),
  kind(
    'proto',
    'legal',

    withMembers(() => '"__proto__":{"job_id":7},"constructor":{"prototype":{}},"toString":1'),
  ),
  kind(
    'twice',
    'legal',

    withMembers(() => '"job_id":7,"method":7,"base_id":7,"access_token":7'),
  ),
  kind(
    'null',
    'wrong',

    instead(() => 'null'),
  ),
  kind(
    'empty-object',
    'wrong',

    instead(() => '{}'),
  ),
  kind(
    'long-values',
    'wrong',

    whole((text) => text.replace(/:\s*"[^"]*"/, `:"${'v'.repeat(MIB)}"`)),
  ),
  identifier('odd', '"../../all"'),
  identifier('nul', '"\\u0000"'),
  identifier('long', `"${'i'.repeat(1e5)}"`),
  kind(
    'token-common-word',
    'either',

    whole((text) => text.replace(/"access_token":\s*"[^"]*"/, '"access_token":"transfer"')),
  ),
  kind(
    'token-10-mb',
    'either',

    whole((text) => text.replace(/"access_token":\s*"[^"]*"/, () => `"access_token":"${'t'.repeat(10e6)}"`)),
  ),
];
