/** A pass needs evidence that could have contradicted it. */
import { afterEach, expect, test } from 'vitest';
import { runConformance } from '../../src/index.ts';
import { Opened, verdictOf } from './deployment.ts';

const opened = new Opened();
afterEach(() => opened.close());

test.each(['missing', 'number', 'null'])(
  'jobs whose vo_name is wrong (%s) tell nothing of the filter by organisation',
  async (fault) => {
    const { env } = await opened.reference({ fault: `transfer/job/vo_name@${fault}` });
    const results = await runConformance({ env, only: ['transfer/job/vo_name', 'transfer/list-jobs'] });
    expect(verdictOf(results, 'transfer/job/vo_name')).toBe('fail');
    expect(verdictOf(results, 'transfer/list-jobs/accepts-vo-name')).toBe('pass');
    expect(verdictOf(results, 'transfer/list-jobs/vo-name-filters')).toBe('inconclusive');
  },
);
