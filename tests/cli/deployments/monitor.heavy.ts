/** `assay run --monitor nagios`, as a monitoring system starts it. */
import { createServer } from 'node:net';
import { listening } from '../../wire/loopback.ts';
import { WarmWorkplace } from '../warm.ts';

const place = new WarmWorkplace();

test('a run ends with OK and one line of performance data; nothing stands on stderr', async () => {
  const { code, stdout, stderr } = await place.run(
    'run --reference --only transfer/identity --monitor nagios --report openmetrics=m.prom',
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^ASSAY OK - .*\| time=[\d.]+s;;;0;60 verified=[1-9]/);
  expect(stdout).toMatch(/'transfer certificate days left'=0\.\d+$/m);
  expect(place.read('m.prom')).toContain('assay_exit_code{deployment="embedded reference"} 0');
});

test('a long time limit does not make requests wait longer than usual', async () => {
  const { code } = await place.run('run --reference --only transfer/identity --monitor nagios -t 86400');
  expect(code).toBe(0);
});

test.each([
  ['no settings', '', 'No interface is configured'],
  ['an unknown option', ' --bogus', 'Unknown option "--bogus".'],
  ['a file that does not exist', ' --env-file no-such-file', 'no-such-file'],
])('with %s the state is unknown', async (_, args, why) => {
  const { code, stdout } = await place.run(`run --monitor nagios${args}`);
  expect({ code, lines: stdout.split('\n').length }).toEqual({ code: 3, lines: 2 });
  expect(stdout).toMatch(/^ASSAY UNKNOWN - /);
  expect(stdout).toContain(why);
});

test.each([
  [
    'the plugin ends within -t',
    '-t 4',
    { ASSAY_REQUEST_TIMEOUT_MS: '30000' },
    3,
    /^ASSAY UNKNOWN - (incomplete: The run was stopped after 2 s, to clean up before the limit of 4 s \(-t\); requests: \d+\.|no result within 4 s)/,
  ],
  [
    'without a time limit of requests, it has one that shows this',
    '-t 30',
    {},
    2,
    /^ASSAY CRITICAL - .* no response in time/,
  ],
  [
    'an empty time limit of requests is none',
    '-t 30',
    { ASSAY_REQUEST_TIMEOUT_MS: '' },
    2,
    /^ASSAY CRITICAL - .* no response in time/,
  ],
])('a server that never answers: %s', async (_, time, settings, wanted, says) => {
  const { url } = await listening(createServer(() => undefined));
  const { code, stdout } = await place.run(`run --monitor nagios ${time}`, {
    ...settings,
    TRANSFER_URL: url,
    TRANSFER_TOKEN: 'secret-token-1234',
  });
  expect(code).toBe(wanted);
  expect(stdout).toMatch(says);
});
