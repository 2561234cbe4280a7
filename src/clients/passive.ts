/** Judges traffic of other programs. Sends no request; unseen or uncertain data are not judged. */

import type { Interface } from '../contract/types.ts';
import { byFrequency } from '../engine/account/grouping.ts';
import { buildResults, type Judgeable } from '../engine/account/results.ts';
import { stated } from '../engine/words/reasons.ts';
import type { Fact, Traffic } from '../engine/words/types.ts';
import { loadKnownProfile } from '../run/installed/known-profile.ts';
import { loadContract, loadSuite } from '../run/installed/suites.ts';
import { contextOf } from '../run/results-without-run.ts';
import { createRedactor } from '../wire/secrets/redaction.ts';
import { loadClientContract, SERVED_INTERFACES } from './client-side.ts';
import { UNSEEN, type Understood, understand } from './passive-har.ts';
import { basesOf, type PassiveOptions, place, type Side } from './placing.ts';

const NOT_SEEN = 'the recorded traffic contains no evidence of it';

/** Judges the entries of a HAR file, each by itself. */
export async function judgePassively(entries: readonly unknown[], { bases, env }: PassiveOptions) {
  const redactor = createRedactor();
  const profile = env['ASSAY_PROFILE'] ? loadKnownProfile(env['ASSAY_PROFILE']) : undefined;
  const first = entries.map((entry, index) => understand(entry, index, redactor));
  const began = Math.min(...first.map((one) => ('why' in one ? Number.POSITIVE_INFINITY : one.exchange.startedAt)));
  // Read the entries twice: the second pass redacts a credential also in entries before the one in which it was
  // recognised.
  const understood = entries.map((entry, index) => understand(entry, index, redactor, began));
  const sides = new Map<Interface, Side>();
  for (const { name, services, served } of SERVED_INTERFACES) {
    const own = services.flatMap((service) => bases[service.name] ?? []);
    if (own.length === 0) continue;
    const [suite, traffic] = await Promise.all([loadSuite(name), served.traffic()]);
    const namespace =
      (served.namespace === undefined ? undefined : env[served.namespace]) ?? namespaceIn(understood, own, traffic);
    sides.set(name, {
      contract: loadContract(name, profile),
      suite,
      traffic,
      clients: loadClientContract(name, { namespace }),
      exchanges: [],
      facts: [],
    });
  }
  const left = byFrequency(understood.flatMap((one) => place(one, bases, sides, env) ?? []));
  const judgeables = [...sides.values()].map((side) => judgeableOf(side));
  const judged = [...sides.values()].reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const startedAt = new Date(Number.isFinite(began) ? began : 0).toISOString();
  const context = contextOf([...sides.values()].map(({ contract }) => contract));
  const results = buildResults(judgeables, {
    ...context,
    run: { ...context.run, startedAt, endedAt: startedAt },
    target: {
      ...context.target,
      interfaces: Object.fromEntries([...sides.keys()].map((name) => [name, basesOf(name, bases)])),
    },
    notices: [
      `${judged} of ${entries.length} recorded exchanges were judged. No request was sent.`,
      ...left.map((all) => `Not judged: ${all.length}, because ${all[0]}.`),
    ],
  });
  return { results, exchanges: [...sides.values()].flatMap(({ exchanges }) => exchanges) };
}

/** Returns the XML namespace of requests to these addresses, if the interface has one. */
function namespaceIn(understood: readonly Understood[], addresses: readonly string[], { namespaceOf }: Traffic) {
  for (const { exchange } of understood) {
    const isOwn = addresses.some((address) => exchange?.request.url.startsWith(address));
    const namespace = exchange && isOwn ? namespaceOf?.(exchange) : undefined;
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

/** Returns one side, ready to be judged: requirements without a fact are reported as not seen. */
function judgeableOf({ suite, contract, exchanges, facts }: Side): Judgeable {
  const lanes = [...new Set(exchanges.map(({ lane }) => lane))];
  const spoken = new Set(facts.map(({ requirement }) => requirement));
  const open = [...contract.requirements.values()]
    .filter(({ id, basis }) => basis !== 'gap' && !spoken.has(id))
    .map(
      ({ id }): Fact => ({
        requirement: id,
        lane: lanes[0] ?? UNSEEN,
        exchanges: [],
        kind: 'undecided',
        reason: stated('settings', NOT_SEEN),
      }),
    );
  return {
    contract,
    suite: { ...suite, notPlanned: () => new Map() },
    recording: {
      interface: contract.interface,
      lanes: (lanes.length > 0 ? lanes : [UNSEEN]).map((name) => ({ name, given: {}, credentials: [] })),
      probes: [],
      exchanges,
    },
    facts: [...facts, ...open],
  };
}
