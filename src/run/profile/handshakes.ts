/** Checks the handshakes of a profile: known ones, with every step that they need, on paths that lead nowhere else. */
import { INTERFACES } from '../../../suites/index.ts';
import type { Profile } from '../../contract/profile.ts';
import type { Contract } from '../../contract/types.ts';
import { urlPathProblem } from '../../contract/url-path.ts';
import { nearest } from '../../settings/nearest.ts';
import type { ProfileProblem } from './names.ts';

/** All that is wrong with the handshakes of a profile. `contracts` are those with the profile's names. */
export function handshakeProblems(
  { handshakes = new Map() }: Profile,
  contracts: readonly Contract[],
): ProfileProblem[] {
  const operations = contracts.flatMap((contract) => [...contract.operations.values()]);
  const known = INTERFACES.flatMap((one) => one.handshakes ?? []);
  return [...handshakes].flatMap(([id, paths]) => {
    const problem = (step: string | undefined, why: string): ProfileProblem => ({
      part: 'handshakes',
      word: step === undefined ? id : `${id} ${step}`,
      keys: step === undefined ? [id] : [id, step],
      why,
    });
    const handshake = known.find((one) => one.id === id);
    const operation = operations.find(({ name }) => name === handshake?.operation);
    if (handshake === undefined || operation === undefined)
      return [
        problem(
          undefined,
          `an unknown handshake${perhaps(
            id,
            known.map((one) => one.id),
          )}`,
        ),
      ];
    const { steps } = handshake;
    const lacking = Object.keys(steps).filter((step) => steps[step]?.optional === undefined && !paths.has(step));
    const placeholders = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const taken = new Map(operations.map((one) => [addressOf(one.method, one.path ?? ''), one.name]));
    return [
      ...(lacking.length > 0 ? [problem(undefined, `which lacks ${lacking.join(' and ')}`)] : []),
      ...[...paths].flatMap(([step, path]) => {
        const own = Object.hasOwn(steps, step) ? steps[step] : undefined;
        if (own === undefined) return [problem(step, `an unknown step${perhaps(step, Object.keys(steps))}`)];
        const lost = placeholders.find((name) => !path.includes(`{${name}}`));
        const why = urlPathProblem(path, placeholders) ?? (lost === undefined ? undefined : `it lacks {${lost}}`);
        if (why !== undefined)
          return [problem(step, `${JSON.stringify(path.slice(0, 80))}, which is not a path: ${why}`)];
        const address = addressOf(own.method, path);
        const other = taken.get(address);
        taken.set(address, step);
        return other === undefined
          ? []
          : [problem(step, `${own.method} ${path}, which is the request of ${other} too`)];
      }),
    ];
  });
}

/** ` (did you mean html?)`; empty if no known word is near. */
export function perhaps(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

function addressOf(method: string, path: string): string {
  return `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
}
