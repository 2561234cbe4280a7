import { expect, test } from 'vitest';
import { storyLine } from '../../src/report/terminal/progress.ts';
import { answered, exchange } from './recorded.ts';

const asked = exchange('e7', answered(200, '[]'));

test('on a terminal it fits, and the end of a long path is kept', () => {
  const url = `https://h/data/${'x'.repeat(200)}/children`;
  const long = exchange('e8', answered(404, ''), {
    request: { ...asked.request, url, credential: 'none' },
    purpose: 'refusal',
  });
  for (const width of [60, 80, 120]) {
    expect(storyLine(long, width)).toHaveLength(width);
    expect(storyLine(long, width)).toMatch(/^e8 {4}certificate 404 {4}12 ms {2}GET \/.*….*n {2}\(refusal: none\)$/);
  }
});

test('why, and how often, and what instead of an answer', () => {
  const failure = { kind: 'failure', phase: 'connect', code: 'ECONNREFUSED', message: '' } as const;
  const attempt = { url: '', startedAt: 0, endedAt: 1, timings: {}, outcome: failure };
  const refused = exchange('e9', failure, { purpose: 'closing', label: 'none\u001b[2J', attempts: [attempt, attempt] });
  expect(storyLine(refused, Number.POSITIVE_INFINITY)).toMatch(
    /ECONNREFUSED \(connect\) {4}12 ms {2}GET \/jobs\?vo_name=dteam {2}2 attempts {2}\(closing: none\\u\{1b\}\[2J\)$/,
  );
});
