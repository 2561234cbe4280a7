import { httpServer } from '../wire/loopback.ts';
import { Workplace } from './command.ts';

const place = new Workplace();
let asked = 0;
const { url } = await httpServer((_, response) => {
  asked += 1;
  response.writeHead(503).end();
});

test('a misspelt name in a file: exit 2, nothing is sent, and the message names setting and example', async () => {
  place.write('.env', `TRANSFER_URL=${url}\nTRANSFER_TOKN=abcdefgh\nTRANSFER_TOKEN=abcdefgh\n`);
  const { code, results, stderr } = await place.results('run --out out --replace');
  place.write('.env', '');
  expect({ code, stderr, exitCode: results.exitCode, asked }).toEqual({ code: 2, stderr: '', exitCode: 2, asked: 0 });
  expect(results.problems?.join('\n')).toMatch(
    /TRANSFER_TOKN is not a setting; did you mean TRANSFER_TOKEN\?[\s\S]*Example: TRANSFER_TOKEN=/,
  );
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
