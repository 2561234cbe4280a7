/** Documented operations that a run asked with a configured credential and that never succeeded. Pure. */
import type { Contract } from '../contract/types.ts';
import type { Exchange } from '../wire/types.ts';
import { succeeded } from './answer.ts';
import { classify } from './classify.ts';
import type { Recording, Result, Suite, Unanswered } from './types.ts';

/** The unanswered operations of one interface. What was filtered out, failed or never asked is none of them. */
export function unansweredOf(
  recording: Recording,
  contract: Contract,
  results: readonly Result[],
  suite: Pick<Suite<never>, 'accomplished'> = {},
): Unanswered[] {
  const open = results.filter(({ verdict, basis }) => verdict === 'inconclusive' && basis === 'documented');
  const never = recording.lanes.flatMap((lane): Unanswered[] => {
    const about = { interface: contract.interface, lane: lane.name };
    if (lane.problems !== undefined && lane.problems.length > 0) {
      const row = open.find(({ id }) => answersRow(id) === lane.name) ?? open.find(({ id }) => answersRow(id) === '');
      return row === undefined
        ? []
        : [
            {
              ...about,
              requirement: row.id,
              blame: 'credential',
              why: `nothing was sent with it: ${lane.problems.join(' ').replace(/\.$/, '')}`,
              exchanges: [],
            },
          ];
    }
    return [...contract.operations.keys()].flatMap((operation) => {
      const asked = askedOf(recording, lane.name, operation);
      const [first] = asked;
      const carried = asked.filter(succeeded);
      if (first === undefined || carried.some((exchange) => suite.accomplished?.(exchange) ?? true)) return [];
      const row = rowOf(operation, lane.name, open, asked);
      if (row !== undefined && carried.length > 0) {
        const { id, blame = 'target', message = '' } = row;
        return [{ ...about, operation, requirement: id, blame, why: message.replace(/\.$/, ''), exchanges: asked.map((one) => one.id) }];
      }
      const meaning = classify(first, recording.exchanges);
      if (row === undefined || meaning.kind === 'succeeded') return [];
      return [{ ...about, operation, requirement: row.id, blame: meaning.blame, why: meaning.why, exchanges: asked.map(({ id }) => id) }];
    });
  });
  return never.length > 0 ? never : stoppedIn(recording, contract, results);
}

/** The service answered, and then no more until the end of the run: its last documented request was not answered, and something is undecided. */
function stoppedIn({ exchanges }: Recording, contract: Contract, results: readonly Result[]): Unanswered[] {
  const last = exchanges.findLast(({ purpose }) => purpose === 'documented' || purpose === 'closing');
  const row = results.find(({ verdict, blame }) => verdict === 'inconclusive' && blame === 'infrastructure');
  if (last === undefined || row === undefined) return [];
  const meaning = classify(last, exchanges);
  if (meaning.kind !== 'undecided' || meaning.blame !== 'infrastructure') return [];
  const { lane, operation, id } = last;
  return [{ interface: contract.interface, operation, stopped: true, lane, requirement: row.id, blame: meaning.blame, why: meaning.why, exchanges: [id] }];
}

/** Documented requests of an operation; where it came to none, those by which the run looked for a usable credential. */
function askedOf({ exchanges }: Recording, lane: string, operation: string): readonly Exchange[] {
  const own = exchanges.filter((one) => one.lane === lane && one.operation === operation);
  const documented = own.filter(({ purpose }) => purpose === 'documented');
  return documented.length > 0 ? documented : own.filter(({ purpose }) => purpose === 'other');
}

/** The lane of a requirement `…/answers-<lane>`, empty for `…/answers`; undefined for any other (ids are derived by rule). */
export function answersRow(id: string): string | undefined {
  return /\/answers(?:-(\w+))?$/
    .exec(id)
    ?.slice(1)
    .map((lane = '') => lane)[0];
}

/** The inconclusive requirement to name: the one about answering, else the first that rests on what was asked. */
function rowOf(operation: string, lane: string, open: readonly Result[], asked: readonly Exchange[]): Result | undefined {
  const own = open.filter((result) => result.operation === operation);
  const ids = new Set(asked.map(({ id }) => id));
  return own.find(({ id }) => [lane, ''].includes(answersRow(id) ?? '-')) ?? own.find(({ exchanges }) => exchanges.some((id) => ids.has(id)));
}
