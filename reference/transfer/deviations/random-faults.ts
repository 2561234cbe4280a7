/** Random contradictions of single statements of the transfer service. */
import fc, { type Arbitrary } from 'fast-check';
import { guardedOperations } from '../../documented-operations.ts';
import { oddStrings } from '../../drawn/json.ts';
import { type DrawnFault, drawnFault, shown, weighted } from '../../drawn/random.ts';
import { contradictions, distinguishedNames, legalValues, storageEndpoints, uuids } from '../../drawn/values.ts';
import { type Statement, statementsOf } from '../../record-faults.ts';
import type { RecordSource } from '../../record-values.ts';
import { DOCUMENTED_STATES } from '../jobs.ts';
import { LANES } from '../lanes.ts';
import { type Change, IDENTITY, isByVo, isNotByVo, JOB, member, members, type Place, refuse } from '../operators.ts';
import type { FaultDefinition } from './fault.ts';
import { FORMS, INFERRED_FORMS, SUBMITTED, submissionsOf, timeless, uselessly } from './flow-faults.ts';
import { answerFault, lettingIn, placeOf, STATUSES } from './operation-faults.ts';

type Drawn = Arbitrary<DrawnFault<Change>>;

const laneOf = fc.constantFrom(...LANES);
const drawn = ({ kills, id, changes, verdict = 'fail' }: FaultDefinition): DrawnFault<Change> =>
  drawnFault(kills, id, changes, verdict);

/** 4xx codes that blame a request that is right; codes about credentials or a busy service are inconclusive. */
const clientErrors = fc
  .integer({ min: 400, max: 499 })
  .filter((status) => ![401, 403, 404, 405, 408, 410, 419, 425, 429].includes(status));
const refusingCodes = fc.oneof(clientErrors, fc.constantFrom(404, 405, 410, 501), fc.constant(500));

/** A status, and an operation that it contradicts. */
const brokenAnswer: Drawn = fc
  .oneof(
    ...STATUSES.map(({ codes, of }) =>
      fc.tuple(
        codes.includes(400) ? clientErrors : fc.constantFrom(...codes),
        fc.constantFrom(...guardedOperations('transfer').filter(of)),
      ),
    ),
  )
  .chain(([status, operation]) => laneOf.map((lane) => drawn(answerFault(operation, lane, status))));

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

/** Texts that are not what was documented; where a change leaves it as documented, its end is cut off. */
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

const refusedForm: Drawn = fc
  .tuple(fc.constantFrom(...Object.entries(FORMS)), refusingCodes, laneOf)
  .map(([[form, holds], status, lane]) =>
    drawnFault(
      `transfer/submit-job/accepts-${form}`,
      `a submission with ${form} is answered ${status} with the ${lane}`,
      refuse(status, submissionsOf(holds, lane)),
      INFERRED_FORMS.has(form) ? 'warn' : 'fail',
    ),
  );

const refusedOrganisation: Drawn = fc
  .tuple(refusingCodes, laneOf)
  .map(([status, lane]) =>
    drawnFault(
      'transfer/list-jobs/accepts-vo-name',
      `vo_name is answered ${status} with the ${lane}`,
      refuse(status, { at: 'list-jobs', lane, when: isByVo }),
    ),
  );

const foreignJob: Drawn = oddStrings().map((other) =>
  drawnFault(
    'transfer/list-jobs/vo-name-filters',
    `a job of ${shown(other, 40)} is listed by vo_name`,
    member(JOB, 'vo_name', (own) => (other === own ? `${other}-2` : other), {
      when: (asked) => isByVo(asked) && asked.job?.index === 0,
    }),
    'warn',
  ),
);

const takenId: Drawn = fc.nat({ max: 7 }).map((at) =>
  drawnFault('transfer/submit-job/returns-own-id', `a submission gets the identifier of the job ${at}`, {
    at: 'submit-job',
    operator: 'identifier',
    argument: (own, { jobs }) => [...jobs.all.keys()][at] ?? own,
  }),
);

/** A member of a submitted job that is read alone. */
const submittedJob = (
  statement: string,
  path: string,
  values: Arbitrary<string>,
  same: (value: string) => string,
  lanes = laneOf,
): Drawn =>
  fc.tuple(values, lanes).map(([value, lane]) =>
    drawnFault(
      `transfer/job-status/${statement}`,
      `${path} of the submitted job is ${shown(value)} with the ${lane}`,
      member(JOB, path, (own) => (same(value) === same(String(own)) ? own : value), { ...SUBMITTED, lane }),
    ),
  );

const beginning = (endpoint: string): string => /^[^:]+:\/\/[^/:]+/.exec(endpoint.toLowerCase())?.[0] ?? '';
const submittedJobs: Drawn = fc.oneof(
  submittedJob('reads-submitted-job', 'job_id', uuids(), (id) => id.toLowerCase()),
  submittedJob('names-source', 'source_se', storageEndpoints(), beginning),
  submittedJob('names-destination', 'dest_se', storageEndpoints(), beginning),
  submittedJob('names-submitter', 'user_dn', distinguishedNames(), String, fc.constant('certificate')),
);

const uselessCancellation: Drawn = fc
  .tuple(fc.integer({ min: 200, max: 203 }), fc.jsonValue())
  .map(([status, body]) =>
    drawnFault(
      'transfer/cancel-job/leaves-a-trace',
      `a cancellation is answered ${status} without effect`,
      uselessly(status, JSON.stringify(body)),
    ),
  );

const identities: Drawn = fc.oneof(
  fc.tuple(distinguishedNames(), fc.constantFrom('user', 'proxy')).map(([name, lost]) =>
    drawnFault(
      `${IDENTITY}/dn/with-certificate`,
      `dn has ${name} in the place of the ${lost}`,
      member(
        IDENTITY,
        'dn',
        (dn) => {
          const [user, ...proxies] = dn as string[];
          return lost === 'user' ? [name, ...proxies] : [user, name];
        },
        { lane: 'certificate' },
      ),
    ),
  ),
  fc.stringMatching(/^[!#-[\]-~]{1,24}$/).map((word) =>
    drawnFault(
      `${IDENTITY}/voms_cred/with-token`,
      `voms_cred contains ${word}, which is not a scope of the token`,
      members(
        IDENTITY,
        ({ oauth2_scope, voms_cred }) =>
          String(oauth2_scope).split(' ').includes(word) ? {} : { voms_cred: [...(voms_cred as unknown[]), word] },
        { lane: 'token' },
      ),
    ),
  ),
);

const timelessJobs: Drawn = fc.constantFrom(...DOCUMENTED_STATES).map((state) =>
  drawnFault(
    `${JOB}/job_finished/by-state`,
    `a job is ${state} and has no time`,
    timeless((each) => each === state),
    'warn',
  ),
);

/** A statement about a member is contradicted in one lane, and for jobs in one place: in an element of the listing, or where one is read. */
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

/** One statement, contradicted at random. Members are what most statements are about. */
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
    [6, fc.constantFrom(...lettingIn().map(drawn))],
    [4, brokenAnswer],
    [5, bodies],
    [4, refusedForm],
    [1, refusedOrganisation],
    [1, foreignJob],
    [1, takenId],
    [3, submittedJobs],
    [1, uselessCancellation],
    [1, identities],
    [1, timelessJobs],
  );
