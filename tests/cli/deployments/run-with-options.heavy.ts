/** Commands without a settings file: options give all settings. */
import { startTransferReference } from '../../../reference/transfer/start.ts';
import { closing } from '../../afterwards.ts';
import { WarmWorkplace } from '../warm.ts';

test('a run tests the deployment, and its results repeat the options but no secret; options override the environment', async () => {
  const place = new WarmWorkplace();
  const { env } = closing(await startTransferReference());
  const { TRANSFER_URL: url = '', TRANSFER_CERT: cert = '', TRANSFER_CA: ca = '', TRANSFER_TOKEN: token = '' } = env;
  place.write('token', `${token}\n`);
  const given = ['--url', url, '--cert', cert, '--ca', ca, '--token-file', 'token'];
  const only = ['--only', 'transfer/identity/**', '--out', 'report'];
  const { code, results, stderr } = await place.results(['run', ...given, ...only]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(results.counts.pass).toBeGreaterThan(3);
  expect(results.run.invocation?.options?.transfer).toMatchObject({
    'transfer-url': url,
    'transfer-token-file': 'token',
  });
  expect(results.run.invocation?.environment).toBeUndefined();
  expect(JSON.stringify(results)).not.toContain(token);
  const doctor = await place.run(['doctor', ...given], { TRANSFER_URL: 'https://nowhere.invalid' });
  expect(doctor).toMatchObject({ code: 0, stderr: '' });
  expect(doctor.stdout).toMatch(/^ok +transfer, token: .*accepted$/m);
});
