/** Reads asked for without a valid credential, between good ones. */
import { refusedKinds } from '../../../src/contract/refused-kinds.ts';
import { succeeded } from '../../../src/engine/answer.ts';
import { paramsOf, type Value } from '../../../src/engine/origins.ts';
import { optional, type Probe, probe } from '../../../src/engine/suite.ts';
import type { ProbeContext } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { subscribing, subscription } from './changes.ts';
import { contents } from './contents.ts';
import { findFolder } from './folder.ts';
import { listFolderByPath, listFolderThroughCdmi } from './listings.ts';
import { listHandles, readHandle, readShare } from './sharing.ts';
import { counted } from './transfers.ts';
import { listHandleServices, listSpaces, readHandleService, readSpace } from './zone.ts';

/** Attempts a read with every bad credential and the parameters that succeeded, then again with the good one. */
function refusingRead(operation: string, of: readonly Probe[]): Probe {
  return probe({
    name: `refuse ${operation}` as string,
    operation,
    needs: of.map((one) => optional(one)),
    async run(evidence, context) {
      const all = Object.values(evidence).flat();
      const good = all.find(
        (exchange) => exchange.operation === operation && exchange.purpose === 'documented' && exchange.label !== 'encoded' && succeeded(exchange),
      );
      if (good === undefined) return [];
      const options = { params: paramsOf(good) } as const;
      const kinds = refusedKinds(context.contract, `data-hub/${operation}`);
      const tries = await Promise.all(
        kinds.map((kind) => context.send(operation, { ...options, credential: kind, purpose: 'refusal', label: kind, repeatable: true })),
      );
      return [...tries, await context.send(operation, { ...options, purpose: 'closing', label: 'again', repeatable: true, ...counted })];
    },
  });
}

/** How long a try that was let in is listened to, milliseconds. */
const LISTENING_MS = 250;

/** A subscription that is let in stays open, so it is listened to for a moment and closed. */
function listen(context: ProbeContext, spaceId: Value, credential: string, refusal: boolean): Promise<Exchange> {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let closedByUs = false;
  return context
    .send('subscribe-changes', {
      ...subscribing(context.settings, spaceId),
      repeatable: true,
      credential,
      purpose: refusal ? 'refusal' : 'closing',
      label: refusal ? credential : 'again',
      until: closing.signal,
      onHeaders(status) {
        if (status >= 300) return undefined;
        timer = setTimeout(
          () => {
            closedByUs = true;
            closing.abort();
          },
          refusal ? LISTENING_MS : 0,
        );
        return undefined;
      },
      onChunk: () => undefined,
      notes: () => ({ closedByUs }),
    })
    .finally(() => clearTimeout(timer));
}

const refuseSubscription = probe({
  name: 'refuse subscribe-changes' as string,
  operation: 'subscribe-changes',
  needs: [optional(subscription)],
  async run({ subscription }, context) {
    const good = subscription.find(({ operation }) => operation === 'subscribe-changes');
    const spaceId = good && paramsOf(good)['space_id'];
    if (good === undefined || !succeeded(good) || spaceId === undefined) return [];
    const tries = await Promise.all(refusedKinds(context.contract, 'data-hub/subscribe-changes').map((kind) => listen(context, spaceId, kind, true)));
    return [...tries, await listen(context, spaceId, 'good', false)];
  },
});

/** Reads by operation, with the probes that showed what they take. */
export const refusedReads: Readonly<Record<string, Probe>> = {
  'list-spaces': refusingRead('list-spaces', [listSpaces]),
  'get-space': refusingRead('get-space', [readSpace]),
  'list-handle-services': refusingRead('list-handle-services', [listHandleServices]),
  'get-handle-service': refusingRead('get-handle-service', [readHandleService]),
  'get-share': refusingRead('get-share', [readShare]),
  'list-handles': refusingRead('list-handles', [listHandles]),
  'get-handle': refusingRead('get-handle', [readHandle]),
  'cdmi-list': refusingRead('cdmi-list', [listFolderThroughCdmi]),
  'list-files': refusingRead('list-files', [listFolderByPath]),
  'lookup-file-id': refusingRead('lookup-file-id', [findFolder]),
  'list-children': refusingRead('list-children', [findFolder]),
  'cdmi-read': refusingRead('cdmi-read', [contents.cdmi.text, contents.rest.text]),
  'read-content': refusingRead('read-content', [contents.cdmi.text, contents.rest.text]),
  'subscribe-changes': refuseSubscription,
};
