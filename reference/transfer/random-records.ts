/** Lawful values of the transfer service's records, drawn from their schemas. */
import fc, { type Arbitrary } from 'fast-check';
import { type DrawnVariant, drawnVariant, numbersOf, shuffled } from '../random.ts';
import { extraMembers, oddStrings } from '../random-json.ts';
import { distinguishedNames, lawfulValues, numbersWritten, storageEndpoints, uuids } from '../random-values.ts';
import type { Members, PropertySchema, RecordSource } from '../record-values.ts';
import { underFlags } from '../record-values.ts';
import type { Behaviour } from './behaviour.ts';
import { DOCUMENTED_STATES, STATES } from './states.ts';
import { onText } from './variant.ts';

const JOB = 'transfer/job';
const IDENTITY = 'transfer/identity';

/** Members that clients act on, so that they cannot take any value; others are drawn separately. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  [JOB]: ['job_id', 'job_state', 'user_dn', 'vo_name', 'job_finished', 'source_se', 'dest_se'],
  [IDENTITY]: ['user_dn', 'dn', 'voms_cred', 'oauth2_scope', 'delegation_id', 'method'],
  'transfer/submission-result': ['job_id'],
};

type Records = ReadonlyMap<string, RecordSource>;

/** Values of one record under some flags; members that are not drawn stay as they are. */
function overrides(record: RecordSource, flags: ReadonlySet<string>): Arbitrary<Members> {
  const meant = new Set(MEANT[record.id] ?? []);
  const drawn = Object.entries(record.properties).filter(
    ([name, property]) => !meant.has(name) && (property.only === undefined || flags.has(property.only)),
  );
  return fc.record(
    Object.fromEntries(drawn.map(([name, property]) => [name, lawfulValues(underFlags(property, flags))])),
    { requiredKeys: [] },
  );
}

const writingNumbers: Behaviour = onText(numbersWritten);

export const recordFreedoms = (records: Records): DrawnVariant<Behaviour>[] => [
  ...[...records.values()].flatMap((record) => [valuesOf(record), moreMembers(record)]),
  names(),
  scopes(),
  organisations(),
  delegationIds(),
  states(),
  endpointsOfOthers(),
  submitters(),
];

/** Each record's members take other lawful values: several sets in turn, so that a listing is mixed. */
function valuesOf(record: RecordSource): DrawnVariant<Behaviour> {
  const word = record.id.replace('transfer/', '');
  return drawnVariant(
    `transfer/freedom/${word}-values`,
    `lawful values of the ${word} that the document did not show`,
    fc.array(overrides(record, new Set(['certificate', 'token', 'status'])), { minLength: 1, maxLength: 4 }),
    (sets): Behaviour => ({
      ...writingNumbers,
      record: (id, members, asked, job) => {
        if (id !== record.id) return members;
        const set = sets[(job?.index ?? asked.earlier) % sets.length] ?? {};
        const flags = new Set<string>([asked.caller.lane, ...(asked.operation === 'job-status' ? ['status'] : [])]);
        const here = Object.entries(set).filter(([name]) => isHere(record.properties[name], flags));
        return { ...members, ...Object.fromEntries(here) };
      },
    }),
  );
}

const isHere = (property: PropertySchema | undefined, flags: ReadonlySet<string>): boolean =>
  property?.only === undefined || flags.has(property.only);

function moreMembers(record: RecordSource): DrawnVariant<Behaviour> {
  const word = record.id.replace('transfer/', '');
  return drawnVariant(
    `transfer/freedom/${word}-members`,
    `members of the ${word} beyond the documented ones`,
    fc.record({ extra: extraMembers(new Set(Object.keys(record.properties))), first: fc.boolean() }),
    ({ extra, first }): Behaviour => ({
      record: (id, members) => {
        if (id !== record.id) return members;
        return first ? { ...extra, ...members } : { ...members, ...extra };
      },
    }),
  );
}

const parts = (dn: string): string[] => dn.split('/').slice(1);
const FORMS = {
  slash: (dn: string) => dn,
  comma: (dn: string) => parts(dn).join(', '),
  'comma-tight': (dn: string) => parts(dn).join(','),
  reversed: (dn: string) => parts(dn).reverse().join(','),
} as const;
const form = fc.constantFrom(...(Object.keys(FORMS) as (keyof typeof FORMS)[]));

/** Distinguished names in the slash or comma form, in either order; `dn` in any order, with further names. */
const names = () =>
  drawnVariant(
    'transfer/freedom/names',
    'distinguished names in any form and order, with further ones in dn',
    fc.record({
      user: form,
      dn: form,
      job: form,
      seed: fc.nat(),
      further: fc.array(distinguishedNames(), { maxLength: 3 }),
    }),
    ({ user, dn, job, seed, further }): Behaviour => {
      const inForm = (name: keyof typeof FORMS, value: unknown) =>
        typeof value === 'string' && value.startsWith('/') ? FORMS[name](value) : value;
      return {
        record: (id, members, { caller }) => {
          if (id === JOB) return { ...members, user_dn: inForm(job, members.user_dn) };
          if (id !== IDENTITY || caller.lane !== 'certificate') return members;
          const all = [...(members.dn as unknown[]).map((each) => inForm(dn, each)), ...further];
          return { ...members, user_dn: inForm(user, members.user_dn), dn: shuffled(all, numbersOf(seed)) };
        },
      };
    },
  );

