/** Responses after the last success of a service are failures, if a request that succeeded before fails as well. */
import { withoutGone } from '../../../src/engine/judge/pages.ts';
import type { Recording } from '../../../src/engine/words/types.ts';
import { exchange } from '../exchanges.ts';

test.each([
  ['everything until the end', 'who list! read! ^who!', 3],
  ['one operation alone', 'who ^who!', 0],
  ['everything from the beginning', 'list! read! ^who!', 0],
  ['another service', 'who elsewhere:list! elsewhere:read! ^who!', 0],
])('rejected: %s', (_, asked, gone) => {
  const exchanges = asked.split(' ').map((one) => {
    const [, service = 'transfer', kind, operation = '', fails] = /^(?:(\w+):)?([\^~])?(\w+)(!)?$/.exec(one) ?? [];
    const purpose = kind === '^' ? 'closing' : kind === '~' ? 'refusal' : 'documented';
    return exchange({ operation, service, purpose, status: fails ? 404 : 200 });
  });
  const heard = withoutGone({ exchanges } as unknown as Recording).exchanges;
  expect(heard.filter(({ outcome }) => outcome.kind === 'failure')).toHaveLength(gone);
});

test.each([
  ['a server error', { status: 500 }, 2],
  ['an overload, which says itself that it passes', { status: 503 }, 0],
  ['a rejected credential, which may have expired', { status: 401 }, 0],
] as const)('%s', (_, options, gone) => {
  const exchanges = [
    exchange({ operation: 'who' }),
    exchange({ operation: 'list', ...options }),
    exchange({ operation: 'who', purpose: 'closing', ...options }),
  ];
  const heard = withoutGone({ exchanges } as unknown as Recording).exchanges;
  expect(heard.filter(({ outcome }) => outcome.kind === 'failure' && outcome.code === 'GONE')).toHaveLength(gone);
});
