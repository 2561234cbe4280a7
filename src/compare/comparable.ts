/** The services that results are about, and the differences between two runs that can change verdicts. */

import type { Invocation, Results, Settings } from '../engine/words/types.ts';

type Target = Pick<Results['target'], 'reference' | 'interfaces' | 'allowCreate'>;

/**
 * URLs among an interface's settings, by the name of the setting (`url`, `authUrl`); settings that are sent as values,
 * such as storage, are left out.
 */
export function addressesIn(settings: Settings): [setting: string, url: string][] {
  return Object.entries(settings).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && /url$/i.test(entry[0]) && /^https?:/.test(entry[1]) && URL.canParse(entry[1]),
  );
}

/** A difference between two runs that can change a verdict. */
export interface Difference {
  /** Whether the runs tested other services. */
  readonly isOfServices: boolean;
  /** The difference in one sentence. */
  readonly said: string;
}

/** The members of results about a run's selection, its target and its version of Assay. */
export interface Comparable {
  readonly target: Target;
  readonly run: Pick<Results['run'], 'only' | 'depth'> & { readonly invocation?: Pick<Invocation, 'fault'> };
  readonly suite: Pick<Results['suite'], 'version'>;
}

/** Conditions of a run besides the services, by the name of the setting or option. */
const CONDITIONS: Readonly<Record<string, (one: Comparable) => string>> = {
  ASSAY_ALLOW_CREATE: ({ target }) => [...target.allowCreate].sort().join(',') || 'nothing',
  '--only': ({ run }) => run.only.join(',') || 'all',
  '--fault': ({ run }) => run.invocation?.fault ?? 'none',
  ASSAY_DEPTH: ({ run }) => run.depth ?? 'standard',
  'the version of Assay': ({ suite }) => suite.version,
};

/** Returns the differences between two runs, services first. */
export function differences(before: Comparable, after: Comparable): Difference[] {
  const others = Object.entries(CONDITIONS).flatMap(([name, textOf]) => {
    const [was, is] = [textOf(before), textOf(after)];
    return was === is ? [] : [{ isOfServices: false, said: `The runs differ in ${name}: ${was}, then ${is}.` }];
  });
  const services = differingServices(before.target, after.target).map((said) => ({ isOfServices: true, said }));
  return [...services, ...others];
}

/** Returns a sentence if the runs have no service in common, or tested one at different addresses. */
function differingServices(earlier: Target, later: Target) {
  const [before, after] = [addressesOf(earlier), addressesOf(later)];
  const shared = [...after.keys()].filter((name) => before.has(name));
  // Clients have no addresses, so two of them cannot be distinguished.
  const isCommon = shared.length > 0 || before.size + after.size === 0;
  if (isCommon && shared.every((name) => before.get(name) === after.get(name))) return [];
  const [was, is] = [before, after].map((addresses) => [...addresses.values()].join(', ') || 'none');
  return [`The runs tested different services: ${was}, then ${is}.`];
}

/** Returns addresses by interface and setting. The embedded references listen on other ports each time. */
function addressesOf({ interfaces, reference }: Target): ReadonlyMap<string, string> {
  if (reference) return new Map([['reference', 'embedded reference']]);
  return new Map(
    Object.entries(interfaces).flatMap(([name, settings]) =>
      addressesIn(settings).map(([setting, url]) => [`${name} ${setting}`, url] as const),
    ),
  );
}

/** Hosts of the addresses under test, or the embedded reference. */
export function deploymentOf({ target }: Results): string {
  const hosts = [...addressesOf(target).values()].map((url) => (URL.canParse(url) ? new URL(url).host : url));
  return [...new Set(hosts)].join(',') || 'none';
}
