/**
 * Finds services of which one part responds and another does not, and the setting to use if the deployment does not
 * offer that part. Pure.
 */
import type { Contract, Operation } from '../../contract/types.ts';
import { ABSENT } from '../../wire/http.ts';
import type { Exchange } from '../../wire/types.ts';
import { statusOf, succeeded } from '../words/answer.ts';
import { openPlaces } from '../words/open-places.ts';

/**
 * Statuses with which services reject a path that they do not know. A 400 counts only if several operations of a part
 * were called: from one operation alone, it may be about the request.
 */
const UNKNOWN: ReadonlySet<number | undefined> = new Set([400, ...ABSENT]);

/**
 * Returns one sentence per part of a service that seems absent. The sentence contains a value for ASSAY_NOT_OFFERED:
 * the operations declared already, and those of the part. A part consists of several operations whose paths begin with
 * the same segment. It seems absent if every response to its operations rejects the path, while the service accepted a
 * request to another part.
 * @param unasked whether the value also contains the operations of services that were not called
 */
export function absentParts(
  exchanges: readonly Exchange[],
  { interface: of, operations }: Pick<Contract, 'interface' | 'operations'>,
  notOffered: Iterable<string>,
  unasked: boolean,
): string[] {
  const all = [...operations.values()];
  const sent = exchanges.filter(({ purpose, outcome }) => purpose !== 'refusal' && outcome.kind === 'answer');
  const services = new Set(sent.map(({ service }) => service));
  return [...services].flatMap((service) => {
    const own = all.filter((one) => one.service === service && one.path !== undefined);
    const parts = [...new Set(own.map(rootOf))].map((root) => own.filter((one) => rootOf(one) === root));
    const answersOf = (part: readonly Operation[]) =>
      sent.filter(({ operation }) => part.some(({ name }) => name === operation));
    const works = parts.filter((part) => answersOf(part).some(succeeded));
    const absent = parts.filter((part) => {
      const answers = answersOf(part);
      const several = new Set(answers.map(({ operation }) => operation)).size > 1;
      const unknown = several ? UNKNOWN : ABSENT;
      const isUnknown = (one: Exchange) => unknown.has(statusOf(one));
      // If other parts reject the same setting, its value may be wrong.
      const openIn = (one: Exchange) => openPlaces(one, exchanges).map(({ setting }) => setting);
      const wrong = new Set(sent.filter((one) => isUnknown(one) && !answers.includes(one)).flatMap(openIn));
      const telling = answers.some((one) => !openIn(one).some((setting) => wrong.has(setting)));
      return part.length > 1 && telling && answers.every(isUnknown);
    });
    return works.length === 0
      ? []
      : absent.map((part) => {
          const lacking = all.filter((one) => part.includes(one) || (unasked && !services.has(one.service)));
          const value = [...new Set([...notOffered, ...lacking.map(({ name }) => name)])].join(',');
          return `${of}: no operation below ${commonPath(part)} was accepted (${statuses(answersOf(part))}), while others of the ${service} service were. If the deployment does not offer them, set ASSAY_NOT_OFFERED=${value}`;
        });
  });
}

/** Returns the first segment of the path. */
export const rootOf = ({ path = '' }: Pick<Operation, 'path'>): string => path.split('/')[1] ?? '';

/** Returns operations with their statuses: `lookup-file-id 400, list-files 400`. */
function statuses(answers: readonly Exchange[]) {
  return [...new Set(answers.map((one) => `${one.operation} ${statusOf(one)}`))].join(', ');
}

/** Returns the segments with which the paths of all operations begin. */
function commonPath(part: readonly Operation[]) {
  const [first = [], ...others] = part.map(({ path = '' }) => path.split('/'));
  const end = first.findIndex((segment, at) => others.some((other) => other[at] !== segment));
  return first.slice(0, end === -1 ? undefined : end).join('/');
}
