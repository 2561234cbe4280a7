/** Contexts and jobs that are used alternately, and a service whose certificate is replaced between two calls. */
import { probe } from '../../words.ts';
import {
  describedTransfers,
  jobCall,
  statusCall,
  submitCall,
  transferCall,
  WAY_NAMES,
  WAYS,
  whoamiCall,
} from '../calls.ts';
import type { Command } from '../driver/protocol.ts';
import { jobNeeds, jobStatus, MANY, submittedForm, submittedIds } from './calls.ts';
import { haveOnce, onContext, usableContext, usableWay, type Ways, works } from './contexts.ts';

/** Returns a way that works and presents another credential than the usual one. */
function otherWay(ways: Ways) {
  const { credential } = WAYS[usableWay(ways)];
  return WAY_NAMES.find((way) => WAYS[way].credential !== credential && works(ways, way));
}

/**
 * Two contexts, of two services and with two credentials if two are usable, and two jobs: each call is made with both,
 * in either order, and with what was used before.
 */
export const mixed = probe({
  name: 'mixed',
  title: 'two contexts in turn',
  ...onContext,
  needs: jobNeeds,
  after: [jobStatus],
  async run(tried, context) {
    const way = otherWay(tried.ways);
    const [first = '{job}', second = '{job}'] = submittedIds(tried.submissions);
    // The last transfer copies the source of the one before to a destination that no other call has.
    const described = describedTransfers(MANY + 1, context.round).filter((_, index) => index < 3 || index === MANY);
    const transfers = described.map((transfer, index) => {
      const { source } = described[Math.min(index, 2)] ?? transfer;
      return transferCall(submittedForm(tried.submissions), { ...transfer, source }, `transfer-${index}`);
    });
    const calls = [
      usableContext(tried, {}, 'first'),
      usableContext(tried, { endpoint: '{second}', way }, 'second'),
      ...['first', 'second', 'first'].map(whoamiCall),
      ...transfers,
      jobCall(['transfer-0'], 'job-0'),
      jobCall(['transfer-1', 'transfer-2'], 'job-1'),
      submitCall('job-0', 'first'),
      submitCall('job-1', 'second'),
      jobCall(['transfer-2', 'transfer-0', 'transfer-3'], 'job-2'),
      submitCall('job-1', 'first'),
      submitCall('job-0', 'second'),
      submitCall('job-2', 'second'),
      statusCall(first, 'first'),
      statusCall(second, 'second'),
      statusCall(second, 'first'),
      statusCall(first, 'second'),
      whoamiCall('second'),
    ];
    const lacking = lackingIn(calls, (call) => context.offers(call));
    return {
      inTurn: await haveOnce(
        context,
        'Context',
        calls.filter((one) => !lacking.includes(one)),
      ),
      // Never sent: it says which call is not offered.
      lacking: lacking.length > 0 ? await haveOnce(context, 'Context', lacking) : undefined,
    };
  },
});

/** Returns the calls that are not offered, and those that need what one of them returns. */
function lackingIn(calls: readonly Command[], offers: (call: string) => boolean) {
  const missing = new Set<string>();
  return calls.filter((command) => {
    const used = [...JSON.stringify(command).matchAll(/"\$ref":"([^"]*)"/g)].map(([, name = '']) => name);
    const lacks = !offers(command.call) || used.some((name) => missing.has(name));
    if (lacks && command.keep !== undefined) missing.add(command.keep);
    return lacks;
  });
}

/**
 * Index of the first call after the service has another certificate: context, whoami, transfer and job come
 * before it.
 */
export const TURNED = 4;
/** Index of the first call after it has the first one again. */
export const TURNED_BACK = 7;

/** Every call after the first, at a service that has become untrusted. */
export const turning = probe({
  name: 'turning',
  title: 'service becomes untrusted',
  ...onContext,
  needs: jobNeeds,
  after: [mixed],
  async run(tried, context) {
    const transfers = describedTransfers(1, context.round).map((each) =>
      transferCall(submittedForm(tried.submissions), each, 'transfer'),
    );
    const before = [
      usableContext(tried, { endpoint: '{turning}', verify: true }),
      whoamiCall(),
      ...transfers,
      jobCall(['transfer']),
    ];
    const after = [whoamiCall(), submitCall(), statusCall('{job}')];
    const turns = { [TURNED]: 'untrusted', [TURNED_BACK]: 'trusted' } as const;
    // Contexts and jobs of calls that failed are used again.
    return { turned: await haveOnce(context, 'Context', [...before, ...after, ...after], 'no-credentials', turns) };
  },
});

/** Two contexts for one untrusted service, of which one does not verify: in either order, and again. */
export const verifyingInTurn = probe({
  name: 'verifyingInTurn',
  title: 'two contexts, one verifies',
  ...onContext,
  needs: jobNeeds,
  after: [turning],
  async run(tried, context) {
    const call = (made: readonly boolean[]) => {
      const nameOf = (verify: boolean) => (verify ? 'strict' : 'lax');
      const contexts = made.map((verify) => usableContext(tried, { endpoint: '{untrusted}', verify }, nameOf(verify)));
      return haveOnce(context, 'Context', [...contexts, ...['strict', 'lax', 'strict'].map(whoamiCall)]);
    };
    return { strictFirst: await call([true, false]), laxFirst: await call([false, true]) };
  },
});
