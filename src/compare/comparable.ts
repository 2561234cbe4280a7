/** The services that results are about, and the differences between two runs that can change verdicts. */

import type { Results, Settings } from '../engine/words/types.ts';
import { someOf } from '../records/preview.ts';

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
  readonly run: Pick<Results['run'], 'only' | 'depth'>;
  readonly suite: Pick<Results['suite'], 'version'>;
}

/** Conditions of a run besides the services, by the name of the setting or option. */
const CONDITIONS: Readonly<Record<string, (one: Comparable) => string>> = {
  ASSAY_ALLOW_CREATE: ({ target }) => [...target.allowCreate].sort().join(',') || 'nothing',
  '--only': ({ run }) => someOf(run.only, 3) || 'all',
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

/**
 * Returns a sentence per service that is not the same in both runs: the embedded reference or a deployment, or two
 * addresses of one setting.
 */
function differingServices(earlier: Target, later: Target) {
  const said = (before: string, after: string, name?: string) =>
    `The tested services differ${name === undefined ? '' : ` (${name})`}: ${before}, then ${after}.`;
  const whole = ({ reference }: Target): string => (reference ? 'the embedded reference' : 'a deployment');
  if (earlier.reference !== later.reference) return [said(whole(earlier), whole(later))];
  // The embedded references listen on other ports each time.
  if (later.reference) return [];
  const [known, now] = [new Map(namedAddresses(earlier)), namedAddresses(later)];
  const shared = now.filter(([name]) => known.has(name));
  // Clients have no addresses, so two of them cannot be distinguished.
  if (shared.length === 0 && known.size + now.length > 0) return ['The runs tested no service in common.'];
  return shared.flatMap(([name, after]) => {
    const before = known.get(name) ?? '';
    return before === after ? [] : [said(before, after, name)];
  });
}

/** Returns addresses by interface and setting, as results show them. */
function namedAddresses({ interfaces }: Target) {
  return Object.entries(interfaces).flatMap(([name, settings]) =>
    addressesIn(settings).map(([setting, url]) => [`${name} ${setting}`, url] as const),
  );
}

/** Hosts of the addresses under test, or the embedded reference. */
export function deploymentOf({ target }: Results): string {
  if (target.reference) return 'embedded reference';
  const hosts = namedAddresses(target).map(([, url]) => new URL(url).host);
  return [...new Set(hosts)].join(',') || 'none';
}
