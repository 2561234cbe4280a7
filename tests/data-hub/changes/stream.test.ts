/** Lines of a streamed response: those about a change, and unrelated ones. */
import { spokenIn } from '../../../suites/data-hub/stream.ts';

interface Case {
  what: string;
  /** Lines that came before the change. */
  quiet?: string;
  /** Lines that came after it. */
  after: string;
  spoken: string[];
}

const CASES: Case[] = [
  { what: 'blank lines', after: '\r\n \n\n', spoken: [] },
  { what: 'an event', after: 'data: {"file":"a"}\n\n', spoken: ['data: {"file":"a"}'] },
  { what: 'an event without a line end', after: '{"file":"a"}', spoken: ['{"file":"a"}'] },
  { what: 'several lines', after: 'event: change\r\ndata: a\r\n\r\n', spoken: ['event: change', 'data: a'] },
  { what: 'a JSON text sequence', after: '\u001e{"file":"a"}\n', spoken: ['{"file":"a"}'] },
  { what: 'a retry line', after: 'retry: 3000\n', spoken: [] },
  {
    what: 'an event that mentions retry',
    after: 'data: retry: 3000\nretry: soon\n',
    spoken: ['data: retry: #', 'retry: soon'],
  },
  { what: 'a usual line with another number', quiet: 'data: beat 1\n\n', after: 'data: beat 27\n\n', spoken: [] },
  {
    what: 'a usual line and an event',
    quiet: 'data: beat 1\n\n',
    after: 'data: beat 2\n\ndata: {"file":"a"}\n\n',
    spoken: ['data: {"file":"a"}'],
  },
  {
    what: 'the rest of an event, which begins with a colon',
    quiet: 'data',
    after: ': {"file":"a"}\n',
    spoken: [': {"file":"a"}'],
  },
  { what: 'the rest of a comment', quiet: ': still', after: ' here\n', spoken: [] },
  { what: 'the rest of a usual line', quiet: 'data: beat 1\ndata: be', after: 'at 2\n', spoken: [] },
  {
    what: 'an event behind a greeting without a line end',
    quiet: 'hello',
    after: '{"file":"a"}',
    spoken: ['{"file":"a"}'],
  },
  { what: 'a heartbeat behind another without a line end', quiet: '{"beat":1}', after: '{"beat":2}', spoken: [] },
];

test.each(CASES)('$what', ({ quiet = '', after, spoken }) => {
  const bytes = Buffer.from(quiet + after, 'latin1');
  const from = quiet.length;
  expect(spokenIn(bytes, { from, to: bytes.length }, { from: 0, to: from })).toEqual(spoken);
});

test('what came after the stretch does not count', () => {
  const bytes = Buffer.from('data: a\n\ndata: b\n\n');
  expect(spokenIn(bytes, { from: 0, to: 9 }, { from: 0, to: 0 })).toEqual(['data: a']);
});
