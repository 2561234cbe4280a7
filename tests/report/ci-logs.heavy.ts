/** Texts from a server that are commands to a CI runner: no output in a log executes them. */
import fc from 'fast-check';
import { errorResponse } from '../../reference/transfer/answers.ts';
import { by, JOB, members } from '../../reference/transfer/operators.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { printable } from '../../src/report/parts/report-input.ts';
import { closing } from '../afterwards.ts';
import { settingsFile, Workplace } from '../cli/command.ts';

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

const place = new Workplace();
const text = COMMANDS.join('\n');
const started = closing(
  await startTransferReference({
    changes: [
      by.refuse({ at: 'delegation' }, errorResponse(400, text)),
      members(JOB, { job_state: text, submit_time: text }),
    ],
  }),
);

describe('a run against a server that sends commands', () => {
  test.each([40, 80])('no line of the terminal is one, %i columns wide', async (columns) => {
    const { stdout, stderr } = await place.run(
      `run --verbose --only transfer/job,transfer/delegation --out run-${columns}`,
      {
        ...started.env,
        COLUMNS: String(columns),
        CI: 'true',
      },
    );
    expect(stdout).toContain('submit_time');
    expect(stdout).not.toMatch(OBEYED);
    expect(stderr).not.toMatch(OBEYED);
  });

  test('nor of what other commands say of the run', async () => {
    place.write('fleet/site.env', settingsFile(started.env));
    for (const args of [
      'judge run-80',
      'diff run-80 run-40 --markdown',
      'report run-80 --to markdown=run.md --to junit=run.xml --to github=run.txt',
      'report run-80 --to openmetrics=run.prom',
      'history . --verbose',
      'history . --report markdown=history.md',
      'doctor',
      'run --monitor nagios --only transfer/job',
      'fleet fleet --out fleet-out --verbose --only transfer/job',
      `explain ${COMMANDS[0]}`,
      `run --env-file ${COMMANDS[0]}`,
    ]) {
      const { code, stdout, stderr } = await place.run(args, started.env);
      // A monitoring plugin with findings ends with 2.
      if (!args.includes(COMMANDS[0] ?? '') && !args.includes('nagios'))
        expect({ args, code, stderr }).toEqual({ args, code: expect.toBeOneOf([0, 1, 3]), stderr: expect.any(String) });
      expect(`${stdout}\n${stderr}`).not.toMatch(OBEYED);
    }
    // The file contains only commands of Assay.
    const annotations = place.read('run.txt');
    expect(annotations.replace(/^::(error|warning) title=/gm, '')).not.toMatch(OBEYED);
    expect(annotations).toMatch(/^::error title=fail transfer/);
    for (const file of ['run.md', 'run.xml', 'run.prom', 'history.md']) expect(place.read(file)).not.toMatch(OBEYED);
  });
});
