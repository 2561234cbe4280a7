/** Runs of one campaign share contract and credentials, and nothing that a run has learnt: their order does not matter. */
import { describe, expect, test } from 'vitest';
import type { Handler, ReferenceResponse } from '../../reference/types.ts';
import { Campaign } from '../../src/selftest/campaign.ts';
import {
  type Deviations,
  type InProcessReference,
  inProcessReferenceOf,
} from '../../src/selftest/in-process-references.ts';

/** A lawful data hub in which the listing through CDMI lacks new files at first. */
const LATE = 'listing-late';

const withoutNewFiles = (response: ReferenceResponse): ReferenceResponse => {
  const { children, ...rest } = JSON.parse(Buffer.from(response.body as Uint8Array).toString()) as {
    children: string[];
  };
  return {
    ...response,
    body: Buffer.from(JSON.stringify({ ...rest, children: children.filter((name) => !name.startsWith('assay-')) })),
  };
};

function late(handler: Handler): Handler {
  let [uploads, left] = [0, 1];
  return async (request) => {
    const response = await handler(request);
    if (request.method === 'PUT') uploads += 1;
    if (!request.target.endsWith('?children') || uploads === 0 || left === 0) return response;
    left -= 1;
    return withoutNewFiles(response);
  };
}

/** The reference, with the late data hub among its variants. */
const withLate = (reference: InProcessReference): InProcessReference => ({
  ...reference,
  envFor: (deviations) => (deviations.variants?.includes(LATE) ? {} : (reference.envFor?.(deviations) ?? {})),
  async deploy(deviations) {
    if (!deviations.variants?.includes(LATE)) return reference.deploy(deviations);
    return new Map([...(await reference.deploy({}))].map(([origin, handler]) => [origin, late(handler)]));
  },
});

/** What depends on which of several concurrent requests came first: numbers of exchanges, and identifiers that the reference gives. */
const plain = (text: string): string => text.replace(/exchange e\d+/g, 'exchange').replace(/[0-9a-f]{32}/g, 'ID');

/** Verdicts and messages, and the requests of a run. */
async function seen(campaign: Campaign, deviations: Deviations, only: readonly string[]) {
  const { results, judgeables } = await campaign.run(deviations, only);
  const requests = judgeables.flatMap(({ recording }) =>
    recording.exchanges.map(({ lane, probe, label, request }) =>
      plain(`${lane} ${probe} ${label} ${request.method} ${request.url}`),
    ),
  );
  return {
    rows: results.requirements.map(({ id, verdict, message = '' }) => plain(`${id}: ${verdict} ${message}`)),
    requests: requests.sort(),
  };
}

describe('runs of one campaign, forwards and backwards', () => {
  test.each<[string, readonly string[], readonly Deviations[]]>([
    [
      'data-hub',
      // Without the subscription: which events come in time depends on the load of the machine.
      ['data-hub/cdmi-list', 'data-hub/list-handles', 'data-hub/create-share'],
      [
        {},
        { fault: 'data-hub/cdmi-list/holds-created@lacks-all-made' },
        { variants: [LATE] },
        { fault: 'data-hub/create-share/identifies-share@dead' },
        { fault: 'data-hub/list-handles/holds-created@lacks-all-made' },
      ],
    ],
    [
      'ticket-bridge',
      [],
      [
        {},
        { variants: ['ticket-bridge-variant/known-late'] },
        { fault: 'ticket-bridge/TicketModify/same-ticket@zero' },
      ],
    ],
  ])('%s', async (name, only, list) => {
    const reference = withLate(await inProcessReferenceOf(name));
    try {
      const forwards = await Campaign.start(reference);
      const first = [];
      for (const deviations of list) first.push(await seen(forwards, deviations, only));
      const backwards = await Campaign.start(reference);
      const second = [];
      for (const deviations of list.toReversed()) second.push(await seen(backwards, deviations, only));
      second.reverse();
      for (const [index, deviations] of list.entries())
        expect(second[index], JSON.stringify(deviations)).toEqual(first[index]);
      const red = first.map(({ rows }) => rows.some((row) => /: (?:fail|warn|error) /.test(row)));
      expect(red).toEqual(list.map(({ fault }) => fault !== undefined));
    } finally {
      await reference.close();
    }
  });
});
