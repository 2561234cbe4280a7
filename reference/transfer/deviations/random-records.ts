/** Legal values of the transfer service's records, drawn from their schemas. */
import fc from 'fast-check';
import { extraMembers, oddStrings } from '../../drawn/json.ts';
import { type DrawnVariant, drawnOf, numbersOf, shuffled } from '../../drawn/random.ts';
import { distinguishedNames, legalValues, numbersWritten, storageEndpoints, uuids } from '../../drawn/values.ts';
import { type Members, type RecordSource, readRecords, underFlags } from '../../record-values.ts';
import { STATES } from '../jobs.ts';
import { LANES } from '../lanes.ts';
import { type Call, type Change, IDENTITY, isOfOthers, JOB, member, members } from '../operators.ts';
import { NAME_FORMS, named } from './record-variants.ts';

const drawn = drawnOf<Change>('transfer');

/**
 * Members that clients act on, besides those that identify the object, so that they cannot take any value; others are
 * drawn separately.
 */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  [JOB]: ['job_state', 'user_dn', 'vo_name', 'submit_time', 'job_finished', 'source_se', 'dest_se'],
  [IDENTITY]: ['user_dn', 'dn', 'voms_cred', 'oauth2_scope', 'delegation_id', 'method'],
  'transfer/submission-result': ['job_id'],
};

/** Returns values of one record under every flag; members that are not drawn stay unchanged. */
function overrides({ id, properties }: RecordSource) {
  const flags = new Set(['certificate', 'token', 'status']);
  const others = Object.entries(properties).filter(
    ([name, { identifies }]) => !identifies && !MEANT[id]?.includes(name),
  );
  return fc.record(
    Object.fromEntries(others.map(([name, property]) => [name, legalValues(underFlags(property, flags))])),
    { requiredKeys: [] },
  );
}

/** Returns the drawn value that applies to a job or a caller, or to a further response about neither. */
const oneOf = <T>(values: readonly T[], { job, earlier, record, lane }: Call) =>
  values[(job?.index ?? (record === IDENTITY ? LANES.map(String).indexOf(lane) : earlier.length)) % values.length];

/**
 * Returns two variants: other legal values, in several sets so that the elements of a listing differ; and additional
 * members.
 */
function ofRecord(record: RecordSource) {
  const word = record.id.replace('transfer/', '');
  return [
    drawn(`${word}-values`, fc.array(overrides(record), { minLength: 1, maxLength: 4 }), (sets) => [
      members(record.id, (legal, call) => {
        // In responses about neither a job nor a caller, members that must not change have the values of one set.
        const isFixed = (name: string) =>
          call.job === undefined && record.id !== IDENTITY && record.properties[name]?.changes === undefined;
        const present = [
          ...Object.entries(sets[0] ?? {}).filter(([name]) => isFixed(name)),
          ...Object.entries(oneOf(sets, call) ?? {}).filter(([name]) => !isFixed(name)),
        ];
        return Object.fromEntries(
          present.filter(([name]) => name in legal || record.properties[name]?.only === undefined),
        );
      }),
      { operator: 'text', argument: numbersWritten },
    ]),
    drawn(
      `${word}-members`,
      fc.record({ extra: extraMembers(new Set(Object.keys(record.properties))), first: fc.boolean() }),
      ({ extra, first }) => ({
        record: record.id,
        operator: 'set',
        argument: (legal) => (first ? { ...extra, ...(legal as Members) } : { ...(legal as Members), ...extra }),
      }),
    ),
  ];
}

const form = fc.constantFrom(...(Object.keys(NAME_FORMS) as (keyof typeof NAME_FORMS)[]));

