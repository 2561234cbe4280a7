/** Checks the handshakes of a profile: known ones, with every step that they need, on paths that lead nowhere else. */
import type { Contract, Profile } from '../contract/types.ts';
import { urlPathProblem } from '../contract/url-path.ts';
import { hint, type Known, type ProfileProblem, repeated } from './problems.ts';

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
  const documented = operations.map(({ name, method, path = '' }) => ({ name, address: addressOf(method, path) }));
  return [...handshakes].flatMap(([id, declared]): ProfileProblem[] => {
    const handshake = known.find((one) => one.id === id);
    const operation = operations.find(({ name }) => name === handshake?.operation);
    if (handshake === undefined || operation === undefined) {
      const ids = known.map((one) => one.id);
      return [problem([id], `an unknown handshake${hint(id, ids)}`)];
    }
    const { steps } = handshake;
    const placeholders = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const judged = [...declared].map(([step, path]) => ({ step, path, why: whyNot(step, path, placeholders, steps) }));
    const right = judged.flatMap(({ step, path, why }) => {
      const method = steps[step]?.method ?? '';
      return why === undefined ? [{ name: step, address: addressOf(method, path), shown: `${method} ${path}` }] : [];
    });
    const lacking = Object.keys(steps).filter((step) => steps[step]?.optional === undefined && !declared.has(step));
    return [
      ...(lacking.length === 0 ? [] : [problem([id], `which lacks ${lacking.join(' and ')}`)]),
      ...judged.flatMap(({ step, why }) => (why === undefined ? [] : [problem([id, step], why)])),
      ...repeated<(typeof right)[number] | (typeof documented)[number]>(
        [...documented, ...right],
        ({ address }) => address,
      ).flatMap(({ item, other }) =>
        'shown' in item
          ? [problem([id, item.name], `${item.shown}, which is already the request of ${other.name}`)]
          : [],
      ),
    ];
  });
}

function whyNot(
  step: string,
  path: string,
  placeholders: readonly string[],
  steps: Known['handshakes'][number]['steps'],
): string | undefined {
  if (!Object.hasOwn(steps, step)) return `an unknown step${hint(step, Object.keys(steps))}`;
  const lost = placeholders.find((name) => !path.includes(`{${name}}`));
  const why = urlPathProblem(path, placeholders) ?? (lost === undefined ? undefined : `it lacks {${lost}}`);
  return why && `${JSON.stringify(path.slice(0, 80))}, which is not a path: ${why}`;
}
