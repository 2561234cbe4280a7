/** Checks the handshakes of a profile: known ones, with every step that they need, on paths that lead nowhere else. */
import type { Contract, Profile } from '../contract/types.ts';
import { urlPathProblem } from '../contract/url-path.ts';
import { hint, type Known, type ProfileProblem } from './problems.ts';

const problem = (keys: readonly string[], why: string): ProfileProblem => ({
  part: 'handshakes',
  word: keys.join(' '),
  keys,
  why,
});

const addressOf = (method: string, path: string): string => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

/** Returns all that is wrong with the handshakes of a profile. `contracts` are those with the profile's names. */
export function handshakeProblems(
  { handshakes = new Map() }: Profile,
  contracts: readonly Contract[],
  known: Known['handshakes'],
): ProfileProblem[] {
  const operations = contracts.flatMap((contract) => [...contract.operations.values()]);
  const documented = operations.map(({ name, method, path = '' }) => [addressOf(method, path), name] as const);
  return [...handshakes].flatMap(([id, declared]): ProfileProblem[] => {
    const handshake = known.find((one) => one.id === id);
    const operation = operations.find(({ name }) => name === handshake?.operation);
    if (handshake === undefined || operation === undefined) {
      const ids = known.map((one) => one.id);
      return [problem([id], `an unknown handshake${hint(id, ids)}`)];
    }
    const { steps } = handshake;
    const placeholders = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const lacking = Object.keys(steps).filter((step) => steps[step]?.optional === undefined && !declared.has(step));
    const taken = new Map(documented);
    const wrong = [...declared].flatMap(([step, path]) => {
      const why = whyNot(step, path, placeholders, steps);
      if (why !== undefined) return [problem([id, step], why)];
      const method = steps[step]?.method ?? '';
      const address = addressOf(method, path);
      const other = taken.get(address);
      taken.set(address, step);
      return other === undefined
        ? []
        : [problem([id, step], `${method} ${path}, which is already the request of ${other}`)];
    });
    return lacking.length === 0 ? wrong : [problem([id], `which lacks ${lacking.join(' and ')}`), ...wrong];
  });
}

function whyNot(
  step: string,
  path: string,
  placeholders: readonly string[],
  steps: Known['handshakes'][number]['steps'],
) {
  if (!Object.hasOwn(steps, step)) return `an unknown step${hint(step, Object.keys(steps))}`;
  const lost = placeholders.find((name) => !path.includes(`{${name}}`));
  const why = urlPathProblem(path, placeholders) ?? (lost === undefined ? undefined : `it lacks {${lost}}`);
  return why && `${JSON.stringify(path.slice(0, 80))}, which is not a path: ${why}`;
}
