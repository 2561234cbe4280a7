import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeReady } from '../../src/run/ready.ts';
import { settingsFromFiles } from '../../src/run/settings-source.ts';
import { file, folder, TRANSFER } from './given-settings.ts';

const HELD = file('held.pem', 'no certificate\n');

/** Returns the messages about settings in a file, the environment and options. */
async function problemsOf(
  text: string,
  environment: Record<string, string> = {},
  options: Record<string, string> = {},
) {
  const named = join(folder, 'places.env');
  writeFileSync(named, text);
  const { env, places } = await settingsFromFiles(environment, folder, named, {
    values: options,
    options: {},
    places: new Map(Object.keys(options).map((name) => [name, '--option'])),
  });
  const made = await makeReady(env, places);
  return made.ok ? [] : made.problems.map((problem) => problem.replaceAll(`${folder}/`, ''));
}

const { TRANSFER_URL: URL, TRANSFER_TOKEN: TOKEN } = TRANSFER;
const VALID = `TRANSFER_URL=${URL}\nTRANSFER_TOKEN=${TOKEN}\n`;

it.each([
  ['an unknown name in a file', [`${VALID}TRANSFER_TOKN=s3cret`], ['places.env:3: TRANSFER_TOKN is not a setting']],
  ['a value in a file', [`# why\nTRANSFER_URL=htp://x\nTRANSFER_TOKEN=${TOKEN}`], ['places.env:2: TRANSFER_URL must']],
  [
    'a value after one of several lines',
    [`A='1\nTRANSFER_VO=2'\n${VALID}ASSAY_DEPTH=x`],
    ['places.env:5: ASSAY_DEPTH'],
  ],
  ['a variable', [VALID, { ASSAY_DEPTH: 'x' }], ['environment: ASSAY_DEPTH must']],
  [
    'a variable in the place of a line',
    [VALID, { TRANSFER_TOKEN: 's3c ret' }],
    ['environment (overrides places.env:2): TRANSFER_TOKEN must be one to'],
  ],
  ['an option', [VALID, { TRANSFER_VO: 'x' }, { ASSAY_DEPTH: 'x' }], ['--option must be standard ']],
  [
    'settings without another',
    ['TRANSFER_VO=x', { TRANSFER_KEY: HELD }],
    ['environment, places.env:1: ', 'environment: '],
  ],
  [
    'several values at once',
    [`${VALID}TRANSFER_CERT=/none.pem\nTRANSFER_CANCEL_WAIT_MS=x`, {}, { TRANSFER_URL: 'x' }],
    [
      'places.env:3: TRANSFER_CERT names "/none.pem"',
      'places.env:4: TRANSFER_CANCEL_WAIT_MS must',
      '--option must be a URL that',
    ],
  ],
  [
    'a certificate, a profile, an authority and an operation at once',
    [
      `TRANSFER_URL=${URL}\nTRANSFER_CERT=${HELD}\nASSAY_PROFILE=none\nTRANSFER_CA=${HELD}`,
      { ASSAY_NOT_OFFERED: 'list-job' },
    ],
    [
      'places.env:2: TRANSFER_CERT "held.pem" contains no certificate',
      'places.env:3: ASSAY_PROFILE: The profile "none" is neither a file',
      'places.env:4: TRANSFER_CA: "held.pem" contains no certificate',
      'environment: ASSAY_NOT_OFFERED: "list-job" is neither',
    ],
  ],
  [
    'a rule between settings and a missing file at once',
    [`${VALID}TRANSFER_SOURCE=x\nTRANSFER_CERT=/none.pem`],
    [
      'places.env:3: TRANSFER_SOURCE must',
      'places.env:3: TRANSFER_SOURCE needs TRANSFER_DESTINATION',
      'places.env:4: TRANSFER_CERT names',
    ],
  ],
] as const)('a problem names the place of %s', async (_, [text, environment, options], expected) => {
  const problems = await problemsOf(text, environment, options);
  expect(problems.map((problem, at) => problem.slice(0, expected[at]?.length))).toEqual(expected);
  expect(problems.join()).not.toMatch(/s3c/);
});
