import { expect, test } from 'vitest';
import { storyLine } from '../../src/report/story.ts';
import { answered, exchange } from './recorded.ts';

const asked = exchange('e7', answered(200, '[]'));

test('in a pipe a line is as long as it has to be', () => {
  expect(storyLine(asked, Number.POSITIVE_INFINITY)).toBe('e7    certificate GET /jobs?vo_name=dteam  200  12 ms');
});

test('on a terminal it fits, and what came of it stands in a column', () => {
  const long = exchange('e8', answered(404, ''), { request: { ...asked.request, url: `https://h/data/${'x'.repeat(200)}/children` } });
  for (const width of [60, 80, 120]) {
    expect(storyLine(asked, width)).toHaveLength(width);
    expect(storyLine(long, width)).toHaveLength(width);
    expect(storyLine(long, width)).toMatch(/…x*\/?\w+ {2}404 {2}12 ms$/);
  }
});

test('why, and how often, and what instead of an answer', () => {
  const failure = { kind: 'failure', phase: 'connect', code: 'ECONNREFUSED', message: '' } as const;
  const attempt = { url: '', startedAt: 0, endedAt: 1, timings: {}, outcome: failure };
  const refused = exchange('e9', failure, { purpose: 'refusal', label: 'none\u001b[2J', attempts: [attempt, attempt] });
  expect(storyLine(refused, Number.POSITIVE_INFINITY)).toMatch(/ECONNREFUSED \(connect\) {2}12 ms, 2 attempts {2}\(refusal: none\\u\{1b\}\[2J\)$/);
});
