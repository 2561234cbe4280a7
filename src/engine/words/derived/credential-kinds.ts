/**
 * Names of invalid credentials: `<kind>`, `<kind>-2` for a second of the same kind, `<kind>~<what is wrong>` for a
 * nearly valid one.
 */
import type { WireCredential } from '../../../wire/types.ts';
import type { ProbeContext } from '../types.ts';

/** Returns the kind of an invalid credential, by which its requirement is named. */
export function kindOf(credential: string): string {
  return credential.replace(/-2$|~.*$/, '');
}

const BEHIND = 'after-the-valid-one-on-the-same-connection';

/** Returns the name of an invalid credential in a sentence: `none, after the valid one on the same connection`. */
export function credentialWords(credential: string): string {
  const [kind, wrong] = credential.split('~');
  return wrong === undefined ? credential : `${kind}, ${wrong.replaceAll('-', ' ')}`;
}

/** Whether a credential is nearly valid, and thus an additional one of its kind. */
export function isNearlyValid(credential: string): boolean {
  return credential.includes('~');
}

/**
 * Returns the name of an invalid credential, or none, that is sent on a connection on which the valid credential was
 * sent before.
 */
export function behind(
  good: WireCredential,
  invalid: WireCredential = { name: 'none' },
): readonly [string, WireCredential] {
  const name = `${invalid.name}~${BEHIND}`;
  return [name, { ...invalid, name, over: good }];
}

/**
 * Returns the invalid credentials of a kind that are tried with an operation. At depth `thorough`: all of them. At
 * `standard`: every one that is not nearly valid, and some of the nearly valid ones, which are divided among the read
 * operations, or, without any, among all that have to reject the kind; every other operation gets one. On the
 * connection of a valid credential, only `none` is tried.
 */
export function triedOf(kind: string, operation: string, context: ProbeContext): readonly string[] {
  const names = context.credentials().filter((name) => name !== 'good' && kindOf(name) === kind);
  if (context.depth === 'thorough') return names;
  const always = names.filter((name) => !isNearlyValid(name) || name === `none~${BEHIND}`);
  const near = names.filter((name) => isNearlyValid(name) && !name.endsWith(BEHIND));
  const { share, shares } = shareOf(kind, operation, context);
  const own = near.filter((_, index) => index % shares === share % shares);
  const one = near[share % near.length];
  return [...always, ...(own.length > 0 ? own : one === undefined ? [] : [one])];
}

/** Returns which share of the nearly valid credentials an operation gets, and the number of shares. */
function shareOf(
  kind: string,
  operation: string,
  { contract: { operations, requirements, interface: of } }: ProbeContext,
) {
  const refusing = [...operations.values()].filter(({ name }) => requirements.has(`${of}/${name}/refuses/${kind}`));
  const reads = refusing.filter(({ method }) => method === 'GET');
  const [sharing, shares] = reads.some(({ name }) => name === operation)
    ? [reads, reads.length]
    : // More shares than credentials: each operation gets at most one.
      [refusing, reads.length === 0 ? refusing.length : Number.MAX_SAFE_INTEGER];
  return { share: sharing.findIndex(({ name }) => name === operation), shares };
}
