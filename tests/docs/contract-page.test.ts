import { expect, test } from 'vitest';
import { catalogue } from '../../src/run/installed/catalogue.ts';
import { contractPage } from './contract-page.ts';

test('docs/contract.md is what specs/ and schemas/ say (after a change: npm run regenerate)', async () => {
  await expect(await contractPage()).toMatchFileSnapshot('../../docs/contract.md');
});

test('it names every operation and every documented field', async () => {
  const page = await contractPage();
  const interfaces = await catalogue();
  expect(
    interfaces.flatMap(({ operations }) => operations).filter(({ name }) => !page.includes(`#### ${name}\n`)),
  ).toEqual([]);
  for (const field of [
    'submit_time',
    'files[].checksum',
    'params.overwrite',
    'access_token',
    'handleServiceId',
    'ExternalTicketId',
    'http_status',
  ])
    expect(page).toContain(`| \`${field}\` |`);
});
