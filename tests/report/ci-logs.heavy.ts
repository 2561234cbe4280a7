/** Texts from a server that are commands to a CI runner: no output in a log executes them. */
import fc from 'fast-check';
import { errorResponse } from '../../reference/transfer/answers.ts';
import { by, JOB, members } from '../../reference/transfer/operators.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { printable } from '../../src/report/parts/report-input.ts';
import { closing } from '../afterwards.ts';
import { settingsFile } from '../cli/command.ts';
import { WarmWorkplace } from '../cli/warm.ts';

const COMMANDS = [
  '::error::red',
  '::add-mask::a',
  ' ::stop-commands::x',
  '::set-output name=a::b',
  '##[error]red',
  '##vso[task.complete]',
  "##teamcity[message text='a']",
  '\u00a0::notice::after a blank that does not break',
  '\u3000 ##[section]after a wide blank',
];
/** Commands that runners execute: those of GitHub at the beginning of a line, the others anywhere. */
const OBEYED = /^\s*::[a-z-]+|##\[|##vso\[|##teamcity\[/im;

test.each(COMMANDS)('%s is escaped, and still readable', (command) => {
  expect(printable(command)).not.toMatch(OBEYED);
  expect(
    printable(command).replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  ).toBe(command);
});

test.each(['SOAP::Lite/Perl/1.27', 'https://[::1]:8443', 'a::b', '## heading', 'std::error_code'])(
  '%s stays as it is',
  (text) => {
    expect(printable(text)).toBe(text);
  },
);

test('whatever stands around a command, and wherever the line is wrapped', () => {
  const texts = fc
    .array(fc.oneof(fc.string(), fc.constantFrom(...COMMANDS, ':', '#', ' ')), { maxLength: 8 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      texts,
      (text) =>
        !printable(text)
          .split(' ')
          .some((word) => /^::(error|add-mask|stop-commands|set-output)\b|##(\[|vso\[|teamcity\[)/i.test(word)),
    ),
  );
});

const place = new WarmWorkplace();
const text = COMMANDS.join('\n');
const started = closing(
  await startTransferReference({
    changes: [
      by.refuse({ at: 'delegation' }, errorResponse(400, text)),
      members(JOB, { job_state: text, submit_time: text }),
    ],
  }),
);

test('a run against a server that sends commands: no line of any command is one', async () => {
  place.write('fleet/site.env', settingsFile(started.env));
  for (const args of [
    'run --verbose --only transfer/job,transfer/delegation --out run',
    'explain e2 run',
    'history . --verbose',
    'doctor',
    'run --monitor nagios --only transfer/job',
    'fleet fleet --out fleet-out --verbose --only transfer/job',
    `explain ${COMMANDS[0]}`,
    `run --env-file ${COMMANDS[0]}`,
  ]) {
    const { code, stdout, stderr } = await place.run(args, { ...started.env, COLUMNS: '40', CI: 'true' });
    // A monitoring plugin with findings ends with 2.
    const codes = /::|nagios/.test(args) ? [2] : [0, 1, 3];
    expect({ args, code, stderr }).toEqual({ args, code: expect.toBeOneOf(codes), stderr: expect.any(String) });
    expect(`${stdout}\n${stderr}`).not.toMatch(OBEYED);
  }
  expect(place.read('run/results.json')).toContain('::add-mask::a');
});
