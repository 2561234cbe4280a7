/** Random contradictions of single statements of the transfer service. */
import fc, { type Arbitrary } from 'fast-check';
import { type DocumentedOperation, guardedOperations } from '../documented-operations.ts';
import { type DrawnFault, drawnFault, weighted } from '../random.ts';
import { oddStrings } from '../random-json.ts';
import { distinguishedNames, storageEndpoints, uuids } from '../random-values.ts';
import type { RecordSource } from '../record-values.ts';
import { errorResponse, textResponse } from './answers.ts';
import type { Asked, Behaviour } from './behaviour.ts';
import type { LaneName } from './credentials.ts';
import { bodyIn, FORMS, INFERRED_FORMS } from './flow-faults.ts';
import { memberViolations } from './random-members.ts';
import { refusedKinds } from './refused-kinds.ts';
import { DOCUMENTED_STATES } from './states.ts';

type Drawn = Arbitrary<DrawnFault<Behaviour>>;
const violation = drawnFault<Behaviour>;

const LANES: readonly LaneName[] = ['certificate', 'token'];
const laneOf = fc.constantFrom(...LANES);

/** An operation, of those that have something. */
const operations = (has: (operation: DocumentedOperation) => boolean = () => true): Arbitrary<string> =>
  fc.constantFrom(...guardedOperations('transfer').flatMap((operation) => (has(operation) ? [operation.name] : [])));

const letIn: Drawn = fc.tuple(fc.constantFrom(...refusedKinds()), operations()).map(([kind, operation]) =>
  violation(`transfer/${operation}/refuses/${kind}`, `${operation} lets ${kind} in`, {
    letsIn: (each, asked, query) => each === kind && asked === operation && !query.has('vo_name'),
  }),
);

/** 4xx codes that blame a request that is right; codes about credentials or a busy service are inconclusive. */
const clientErrors = fc
  .integer({ min: 400, max: 499 })
  .filter((status) => ![401, 403, 404, 405, 408, 410, 419, 425, 429].includes(status));
const absent = fc.constantFrom(404, 405, 410, 501);

/** A status, and for which operations it contradicts that they answer. */
const brokenAnswer: Drawn = fc
  .oneof(
    fc.tuple(
      absent,
      operations(({ path }) => path !== undefined),
    ),
    fc.tuple(fc.constantFrom(500, 401), operations()),
    fc.tuple(
      clientErrors,
      operations(({ path, hasBody }) => path !== undefined && !hasBody),
    ),
  )
  .chain(([status, operation]) =>
    fc.tuple(laneOf, oddStrings()).map(([lane, message]) => ({ status, operation, lane, message })),
  )
  .map(({ status, operation, lane, message }) =>
    violation(`transfer/${operation}/answers-${lane}`, `${operation} is answered ${status} with the ${lane}`, {
      instead: (asked) =>
        asked.operation === operation && asked.caller.lane === lane ? errorResponse(status, message) : undefined,
    }),
  );

const isJson = (text: string, right: (value: unknown) => boolean): boolean => {
  try {
    return right(JSON.parse(text));
  } catch {
    return false;
  }
};
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts that are not what was documented; where a change leaves it as documented, its end is cut off. */
const spoilers = (
  right: (value: unknown) => boolean,
): Arbitrary<{ readonly what: string; readonly make: (text: string) => string }> =>
  fc
    .oneof(
      oddStrings().map((text) => ({ what: `the text ${JSON.stringify(text).slice(0, 60)}`, make: () => text })),
      fc.jsonValue().map((value) => ({
        what: `the JSON ${JSON.stringify(value).slice(0, 60)}`,
        make: () => JSON.stringify(value),
      })),
      fc
        .double({ min: 0, max: 0.999, noNaN: true })
        .map((share) => ({ what: 'cut off', make: (text: string) => text.slice(0, Math.floor(text.length * share)) })),
      fc
        .tuple(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.constantFrom(',', '}', ']', '"', '\u0001', "'", 'x', '\\', ':'),
        )
        .map(([share, put]) => ({
          what: `${JSON.stringify(put)} put in`,
          make: (text: string) =>
            `${text.slice(0, Math.floor(text.length * share))}${put}${text.slice(Math.floor(text.length * share))}`,
        })),
    )
    .map(({ what, make }) => ({ what, make: (text) => (isJson(make(text), right) ? text.slice(0, -1) : make(text)) }));

