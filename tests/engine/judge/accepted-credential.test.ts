/** Where a service gives everybody the same response, it is unknown whether it accepts a credential. */
import { withoutUnacceptedLanes } from '../../../src/engine/judge/accepted-credential.ts';
import type { Fact, Recording } from '../../../src/engine/words/types.ts';
import { exchange } from '../exchanges.ts';

/** Each word is a request: its operation, `?` without a credential, `!` rejected, and the response after a colon. */
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
