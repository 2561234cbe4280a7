/** Commands that send no request, or only read. */
import { startTransferReference } from '../../../reference/transfer/start.ts';
import { SETTINGS_TABLE } from '../../../src/run/installed/settings-table.ts';
import { closing } from '../../afterwards.ts';
import { Workplace } from '../command.ts';

const place = new Workplace();
const service = closing(await startTransferReference());

const asked = () => service.reference.log.length;

test('list settings: every known one, and no value of any', async () => {
  const { stdout } = await place.run('list settings', { TRANSFER_TOKEN: 'planted-secret' });
  for (const { name } of SETTINGS_TABLE.settings) expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
  expect(stdout).not.toContain('planted-secret');
});

test('doctor: a service that is well, asked with reads only', async () => {
  const before = asked();
  const { code, stdout } = await place.run('doctor', { ...service.env, ASSAY_ALLOW_CREATE: 'jobs' });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok +transfer: TCP/m);
  expect(stdout).toMatch(/^ok +transfer: TLS: TLSv1/m);
  expect(stdout).toMatch(/^ok +transfer, token: GET \/whoami returned 200/m);
  expect(stdout).not.toMatch(/^(warning|problem)/m);
  // The identity with each credential and without one, and the delegation, because jobs may be created.
  const sent = service.reference.log
    .slice(before)
    .map(({ method, target }) => `${method} ${target.replace(/[^/]+$/, (name) => (name === 'whoami' ? name : '…'))}`);
  expect(sent).toEqual([...Array(4).fill('GET /whoami'), 'GET /delegation/…']);
});
