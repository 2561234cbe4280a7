/** Faults of the grant, of tokens, and of where tokens are valid. */
import { series } from '../../change.ts';
import { guardedOperations } from '../../documented-operations.ts';
import { adding, withByteOrderMark } from '../../http-operators.ts';
import { by, type FaultTable, type HubSituation } from '../operators.ts';
import { failed, formIn, problem, Text } from '../reply.ts';
import { membersIn } from '../service.ts';
import { declined, JSON_TYPE } from './conditions.ts';

/** Requirements that fail or warn with faults of a kind. */
const GRANT = ['token-response/access_token', 'token-grant/token-type'];
const NAMED = ['create-named-token/answers'];

const OPERATIONS = guardedOperations('data-hub');
/** Returns operations whose paths begin so. */
const below = (...bases: readonly string[]) =>
  OPERATIONS.flatMap(({ name, path = '' }) => (bases.some((base) => path.startsWith(base)) ? [name] : []));
const ZONE = below('/api/v3/zone/');
const REST = below('/api/v3/provider/');
const CDMI = below('/cdmi/');
const answersOf = (operations: readonly string[]) => operations.map((name) => `${name}/answers`);
/** Returns the change by which these operations reject valid tokens. */
const lockedOut = (at: readonly string[]) => by.access({ at, lane: ['good-named', 'good-prefixed'] }, 'refused');

const ACCESS_TOKEN = { at: 'token-grant', path: 'access_token' };
const TOKEN_TYPE = { at: 'token-grant', path: 'token_type' };
const CACHE_CONTROL = { at: 'token-grant', path: 'Cache-Control' };
const scopeRefused = (isRefused: (scope: string) => boolean) =>
  declined('token-grant', failed(400, 'invalid_scope'), (situation) =>
    (formIn(situation).get('scope') ?? '').split(' ').some(isRefused),
  );
const SCOPE_REFUSED = scopeRefused((scope) => scope !== '');
const caveatsOf = (situation: HubSituation) => membersIn(situation)['caveats'];
const hasCaveat = (situation: HubSituation) =>
  caveatsOf(situation)?.toString() !== '' && caveatsOf(situation) !== undefined;

export const GRANT_FAULTS: FaultTable = {
  'token-response/access_token': {
    renamed: by.members('token-grant', ({ access_token: accessToken }) => ({ access_token: undefined, accessToken })),
    empty: by.set(ACCESS_TOKEN, ''),
  },
  'token-grant/returns-json-object': {
    array: [by.form('token-grant', (token) => [token]), GRANT],
    text: [by.form('token-grant', (token) => token['access_token']), GRANT],
    form: [
      by.form('token-grant', (token) => {
        const form = new URLSearchParams({ access_token: String(token['access_token']), token_type: 'Bearer' });
        return new Text('application/x-www-form-urlencoded', form.toString());
      }),
      GRANT,
    ],
    cut: [by.form('token-grant', (token) => new Text(JSON_TYPE, JSON.stringify(token).slice(0, -1))), GRANT],
    html: [by.form('token-grant', () => new Text('text/html', '<html><body>Signed in.</body></html>')), GRANT],
    empty: [by.form('token-grant', () => new Text(JSON_TYPE, '')), GRANT],
  },
  'token-grant/answers': {
    'scope-refused': [SCOPE_REFUSED, ['token-grant/accepts-scope']],
  },
  'token-grant/accepts-scope': {
    refused: [SCOPE_REFUSED, ['token-grant/answers']],
    'entitlement-refused': [scopeRefused((scope) => scope === 'eduperson_entitlement'), ['token-grant/answers']],
  },
  'create-named-token/usable-token': {
    refused: by.access({ lane: 'good-named' }, 'refused'),
    'one-letter-changed': by.identify(
      'create-named-token',
      (token) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    ),
  },
  'create-named-token/accepts-interface-caveat': {
    refused: [declined('create-named-token', problem(400, 'Unknown caveat.'), hasCaveat), NAMED],
    unprocessable: [
      declined(
        'create-named-token',
        problem(422, 'Caveats are not supported.'),
        (situation) => caveatsOf(situation) !== undefined,
      ),
      NAMED,
    ],
  },
  'create-named-token/refuses/prefixed-garbage-token': {
    'let-in': by.access({ at: 'create-named-token', lane: 'prefixed-garbage-token' }, 'accepted'),
  },
  'token/valid-everywhere': {
    'zone-only': lockedOut([...CDMI, ...REST]),
    'provider-only': lockedOut(ZONE.filter((name) => name !== 'create-named-token')),
    'not-for-cdmi': [lockedOut(CDMI), answersOf(CDMI)],
    'not-for-provider-rest': [lockedOut(REST), answersOf(REST)],
  },
  'token-grant/token-type': {
    missing: by.drop(TOKEN_TYPE),
    empty: by.set(TOKEN_TYPE, ''),
    number: by.set(TOKEN_TYPE, 1),
  },
  'token-grant/access-token-syntax': {
    'line-break': by.set(ACCESS_TOKEN, (token) => `${token}\n`),
    'non-ascii': by.set(ACCESS_TOKEN, (token) => `${token}é`),
  },
  'token-grant/no-store': {
    missing: by.header(CACHE_CONTROL),
    other: by.header(CACHE_CONTROL, 'private'),
  },
  'responses/json-text': {
    'byte-order-mark': by.text('token-grant', withByteOrderMark),
    'a-name-twice': by.text('token-grant', (text) => text.replace('{', '{"scope":"openid","scope":"email",')),
  },
  'responses/single-headers': {
    'content-type-twice': by.success('token-grant', adding(['Content-Type', 'text/plain'])),
  },
  ...series(
    'token-grant/refuses-',
    ['wrong-refresh-token', 'no-refresh-token', 'unknown-client', 'unknown-grant-type'],
    (lane) => ({ 'let-in': by.access({ at: 'token-grant', lane }, 'accepted') }),
  ),
};
