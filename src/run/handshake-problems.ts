/** Checks the handshakes of a profile: known ones, with every step that they need, on paths that lead nowhere else. */
import { INTERFACES } from '../../suites/index.ts';
import type { Profile } from '../contract/profile.ts';
import type { Contract, Operation } from '../contract/types.ts';
import { urlPathProblem } from '../contract/url-path.ts';
import type { Handshake } from '../engine/words/descriptor.ts';
import { nearest } from '../settings/nearest.ts';
import type { ProfileProblem } from './profile-names.ts';

/** All that is wrong with the handshakes of a profile. `contracts` are those with the profile's names. */
export function handshakeProblems(
  { handshakes = new Map() }: Profile,
  contracts: readonly Contract[],
): ProfileProblem[] {
  const known = INTERFACES.flatMap((one) => one.handshakes ?? []);
  return [...handshakes].flatMap(([id, steps]) => {
    const handshake = known.find((one) => one.id === id);
    const operation = contracts
      .map(({ operations }) => operations.get(handshake?.operation ?? ''))
      .find((one) => one !== undefined);
    if (handshake === undefined || operation === undefined)
      return [
        problem(
          [id],
          `an unknown handshake${hint(
            id,
            known.map((one) => one.id),
          )}`,
        ),
      ];
    const taken = new Map(
      contracts.flatMap(({ operations }) =>
        [...operations.values()].map((one) => [addressOf(one.method, one.path ?? ''), one.name]),
      ),
    );
    return [
      ...missing(handshake, steps),
      ...[...steps].flatMap((step) => stepProblems(step, handshake, operation, taken)),
    ];
  });
}

function missing({ id, steps }: Handshake, given: ReadonlyMap<string, string>): ProfileProblem[] {
  const lacking = Object.keys(steps).filter((step) => steps[step]?.optional === undefined && !given.has(step));
  return lacking.length === 0 ? [] : [problem([id], `which lacks ${lacking.join(' and ')}`)];
}

function stepProblems(
  [step, path]: readonly [string, string],
  { id, steps }: Handshake,
  operation: Operation,
  taken: Map<string, string>,
): ProfileProblem[] {
  const known = Object.hasOwn(steps, step) ? steps[step] : undefined;
  if (known === undefined) return [problem([id, step], `an unknown step${hint(step, Object.keys(steps))}`)];
  const placeholders = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const lost = placeholders.find((name) => !path.includes(`{${name}}`));
  const why = urlPathProblem(path, placeholders) ?? (lost === undefined ? undefined : `it lacks {${lost}}`);
  if (why !== undefined)
    return [problem([id, step], `${JSON.stringify(path.slice(0, 80))}, which is not a path: ${why}`)];
  const address = addressOf(known.method, path);
  const other = taken.get(address);
  taken.set(address, step);
  return other === undefined
    ? []
    : [problem([id, step], `${known.method} ${path}, which is the request of ${other} too`)];
}

function problem(keys: readonly [string, ...string[]], why: string): ProfileProblem {
  return { part: 'handshakes', word: keys.join(' '), keys, why };
}

function hint(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

function addressOf(method: string, path: string): string {
  return `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
}