function bodyViolation(kills: string, right: (value: unknown) => boolean, applies: (asked: Asked) => boolean): Drawn {
  return fc.tuple(spoilers(right), laneOf).map(([{ what, make }, lane]) =>
    violation(kills, `${kills} with the ${lane}: ${what}`, {
      answer: (response, asked) =>
        applies(asked) && asked.caller.lane === lane && response.status < 300 && response.body instanceof Uint8Array
          ? textResponse(response.status, make(Buffer.from(response.body).toString('utf8')), 'application/json')
          : response,
    }),
  );
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);
const bodies: Drawn = fc.oneof(
  ...(['identity', 'submit-job', 'delegation', 'job-status'] as const).map((operation) =>
    bodyViolation(`transfer/${operation}/returns-json-object`, isObject, (asked) => asked.operation === operation),
  ),
  bodyViolation(
    'transfer/list-jobs/returns-json-array',
    isList,
    (asked) => asked.operation === 'list-jobs' && !asked.query.has('vo_name'),
  ),
  bodyViolation(
    'transfer/list-jobs/accepts-vo-name',
    isList,
    (asked) => asked.operation === 'list-jobs' && asked.query.has('vo_name'),
  ),
);

const refusedForm: Drawn = fc
  .tuple(fc.constantFrom(...Object.keys(FORMS)), fc.oneof(clientErrors, absent, fc.constant(500)), laneOf)
  .map(([form, status, lane]) =>
    violation(
      `transfer/submit-job/accepts-${form}`,
      `a submission with ${form} is answered ${status} with the ${lane}`,
      {
        instead: (asked) =>
          asked.operation === 'submit-job' && asked.caller.lane === lane && FORMS[form]?.(bodyIn(asked))
            ? errorResponse(status, 'not like this')
            : undefined,
      },
      INFERRED_FORMS.has(form) ? 'warn' : 'fail',
    ),
  );

const refusedOrganisation: Drawn = fc
  .tuple(fc.oneof(clientErrors, absent, fc.constant(500)), laneOf)
  .map(([status, lane]) =>
    violation('transfer/list-jobs/accepts-vo-name', `vo_name is answered ${status} with the ${lane}`, {
      instead: (asked) =>
        asked.operation === 'list-jobs' && asked.query.has('vo_name') && asked.caller.lane === lane
          ? errorResponse(status, 'no')
          : undefined,
    }),
  );

const foreignJob: Drawn = oddStrings().map((other) =>
  violation(
    'transfer/list-jobs/vo-name-filters',
    `a job of ${JSON.stringify(other).slice(0, 40)} is listed by vo_name`,
    {
      record: (id, members, asked, job) =>
        id === 'transfer/job' && asked.query.has('vo_name') && job?.index === 0
          ? { ...members, vo_name: other === members.vo_name ? `${other}-2` : other }
          : members,
    },
    'warn',
  ),
);

const takenId: Drawn = fc.nat({ max: 7 }).map((at) =>
  violation('transfer/submit-job/returns-own-id', `a submission gets the identifier of the job ${at}`, {
    jobs: { nextId: (store) => [...store.all.keys()][at] },
  }),
);

