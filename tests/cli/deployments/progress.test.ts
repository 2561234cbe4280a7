/** Progress and interruption on a terminal. */

import { type Context, createContext } from '../../../src/cli/context.ts';
import { listenForInterruption } from '../../../src/cli/interruption.ts';
import { CLEAR_LINE, showProgress } from '../../../src/report/terminal/progress.ts';
import { answered, exchange } from '../../report/recorded.ts';

const LISTED = { type: 'answered', exchange: exchange('e3', answered(200, '[]')) } as const;

afterEach(() => vi.restoreAllMocks());

function terminal(remark: (text: string) => void = () => undefined): Context {
  return { ...createContext(), interactive: true, stderrWidth: 100, remark };
}

test('on a terminal, one line is rewritten, and cleared at the end; in a pipe, no line', () => {
  let written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  const run = (context: Context) => {
    written = '';
    const progress = showProgress(context);
    progress.on(LISTED);
    progress.on({ type: 'answered', exchange: exchange('e4', answered(403, '')) });
    progress.end();
    return written;
  };
  expect(run(terminal()).split(CLEAR_LINE)).toEqual([
    '',
    'starting',
    expect.stringMatching(/^0:00, 1 request: /),
    expect.stringMatching(/^0:00, 2 requests: /),
    '',
  ]);
  expect(run({ ...terminal(), interactive: false })).toBe('');
});

test('verbose, each request has a line, below an explanation of the lines', () => {
  const lines: string[] = [];
  const progress = showProgress({ ...terminal((text) => lines.push(text)), interactive: false }, true);
  const request = { ...exchange('e4', answered(401, '')).request, credential: 'expired-proxy~an-hour-ago' };
  progress.on(LISTED);
  progress.on({ type: 'answered', exchange: exchange('e4', answered(401, ''), { purpose: 'refusal', request }) });
  expect(lines).toEqual([
    expect.stringMatching(/^In parentheses:\n {2}credential +a request .*\nid +lane +outcome time +request$/s),
    expect.stringMatching(/^e3 .* GET \S+$/),
    expect.stringMatching(/^e4 .* \(credential: expired-proxy, [^~]+\)$/),
  ]);
});

test.each([
  [true, `${CLEAR_LINE}Interrupted: stopping`],
  [false, 'Interrupted: stopping'],
])('the message of Ctrl-C stands on a separate line (terminal: %s)', (interactive, begins) => {
  const remarks: string[] = [];
  const { signal, release } = listenForInterruption({ ...terminal((text) => remarks.push(text)), interactive });
  process.emit('SIGINT');
  release();
  // A command that was interrupted still ends at the next signal.
  process.removeAllListeners('SIGINT');
  expect({ aborted: signal.aborted, begins: remarks[0]?.startsWith(begins) }).toEqual({ aborted: true, begins: true });
});
