/** JSON that is malformed, or holds values that are seldom seen. */
import { instead, kind, withMembers, withValue } from './json-texts.ts';
import type { AnswerKind } from './types.ts';
import { half, whole } from './whole-texts.ts';

const MIB = 1024 * 1024;

/** A kind that has the JSON text `value` in place of every identifier. */
const identifier = (id: string, title: string, value: string): AnswerKind =>
  kind(
    `identifiers-${id}`,
    'either',
    title,
    whole((text) => text.replace(/"[0-9a-f-]{32,36}"/g, value)),
  );

export const JSON_FORMS: readonly AnswerKind[] = [
  kind('cut', 'wrong', 'half of the text', half),
  kind(
    'text-behind',
    'either',
    'a word behind the value',
    whole((text) => `${text} trailing-text-behind-the-value`),
  ),
  kind(
    'nan',
    'either',
    'NaN',
    withValue(() => 'NaN'),
  ),
  kind(
    'trailing-comma',
    'either',
    'a comma behind the last member',
    whole((text) => text.replace(/([}\]])\s*$/, ',$1')),
  ),
  kind(
    'byte-order-mark',
    'either',
    'a byte order mark',
    whole((text) => `\u00ef\u00bb\u00bf${text}`),
  ),
  kind(
    'utf-8-broken',
    'either',
    'bytes that are not UTF-8',
    withValue(() => '"\u00ff\u00fe"'),
  ),
  kind(
    'surrogate',
    'legal',
    'half a surrogate pair',
    withValue(() => '"\\ud800"'),
  ),
  kind(
    'proto',
    'legal',
    'members called __proto__ and constructor',
    withMembers(() => '"__proto__":{"job_id":7},"constructor":{"prototype":{}},"toString":1'),
  ),
  kind(
    'twice',
    'legal',
    'members that occur twice, the legal value last',
    withMembers(() => '"job_id":7,"method":7,"base_id":7,"access_token":7'),
  ),
  kind(
    'null',
    'wrong',
    'null',
    instead(() => 'null'),
  ),
  kind(
    'empty-object',
    'wrong',
    'an empty object',
    instead(() => '{}'),
  ),
  kind(
    'long-values',
    'wrong',
    'every text replaced by a megabyte',
    whole((text) => text.replace(/:\s*"[^"]*"/, `:"${'v'.repeat(MIB)}"`)),
  ),
  kind(
    'commands',
    'either',
    'commands of CI runners in every text',
    whole((text) => text.replace(/:\s*"[^"]*"/g, ':"\\n::error::hostile\\n##vso[task.complete]"')),
  ),
  kind(
    'escapes',
    'either',
    'terminal escape sequences in every text',
    whole((text) => text.replace(/:\s*"[^"]*"/g, ':"\\u001b[2J\\u001b]0;title\\u0007"')),
  ),
  identifier('odd', 'an identifier that is a path', '"../../all"'),
  identifier('nul', 'an identifier that is a NUL', '"\\u0000"'),
  identifier('long', 'an identifier of 100 KB', `"${'i'.repeat(1e5)}"`),
  kind(
    'token-common-word',
    'either',
    'an access token that is a common word',
    whole((text) => text.replace(/"access_token":\s*"[^"]*"/, '"access_token":"transfer"')),
  ),
  kind(
    'token-10-mb',
    'either',
    'an access token of 10 MB',
    whole((text) => text.replace(/"access_token":\s*"[^"]*"/, () => `"access_token":"${'t'.repeat(10e6)}"`)),
  ),
];
