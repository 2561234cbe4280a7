import { expect, test } from 'vitest';
import { inTwo } from '../../src/report/parts/tally.ts';

test.each([
  ['GET /jobs: rejects an expired proxy', 'GET /jobs', 'rejects an expired proxy'],

  ['job object: a: b', 'job object', 'a: b'],
  ['a title of an older run', '', 'a title of an older run'],
])('%s has two parts', (title, subject, predicate) => expect(inTwo(title)).toEqual([subject, predicate]));
