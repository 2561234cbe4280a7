/** Commands without a settings file: options give all settings. */
import { startTransferReference } from '../../../reference/transfer/start.ts';
import { closing } from '../../afterwards.ts';
import { Workplace } from '../command.ts';

let place: Workplace;
let there: Awaited<ReturnType<typeof startTransferReference>>;
let given: string[];
beforeEach(async () => {
  place = new Workplace();
  there = closing(await startTransferReference());
  const {
    TRANSFER_URL: url,
    TRANSFER_CERT: cert,
    TRANSFER_KEY: key,
    TRANSFER_CA: ca,
    TRANSFER_TOKEN: token,
  } = there.env;
  place.write('token', `${token}\n`);
  given = ['--url', url, '--cert', cert, ...(key ? ['--key', key] : []), '--ca', ca, '--token-file', 'token'].map(
    String,
  );
});

test('a run tests the deployment, and its results repeat the options but no secret', async () => {
  const only = ['--only', 'transfer/identity/**', '--out', 'report'];
  const { code, results, stderr } = await place.results(['run', ...given, ...only]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(results.counts.pass).toBeGreaterThan(3);
  expect(results.run.invocation?.options?.transfer).toMatchObject({
    'transfer-url': there.env.TRANSFER_URL,
    'transfer-token-file': 'token',
  });
  expect(results.run.invocation?.environment).toBeUndefined();
  expect(JSON.stringify(results)).not.toContain(there.env.TRANSFER_TOKEN);
  const clean = await place.run(['clean', 'report', ...given]);
  expect(clean).toMatchObject({ code: 0, stdout: 'No residue.\n' });
});

test('doctor and plan take them too, and they override the environment', async () => {
  const doctor = await place.run(['doctor', ...given], { TRANSFER_URL: 'https://nowhere.invalid' });
  expect(doctor).toMatchObject({ code: 0, stderr: '' });
  expect(doctor.stdout).toMatch(/^ok +transfer, token: .*accepted$/m);
  const plan = await place.run(['plan', ...given]);
  expect(plan).toMatchObject({ code: 0, stderr: '' });
  expect(plan.stdout).toContain(there.env.TRANSFER_URL);
});
