/** Evidence of earlier versions has labels in place of roles; the same is concluded from it. */
import { expect, test } from 'vitest';
import { buildResults } from '../../src/engine/account/results.ts';
import type { Deviations } from '../../src/selftest/in-process-references.ts';
import { bridgeCampaign } from './campaign.ts';

const campaign = bridgeCampaign();

/** Labels of earlier versions that differ from the roles. */
const LABELS: Readonly<Record<string, string>> = {
  elsewhere: 'other-namespace',
  oddName: 'odd-name',
  everyByte: 'every-byte',
};

test.each<readonly [string, Deviations]>([
  ['the clean reference', {}],
  ['text is refused', { fault: 'ticket-bridge/TicketCreate/accepts-any-text@non-ascii-in-Subject' }],
  ['a modification is refused', { fault: 'ticket-bridge/TicketModify/accepts-any-text@non-ascii-in-Subject' }],
  ['a file is refused', { fault: 'ticket-bridge/AddTicketAttachment/accepts-any-bytes@zero' }],
  ['another ticket is named', { fault: 'ticket-bridge/TicketModify/same-ticket@next' }],
  ['large files are refused', { variants: ['ticket-bridge-variant/large-refused'] }],
  ['nothing is accepted', { fault: 'ticket-bridge/TicketCreate/answers@client-fault' }],
])('%s', async (_, deviations) => {
  const { judgeables, context, results } = await campaign().run(deviations);
  const before = judgeables.map(({ recording, ...judgeable }) => ({
    ...judgeable,
    recording: {
      ...recording,
      probes: recording.probes.map(({ roles: _, ...outcome }) => outcome),
      exchanges: recording.exchanges.map((exchange) => ({
        ...exchange,
        label: LABELS[exchange.label] ?? exchange.label.replace('alone/', ''),
      })),
    },
  }));
  expect(before.some(({ recording }) => recording.exchanges.some(({ label }) => label === 'rich'))).toBe(true);
  expect(buildResults(before, context).requirements).toEqual(results.requirements);
});