/** Scope words as RFC 6749 section 3.3 has them. */
const scopeWord = fc.stringMatching(/^[!#-[\]-~]{1,24}$/);

const scopes = () =>
  drawnVariant(
    'transfer/freedom/scopes',
    'any scopes, of which voms_cred holds some, and an opaque identifier',
    fc.record({
      words: fc.uniqueArray(scopeWord, { minLength: 1, maxLength: 6 }),
      held: fc.nat(),
      user: oddStrings(),
      dn: fc.array(oddStrings(), { maxLength: 3 }),
    }),
    ({ words, held, user, dn }): Behaviour => ({
      record: (id, members, { caller }) =>
        id === IDENTITY && caller.lane === 'token'
          ? {
              ...members,
              user_dn: user,
              dn,
              oauth2_scope: words.join(' '),
              voms_cred: words.filter((_, at) => (held >> at) % 2 === 1),
            }
          : members,
    }),
    ({ words, held }) =>
      words.some((_, at) => (held >> at) % 2 === 1) ? [] : ['transfer/identity/voms_cred/with-token'],
  );

const organisations = () =>
  drawnVariant(
    'transfer/freedom/organisations',
    'any virtual organisations in the identity, and in jobs of others',
    fc.record({
      vos: fc.array(oddStrings(), { maxLength: 4 }),
      ids: fc.array(uuids(), { maxLength: 4 }),
      other: oddStrings(),
    }),
    ({ vos, ids, other }): Behaviour => ({
      record: (id, members, _asked, job) => {
        if (id === IDENTITY) return { ...members, vos, vos_id: ids };
        return id === JOB && job?.vo === 'neighbour' ? { ...members, vo_name: other } : members;
      },
    }),
  );

/** One segment of a path, which `.` and `..` are not (RFC 3986 section 5.2.4), and which cannot be empty. */
const segment = oddStrings().filter((text) => text !== '' && !/^\.\.?$/.test(text));

/** Texts that a careful client does not put into a path: a server may take them for another address, or for more than one object. */
const isHazard = (text: string): boolean =>
  text.trim() === '' ||
  /[\p{Cc}\p{Cs}]|^[/\\]|^[a-z][a-z0-9+.-]*:\/\/|^(?:all|\*)$|^[\w-]+(?:\s*,\s*[\w-]+)+$/iu.test(text) ||
  text.split(/[/\\]/).some((one) => /^\.\.?$/.test(one));

const delegationIds = () =>
  drawnVariant(
    'transfer/freedom/delegation-id',
    'any delegation identifier that a path can hold',
    segment,
    delegationIdOf,
    (text) => (isHazard(text) || isHazard(`${text}-t`) ? ['transfer/delegation/**'] : []),
  );

function delegationIdOf(given: string): Behaviour {
  const known = new Map<string, string>();
  return {
    record: (id, members, { caller }) => {
      if (id !== IDENTITY) return members;
      const own = `${given}${caller.lane === 'token' ? '-t' : ''}`;
      known.set(own, caller.delegationId);
      return { ...members, delegation_id: own };
    },
    delegationId: (id) => known.get(id) ?? id,
  };
}

/** Words of jobs under way, neither of which the document calls finished. */
const words = oddStrings().filter((word) => !DOCUMENTED_STATES.includes(word));

const states = () =>
  drawnVariant(
    'transfer/freedom/states',
    'any words for the states of jobs', // A word means one thing: clients decide by it whether a job has ended.
    fc
      .record({
        under: fc.array(words, { minLength: 2, maxLength: 4 }),
        ended: fc.array(oddStrings(), { minLength: 1, maxLength: 3 }),
        cancelled: words,
      })
      .filter(({ under, ended }) => !ended.some((word) => under.includes(word))),
    ({ under, ended, cancelled }): Behaviour => ({
      record: (id, members, _asked, job) => {
        if (id !== JOB || !job) return members;
        const { job_state: state, job_finished: finished } = members;
        // A job that changes its state while it is cancelled shows nothing; so each real state has one word.
        const at = [STATES.submitted, STATES.active].indexOf(String(state));
        const word =
          state === STATES.cancelled
            ? cancelled
            : finished === null
              ? under[Math.max(0, at) % under.length]
              : ended[job.index % ended.length];
        return { ...members, job_state: word };
      },
    }),
    ({ ended }) =>
      ended.every((word) => DOCUMENTED_STATES.includes(word)) ? [] : ['transfer/job/job_finished/by-state'],
  );

const endpointsOfOthers = () =>
  drawnVariant(
    'transfer/freedom/endpoints',
    'any storage endpoints and end times in jobs that were there before',
    fc.array(fc.record({ source: storageEndpoints(), destination: storageEndpoints(), job: uuids() }), {
      minLength: 1,
      maxLength: 4,
    }),
    (sets): Behaviour => ({
      record: (id, members, { jobs }, job) => {
        const set = job && sets[job.index % sets.length];
        return id === JOB && job && set && !jobs.submitted.includes(job.id)
          ? { ...members, source_se: set.source, dest_se: set.destination }
          : members;
      },
    }),
  );

const submitters = () =>
  drawnVariant(
    'transfer/freedom/submitters',
    'any name of the submitters of jobs that were there before',
    fc.array(oddStrings(), { minLength: 1, maxLength: 3 }),
    (users): Behaviour => ({
      record: (id, members, { jobs }, job) =>
        id === JOB && job && !jobs.submitted.includes(job.id)
          ? { ...members, user_dn: users[job.index % users.length] }
          : members,
    }),
  );
