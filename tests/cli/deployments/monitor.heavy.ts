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

test('a server that never answers: the plugin ends within -t', async () => {
  const { url } = await listening(createServer(() => undefined));
  const { code, stdout } = await place.run('run --monitor nagios -t 4', {
    TRANSFER_URL: url,
    TRANSFER_TOKEN: 'secret-token-1234',
  });
  expect({
    code,
    unknown:
      /^ASSAY UNKNOWN - (incomplete: The time limit of 4 s \(-t\) was reached \(requests: \d+\): raise -t,|no result within 4 s)/.test(
        stdout,
      ),
  }).toEqual({
    code: 3,
    unknown: true,
  });
});
