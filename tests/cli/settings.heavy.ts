import { httpServer } from '../wire/loopback.ts';
import { Workplace } from './command.ts';

const place = new Workplace();
let asked = 0;
const { url } = await httpServer((_, response) => {
  asked += 1;
  response.writeHead(503).end();
});

test.each([
  [
    'a misspelt name',
    { TRANSFER_URL: '%', TRANSFER_TOKN: 'abcdefgh', TRANSFER_TOKEN: 'abcdefgh' },
    /TRANSFER_TOKN is not a setting; did you mean TRANSFER_TOKEN\?/,
    /Example: TRANSFER_TOKEN=/,
  ],
  [
    'a credential that is missing',
    { TRANSFER_URL: '%' },
    /TRANSFER_URL needs TRANSFER_CERT or TRANSFER_TOKEN/,
    /Example: TRANSFER_CERT=/,
  ],
])('%s: exit 2, nothing is sent, and the message names setting and example', async (_, settings, message, example) => {
  place.write(
    '.env',
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value.replace('%', url)}\n`)
      .join(''),
  );
  const before = asked;
  const { code, results, stderr } = await place.results('run --out out --replace');
  place.write('.env', '');
  expect(code).toBe(2);
  expect(results.exitCode).toBe(2);
  expect(results.problems?.join('\n')).toMatch(message);
  expect(results.problems?.join('\n')).toMatch(example);
  expect(stderr).toBe('');
  expect(asked).toBe(before);
});

test('a misspelt name in the environment is a notice, and the run goes on', async () => {
  const { results } = await place.results('run --out out --replace', {
    TRANSFER_URL: url,
    TRANSFER_TOKEN: 'abcdefgh',
    TRANSFER_VOO: 'x',
  });
  expect(results.notices.join('\n')).toMatch(/TRANSFER_VOO is not a setting; did you mean TRANSFER_VO\?/);
  expect(results.run.requests).toBeGreaterThan(0);
});

test('the environment wins over the settings file', async () => {
  place.write('other.env', `TRANSFER_URL=http://127.0.0.1:1\nTRANSFER_TOKEN=abcdefgh\n`);
  const before = asked;
  const { results } = await place.results('run --env-file other.env --out out --replace', {
    TRANSFER_URL: url,
  });
  expect(results.target.interfaces['transfer']).toMatchObject({ url });
  expect(asked).toBeGreaterThan(before);
});
