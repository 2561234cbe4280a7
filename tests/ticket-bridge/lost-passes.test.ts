/** What a legal refusal or silence costs: exactly the passes that it declares, because a pass needs an answer that could have contradicted it. */
import { expect, test } from 'vitest';
import { ticketBridgeVariants } from '../../reference/ticket-bridge/variants.ts';
import { globOf } from '../../src/engine/send/select.ts';
import type { Deviations } from '../../src/selftest/in-process-references.ts';
import { bridgeCampaign } from './campaign.ts';

const campaign = bridgeCampaign();

async function verdicts(deviations: Deviations): Promise<ReadonlyMap<string, string>> {
  const { results } = await campaign().run(deviations);
  return new Map(results.requirements.map(({ id, verdict }) => [id, verdict]));
}

test.each(ticketBridgeVariants().filter(({ loses, tags }) => loses !== undefined || tags?.includes('refusal')))(
  '$id',
  async ({ id, loses = [] }) => {
    const found = await verdicts({ variants: [id] });
    const passed = campaign()
      .clean.requirements.filter(({ verdict }) => verdict === 'pass')
      .map((result) => result.id);
    expect(passed.filter((row) => found.get(row) !== 'pass').sort()).toEqual(
      passed.filter((row) => loses.some((glob) => globOf(glob).test(row))).sort(),
    );
  },
);

test.each([
  ['encoding-style@no-parts', ['encoding-style', 'part-count']],
  ['accepts-any-text@status-500', ['accepts-any-text']],
])('TicketCreate/%s turns red what it declares', async (fault, red) => {
  const found = await verdicts({ fault: `ticket-bridge/TicketCreate/${fault}` });
  const alarms = [...found]
    .filter(([, verdict]) => verdict === 'fail' || verdict === 'warn')
    .map(([id]) => id.split('/').at(-1));
  expect(alarms.sort()).toEqual(red);
});