/** Members of a submitted job that is read alone. */
function submittedJob(
  kills: string,
  member: string,
  values: Arbitrary<string>,
  same: (value: string, right: string) => boolean,
  lanes: readonly LaneName[] = LANES,
): Drawn {
  return fc.tuple(values, fc.constantFrom(...lanes)).map(([value, lane]) =>
    violation(kills, `${member} of the submitted job is ${JSON.stringify(value)} with the ${lane}`, {
      record: (id, members, asked, job) =>
        id === 'transfer/job' &&
        job &&
        asked.operation === 'job-status' &&
        asked.caller.lane === lane &&
        asked.jobs.submitted.includes(job.id) &&
        !same(value, String(members[member]))
          ? { ...members, [member]: value }
          : members,
    }),
  );
}

const beginning = (endpoint: string): string => /^[^:]+:\/\/[^/:]+/.exec(endpoint.toLowerCase())?.[0] ?? '';
const submittedJobs: Drawn = fc.oneof(
  submittedJob(
    'transfer/job-status/reads-submitted-job',
    'job_id',
    uuids(),
    (value, right) => value.toLowerCase() === right.toLowerCase(),
  ),
  submittedJob(
    'transfer/job-status/names-source',
    'source_se',
    storageEndpoints(),
    (value, right) => beginning(value) === beginning(right),
  ),
  submittedJob(
    'transfer/job-status/names-destination',
    'dest_se',
    storageEndpoints(),
    (value, right) => beginning(value) === beginning(right),
  ),
  submittedJob(
    'transfer/job-status/names-submitter',
    'user_dn',
    distinguishedNames(),
    (value, right) => value === right,
    ['certificate'],
  ),
);

const uselessCancellation: Drawn = fc.tuple(fc.integer({ min: 200, max: 203 }), fc.jsonValue()).map(([status, body]) =>
  violation('transfer/cancel-job/leaves-a-trace', `a cancellation is answered ${status} and does nothing`, {
    jobs: { cancel: () => undefined },
    answer: (response, asked) =>
      asked.operation === 'cancel-job' && response.status < 300
        ? textResponse(status, JSON.stringify(body), 'application/json')
        : response,
  }),
);

const identities: Drawn = fc.oneof(
  fc.tuple(distinguishedNames(), fc.constantFrom('user', 'proxy')).map(([name, lost]) =>
    violation('transfer/identity/dn/with-certificate', `dn has ${name} in the place of the ${lost}`, {
      record: (id, members, { caller }) => {
        if (id !== 'transfer/identity' || caller.lane !== 'certificate') return members;
        const [user, ...proxies] = members.dn as string[];
        return { ...members, dn: lost === 'user' ? [name, ...proxies] : [user, name] };
      },
    }),
  ),
  fc.stringMatching(/^[!#-[\]-~]{1,24}$/).map((word) =>
    violation('transfer/identity/voms_cred/with-token', `voms_cred holds ${word}, which is not a scope of the token`, {
      record: (id, members, { caller }) =>
        id === 'transfer/identity' && caller.lane === 'token' && !String(members.oauth2_scope).split(' ').includes(word)
          ? { ...members, voms_cred: [...(members.voms_cred as unknown[]), word] }
          : members,
    }),
  ),
);

const timeless: Drawn = fc.constantFrom(...DOCUMENTED_STATES).map((state) =>
  violation(
    'transfer/job/job_finished/by-state',
    `a job is ${state} and has no time`,
    {
      record: (id, members) =>
        id === 'transfer/job' && members.job_state === state ? { ...members, job_finished: null } : members,
    },
    'warn',
  ),
);

/** One statement, contradicted at random. Members are what most statements are about. */
export const transferViolations = (records: ReadonlyMap<string, RecordSource>): Drawn =>
  weighted(
    [20, memberViolations(records)],
    [6, letIn],
    [4, brokenAnswer],
    [5, bodies],
    [4, refusedForm],
    [1, refusedOrganisation],
    [1, foreignJob],
    [1, takenId],
    [3, submittedJobs],
    [1, uselessCancellation],
    [1, identities],
    [1, timeless],
  );