/** Scope words as RFC 6749, section 3.3 has them. */
const scopeWord = fc.stringMatching(/^[!#-[\]-~]{1,24}$/);

/** A segment of a path, which `.` and `..` are not (RFC 3986, section 5.2.4), and which cannot be empty. */
const segment = oddStrings().filter((text) => text !== '' && !/^\.\.?$/.test(text));

/**
 * Whether a careful client does not put a text into a path: a server may take it for another address, or for more than
 * one object.
 */
const isHazard = (text: string) =>
  text.trim() === '' ||
  /[\p{Cc}\p{Cs}]|^[/\\]|^[a-z][a-z0-9+.-]*:\/\/|^(?:all|\*)$|^[\w-]+(?:\s*,\s*[\w-]+)+$/iu.test(text) ||
  text.split(/[/\\]/).some((one) => /^\.\.?$/.test(one));

/** The states that the document shows, all of them final. */
const DOCUMENTED_STATES: readonly string[] = [STATES.finished, STATES.failed];

/** Words of jobs under way, neither of which the document calls finished. */
const words = oddStrings().filter((word) => !DOCUMENTED_STATES.includes(word));

/** Drawn variants of one record, or of names, scopes, organisations and states in all of them. */
export const recordVariants = (): DrawnVariant<Change>[] => [
  ...[...readRecords('transfer').values()].flatMap(ofRecord),
  // Distinguished names in the slash or comma form, in either order; `dn` in any order, with further names.
  drawn(
    'names',
    fc.record({
      user: form,
      dn: form,
      job: form,
      seed: fc.nat(),
      further: fc.array(distinguishedNames(), { maxLength: 3 }),
    }),
    ({ user, dn, job, seed, further }) => [
      ...named(user, dn, job),
      member(IDENTITY, 'dn', (all) => shuffled([...(all as unknown[]), ...further], numbersOf(seed)), {
        lane: 'certificate',
      }),
    ],
  ),
  drawn(
    'scopes',
    fc
      .record({
        words: fc.uniqueArray(scopeWord, { minLength: 1, maxLength: 6 }),
        held: fc.nat(),
        user_dn: oddStrings(),
        dn: fc.array(oddStrings(), { maxLength: 3 }),
      })
      .map(({ words, held, ...names }) => ({
        ...names,
        oauth2_scope: words.join(' '),
        voms_cred: words.filter((_, at) => (held >> at) % 2 === 1),
      })),
    (identity) => members(IDENTITY, identity, { lane: 'token' }),
    ({ voms_cred }) => (voms_cred.length > 0 ? [] : ['transfer/identity/voms_cred/with-token']),
  ),
  drawn(
    'organisations',
    fc.record({
      vos: fc.array(oddStrings(), { maxLength: 4 }),
      vos_id: fc.array(uuids(), { maxLength: 4 }),
      other: oddStrings(),
    }),
    ({ vos, vos_id, other }) => [
      members(IDENTITY, { vos, vos_id }),
      member(JOB, 'vo_name', other, { when: ({ job }) => job?.vo === 'neighbour' }),
    ],
  ),
  drawn(
    'delegation-id',
    segment,
    (own) => [
      member(IDENTITY, 'delegation_id', own, { lane: 'certificate' }),
      member(IDENTITY, 'delegation_id', `${own}-t`, { lane: 'token' }),
      {
        operator: 'id',
        argument: (id, { callers }) => {
          const lane = id === own ? 'certificate' : id === `${own}-t` ? 'token' : undefined;
          return (lane && callers.latest(lane)?.delegationId) ?? id;
        },
      },
    ],
    (text) => (isHazard(text) || isHazard(`${text}-t`) ? ['transfer/delegation/**'] : []),
  ),
  drawn(
    'states', // A word means one thing: clients decide by it whether a job has ended.
    fc
      .record({
        under: fc.array(words, { minLength: 2, maxLength: 4 }),
        ended: fc.array(oddStrings(), { minLength: 1, maxLength: 3 }),
        cancelled: words,
      })
      .filter(({ under, ended }) => !ended.some((word) => under.includes(word))),
    ({ under, ended, cancelled }) =>
      members(JOB, ({ job_state: state, job_finished: finished }, { job }) => {
        if (state === STATES.cancelled) return { job_state: cancelled };
        // A job that changes its state while it is cancelled proves nothing; so each real state has one word.
        const at = Math.max(0, [STATES.submitted, STATES.active].indexOf(String(state)));
        return { job_state: finished === null ? under[at % under.length] : ended[(job?.index ?? 0) % ended.length] };
      }),
    ({ under, ended, cancelled }) => [
      ...(ended.every((word) => DOCUMENTED_STATES.includes(word)) ? [] : ['transfer/job/job_finished/by-state']),
      ...(under.includes(cancelled) ? ['transfer/cancel-job/cancels-that-job-alone'] : []),
    ],
  ),
  drawn(
    'endpoints',
    fc.array(fc.record({ source_se: storageEndpoints(), dest_se: storageEndpoints() }), { minLength: 1, maxLength: 4 }),
    (sets) => members(JOB, (_, call) => oneOf(sets, call) ?? {}, { when: isOfOthers }),
  ),
  drawn('submitters', fc.array(oddStrings(), { minLength: 1, maxLength: 3 }), (users) =>
    member(JOB, 'user_dn', (_, call) => oneOf(users, call), { when: isOfOthers }),
  ),
];
