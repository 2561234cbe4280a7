/** Which runs become the base of later comparisons. */
import type { Results } from '../../src/index.ts';
import { whyNoBase } from '../../src/run/directory/base.ts';
import { resultsWith } from './results.ts';

const passed = resultsWith({ 'transfer/a': 'pass' });
const run = (more: Partial<Results['run']>) => ({ run: { ...passed.run, ...more } });

test.each<[string, Partial<Results>, string | undefined]>([
  ['passed', {}, undefined],
  ['sent no request', run({ requests: 0 }), 'sent no request'],
  ['was interrupted', { ...run({ interrupted: true }), exitCode: 130 }, 'was interrupted'],
  ['was narrowed', run({ only: ['transfer/a'] }), 'was narrowed (--only)'],
  ['failed', { exitCode: 1 }, 'did not pass its gate (exit code 1)'],
  ['could not reach the service', { exitCode: 3, verified: {} }, 'verified no requirement of transfer'],
  [
    'verified one of two interfaces, whatever its gate said',
    { conclusions: { transfer: 'conformant', 'data-hub': 'incomplete' } },
    'verified no requirement of data-hub',
  ],
])('as a base, a run that %s', (_, more, why) => expect(whyNoBase({ ...passed, ...more })).toBe(why));
