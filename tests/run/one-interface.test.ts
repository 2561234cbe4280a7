/** The settings that concern one interface. */
import { makeReady, onlyOthersConfigured, settingsOf } from '../../src/run/ready.ts';
import { hostRun } from '../../src/run/run-conformance.ts';

const TRANSFER = { TRANSFER_URL: 'https://transfer.example.org', TRANSFER_TOKEN: 'token-of-a-user' };
const ZONE = { DATA_HUB_ZONE_URL: 'https://zone.example.org', DATA_HUB_TOKEN: 'token-of-a-zone' };
const COMMON = { ASSAY_CONCURRENCY: '2', HTTPS_PROXY: 'http://proxy.example.org:3128', PATH: '/bin' };

test('keeps its own settings, those of every run, and what belongs to other programs', () => {
  expect(settingsOf(['transfer'], { ...TRANSFER, ...ZONE, ...COMMON })).toEqual({ ...TRANSFER, ...COMMON });
});

test('the list of interfaces keeps what concerns it, and unknown names', () => {
  const env = {
    ...TRANSFER,
    ASSAY_INTERFACES: 'transfer, data-hub,ftp',
    ASSAY_NOT_OFFERED: 'list-spaces,cancel-job',
  };
  expect(settingsOf(['transfer'], env)).toEqual({
    ...TRANSFER,
    ASSAY_INTERFACES: 'transfer,ftp',
    ASSAY_NOT_OFFERED: 'list-spaces,cancel-job',
  });
});

test('operations of other interfaces are known, and have no effect', async () => {
  const made = await makeReady({ ...TRANSFER, ASSAY_NOT_OFFERED: 'list-spaces,list-spaces:token,cancel-job,token' });
  expect(made.ok && [...made.target.notOffered]).toEqual(['cancel-job', 'token']);
});

test('an interface is absent only if another one is configured', () => {
  expect(onlyOthersConfigured('data-hub', TRANSFER)).toBe(true);
  expect(onlyOthersConfigured('transfer', { ...TRANSFER, ...ZONE })).toBe(false);
  expect(onlyOthersConfigured('transfer', COMMON)).toBe(false);
  expect(onlyOthersConfigured('data-hub', { ...TRANSFER, ASSAY_INTERFACES: 'data-hub' })).toBe(false);
});

test.each([
  ['the embedded references', { env: {}, reference: true }],
  ['a deployment', { env: { ...ZONE, TICKET_BRIDGE_URL: 'http://127.0.0.1:9/', TICKET_BRIDGE_NAMESPACE: 'urn:x' } }],
])('a run for a plan tests the interfaces of the plan alone: %s', async (_, options) => {
  const { results } = await hostRun({ ...options, plan: 'ticket-bridge', only: 'ticket-bridge/TicketCreate/**' });
  expect(results.problems).toBeUndefined();
  expect(Object.keys(results.target.interfaces)).toEqual(['ticket-bridge']);
  // The others are not in the plan, whether they are configured or not.
  expect(results.notConfigured).toEqual([]);
});

test('a run for a plan needs the interfaces of the plan, whatever else is configured', async () => {
  const { results } = await hostRun({ env: ZONE, plan: 'ticket-bridge' });
  expect(results.exitCode).toBe(2);
});
