/**
 * What is an outage: one page in place of several operations' responses (an HTML file that two operations return is
 * not), or everything rejected until the end.
 */
import type { Contract } from '../../../src/contract/types.ts';
import { withoutUnacceptedLanes } from '../../../src/engine/judge/accepted-credential.ts';
import { withoutGone, withoutPages } from '../../../src/engine/judge/pages.ts';
import type { Fact, Recording } from '../../../src/engine/words/types.ts';
import { exchange } from '../exchanges.ts';

/** Returns the codes of the exchanges that failed. */
const failuresIn = ({ exchanges }: Recording) =>
  exchanges.flatMap(({ outcome }) => (outcome.kind === 'failure' ? [outcome.code] : []));

test.each([
  ['two operations', 'read cdmi-read', 0],
  ['three, while others were answered', 'read (other) cdmi-read (other) look-up', 3],
  ['two, with the number of the request', 'read#1 list#2', 2],
  ['two, which list numbers alone', 'read#1/2/3/4/5 list#6/7/8/9/10', 0],
  ['two, and from another service', 'read list elsewhere:read', 3],
  ['three that never answer otherwise, each followed by a read that worked', 'read ^who list ^who look-up ^who', 0],
  ['two that never answer otherwise, before and after others', 'read list (other) list read', 0],
  ['two, of which one answered otherwise before', 'list! read list (other) list read', 4],
  ['another service alone, even after the page was over', 'read list elsewhere:get (other) elsewhere:find', 2],
  ['another service once, which answers otherwise', '(other) elsewhere:find! read list elsewhere:get', 3],
  ['another service alone', '(other) elsewhere:read elsewhere:list', 0],
])('the same HTML from %s', (_, asked, pages) => {
  const answer = { record: 'x', list: true, flags: [] };
  const contract = { operations: new Map([['list', { answer }]]) } as unknown as Contract;
  const exchanges = ['(other)', ...asked.split(' ')].map((one) => {
    const [, service = 'transfer', control, operation = '', numbers = ''] =
      /^(?:(\w+):)?(\^)?([^#!]+)#?(.*)$/.exec(one) ?? [];
    const text = `<html><p>Back soon</p>${numbers.replaceAll('/', ' ')}</html>`;
    if (control !== undefined) return exchange({ operation, service, purpose: 'closing' });
    return exchange({ operation, service, ...(!/[!)]$/.test(one) && { text, type: 'text/html' }) });
  });
  expect(failuresIn(withoutPages({ exchanges } as unknown as Recording, contract))).toHaveLength(pages);
});

/** Responses after the last success of a service are failures, if a request that succeeded before fails as well. */
test.each([
  ['everything until the end', 'who list! read! ^who!', 3],
  ['one operation alone', 'who ^who!', 0],
  ['everything from the beginning', 'list! read! ^who!', 0],
  ['another service', 'who elsewhere:list! elsewhere:read! ^who!', 0],
  ['everything with one credential, while another is accepted', 'who who@other list! read! ^who! ^who@other', 3],
  ['everything with a credential that never was accepted', 'who who@other! list@other! ^who@other! ^who', 0],
])('rejected: %s', (_, asked, gone) => {
  const exchanges = asked.split(' ').map((one) => {
    const [, service = 'transfer', kind, operation = '', lane = 'lane', fails] =
      /^(?:(\w+):)?([\^~])?(\w+)(?:@(\w+))?(!)?$/.exec(one) ?? [];
    const purpose = kind === '^' ? 'closing' : kind === '~' ? 'refusal' : 'documented';
    return exchange({ operation, service, purpose, lane, status: fails ? 404 : 200 });
  });
  expect(failuresIn(withoutGone({ exchanges } as unknown as Recording))).toHaveLength(gone);
});

test.each([
  ['a redirect that is not followed', { phase: 'redirect' }, 2],
  ['a server error', { status: 500 }, 2],
  ['an overload, which says itself that it passes', { status: 503 }, 0],
  ['a rejected credential, which may have expired', { status: 401 }, 0],
] as const)('%s', (_, options, gone) => {
  const exchanges = [
    exchange({ operation: 'who' }),
    exchange({ operation: 'list', ...options }),
    exchange({ operation: 'who', purpose: 'closing', ...options }),
  ];
  const codes = failuresIn(withoutGone({ exchanges } as unknown as Recording));
  expect(codes.filter((code) => code === 'GONE')).toHaveLength(gone);
});

/**
 * Where a service gives everybody the same response, it is unknown whether it accepts a credential. Each word is a
 * request: its operation, `?` without a credential, `!` rejected, and the response after a colon.
 */
test.each([
  [
    'the same response to one operation, a rejection of another',
    'who:me who?:me who:me list:1 list?!:no',
    'contradicted',
  ],
  [
    'a list that grows during the run, and another that does not',
    'list:1 list?:2 list:3 who:me who?:me who:me',
    'undecided',
  ],
  ['only a list that grows during the run', 'list:1 list?:2 list:3', 'contradicted'],
])('without a credential: %s', (_, sent, expected) => {
  const exchanges = sent.split(' ').map((one) => {
    const [, operation = '', bare, rejected, text = ''] = /^(\w+)(\?)?(!)?:(\w+)$/.exec(one) ?? [];
    const status = rejected ? 401 : 200;
    const about = { operation, text: JSON.stringify(text), status };
    return exchange(bare ? { ...about, purpose: 'refusal', credential: 'none' } : about);
  });
  const fact: Fact = {
    kind: 'contradicted',
    requirement: 'transfer/identity/user_dn',
    lane: 'certificate',
    exchanges: [],
    expected: 'a string',
    got: '7',
  };
  const recording = { side: 'service', lanes: [{ name: 'certificate' }], exchanges } as unknown as Recording;
  expect(withoutUnacceptedLanes([fact], recording).map(({ kind }) => kind)).toEqual([expected]);
});
