/** Random contradictions of single statements of the transfer service. */
import fc, { type Arbitrary } from 'fast-check';
import { guardedOperations } from '../../documented-operations.ts';
import { oddStrings } from '../../drawn/json.ts';
import { type DrawnFault, drawnFault, listedFault, shown, weighted } from '../../drawn/random.ts';
import { contradictions, legalValues } from '../../drawn/values.ts';
import { type Statement, statementsOf } from '../../record-faults.ts';
import type { RecordSource } from '../../record-values.ts';
import { faults } from '../faults.ts';
import { LANES } from '../lanes.ts';
import { type Change, isByVo, isNotByVo, JOB, type Place } from '../operators.ts';
import { placeOf } from './operation-faults.ts';

type Drawn = Arbitrary<DrawnFault<Change>>;

const laneOf = fc.constantFrom(...LANES);
const isJson = (text: string, right: (value: unknown) => boolean): boolean => {
  try {
    return right(JSON.parse(text));
  } catch {
    return false;
  }
};
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

/** Changes of a text at a share of its length. */
const cut = (text: string, share: number, put = '', rest = true): string => {
  const at = Math.floor(text.length * share);
  return `${text.slice(0, at)}${put}${rest ? text.slice(at) : ''}`;
};

/** Returns texts that are not what was documented; if a change leaves a text as documented, its end is cut off. */
const spoilers = (right: (value: unknown) => boolean): Arbitrary<readonly [string, (text: string) => string]> =>
  fc
    .oneof(
      fc
        .oneof(
          oddStrings(),
          fc.jsonValue().map((value) => JSON.stringify(value)),
        )
        .map((text) => [`the text ${shown(text, 60)}`, () => text] as const),
      fc
        .double({ min: 0, max: 0.999, noNaN: true })
        .map((share) => ['cut off', (text: string) => cut(text, share, '', false)] as const),
      fc
        .tuple(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.constantFrom(',', '}', ']', '"', '\u0001', "'", 'x', '\\', ':'),
        )
        .map(([share, put]) => [`${shown(put)} put in`, (text: string) => cut(text, share, put)] as const),
    )
    .map(([what, make]) => [what, (text) => (isJson(make(text), right) ? text.slice(0, -1) : make(text))]);

const wrongBody = (kills: string, right: (value: unknown) => boolean, place: Place): Drawn =>
  fc
    .tuple(spoilers(right), laneOf)
    .map(([[what, argument], lane]) =>
      drawnFault(kills, `${kills} with the ${lane}: ${what}`, { ...place, lane, operator: 'text', argument }),
    );

const bodies: Drawn = fc.oneof(
  ...guardedOperations('transfer').flatMap(({ name, returns }) =>
    returns === undefined
      ? []
      : [
          wrongBody(`transfer/${name}/returns-json-${returns}`, returns === 'array' ? isList : isObject, {
            at: name,
            when: isNotByVo,
          }),
        ],
  ),
  wrongBody('transfer/list-jobs/accepts-vo-name', isList, { at: 'list-jobs', when: isByVo }),
);

/**
 * Returns a statement about a member, contradicted in one lane; for jobs, only in elements of the listing, or only
 * where a single job is read.
 */
function wrongMember(statement: Statement): Drawn {
  const { requirement, path, property, presence, record } = statement;
  const wrong =
    presence === 'absent'
      ? legalValues(property).map((value) => ({ what: 'present', make: (): unknown => value }))
      : fc.oneof(
          ...(presence === 'present' ? [fc.constant({ what: 'missing', make: (): unknown => undefined })] : []),
          ...contradictions(property),
        );
  const operation = fc.constantFrom(...(record === JOB ? [{ at: 'list-jobs' }, { at: 'job-status' }] : [{}]));
  return fc
    .tuple(wrong, laneOf, operation, fc.integer({ min: 1, max: 8 }))
    .map(([{ what, make }, lane, at, element]) => {
      const place: Place = { lane, ...at, ...placeOf(statement), path, when: isNotByVo };
      const where = place.at === 'list-jobs' ? { ...place, element } : place;
      const title = `${path} with the ${place.lane}${place.at ? `, ${place.at}, element ${element}` : ''}: ${what}`;
      return drawnFault<Change>(requirement, title, { ...where, operator: 'set', argument: make });
    });
}

/** Returns random contradictions, each of a single statement; most are about members, as most statements are. */
export const transferFaultsDrawn = (records: ReadonlyMap<string, RecordSource>): Drawn =>
  weighted(
    [
      20,
      fc.oneof(
        ...[...records.values()]
          .flatMap(statementsOf)
          .filter(({ aspect }) => aspect === undefined)
          .map(wrongMember),
      ),
    ],
    [20, listedFault(faults().filter(({ settings }) => settings === undefined))],
    [5, bodies],
  );
