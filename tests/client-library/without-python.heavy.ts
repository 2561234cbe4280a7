/** Without Python, the client library is skipped with the reason, and everything else is tested as usual. */
import { mkdirSync } from 'node:fs';
import { WarmWorkplace } from '../cli/warm.ts';

const place = new WarmWorkplace();
mkdirSync(place.path('bin'));
const without = { PATH: place.path('bin') };

test('against the reference, the run says so and does not fail', async () => {
  const { code, results } = await place.results('run --reference --only transfer/identity', without);
  expect(code).toBe(0);
  expect(results.notConfigured).toEqual(['client-library']);
  expect(results.notices.join('\n')).toContain('client-library is skipped: Python could not be started as python3.');
});

test('and a run of this interface alone reports why it is skipped', async () => {
  const { code, stderr } = await place.run('run --reference --only client-library', without);
  expect(code).toBe(2);
  expect(stderr).toContain('client-library is skipped: Python could not be started as python3.');
});

test('against a library of the settings, every requirement is skipped with the reason, and nothing was verified', async () => {
  const settings = { ...without, CLIENT_LIBRARY_MODULE: 'a_library', TRANSFER_VOO: 'x' };
  const { code, results } = await place.results('run', settings);
  expect(code).toBe(3);
  const planned = results.requirements.filter(({ basis }) => basis !== 'gap');
  expect(new Set(planned.map(({ verdict }) => verdict))).toEqual(new Set(['skipped']));
  expect(planned[0]?.message).toContain('CLIENT_LIBRARY_PYTHON');
  // A misspelt name in the environment does not stop a run.
  expect(results.notices).toContain('TRANSFER_VOO is not a setting; did you mean TRANSFER_VO?');
});
