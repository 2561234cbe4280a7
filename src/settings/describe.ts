/** Describes a target for results and evidence, without its secrets. */
import { isObject } from '../files/json-value.ts';
import type { InterfaceSettings, Target } from './types.ts';

/** JSON without secrets: addresses and choices unchanged; of credentials and files, only that they are given. */
export interface TargetDescription
  extends Pick<Target, 'profile' | 'concurrency' | 'requestTimeoutMs' | 'runTimeoutMs'> {
  readonly interfaces: Target['described'];
  readonly allowCreate: readonly string[];
  readonly notOffered: readonly string[];
}

/** Describes a target for results and evidence; the same target gives the same text. */
export function describeTarget(target: Target): TargetDescription {
  return {
    interfaces: target.described,
    allowCreate: [...target.allowCreate].sort(),
    notOffered: [...target.notOffered].sort(),
    ...(target.profile === undefined ? {} : { profile: target.profile.split(/[\\/]/).at(-1) ?? '' }),
    concurrency: target.concurrency,
    requestTimeoutMs: target.requestTimeoutMs,
    runTimeoutMs: target.runTimeoutMs,
  };
}

type Shown = Pick<InterfaceSettings, 'hidden' | 'namesOnly'>;

/** Describes the target of one interface. */
export function describeInterface(target: object, shown: Shown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(target).flatMap(([key, member]) =>
      isEmpty(member) ? [] : [[key, describeMember(key, member, shown)]],
    ),
  );
}

function describeMember(key: string, member: unknown, shown: Shown): unknown {
  if (shown.namesOnly?.includes(key)) return Object.keys(member as object);
  if (shown.hidden.includes(key)) return true;
  return isObject(member) ? describeInterface(member, shown) : member;
}

function isEmpty(member: unknown): boolean {
  return member === undefined || (typeof member === 'object' && member !== null && Object.keys(member).length === 0);
}
