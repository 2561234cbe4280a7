/**
 * Random contradictions of single statements of the client library: the listed faults, and bodies and results with any
 * wrong value.
 */
import fc, { type Arbitrary } from 'fast-check';
import { anyJson, oddStrings } from '../../drawn/json.ts';
import { type DrawnFault, drawnFault, listedFault, shown, weighted } from '../../drawn/random.ts';
import { schemasOf } from '../../package-root.ts';
import { readRecords } from '../../record-values.ts';
import { type CallName, changesAt, type LibraryChange, type Operator } from '../changes.ts';
import { faults } from '../faults.ts';

type Drawn = Arbitrary<DrawnFault<LibraryChange>>;

/** Returns a contradiction by one operator with a drawn argument, at a call. */
const drawn = (kills: string, at: CallName, path: string, operator: Operator, argument: Arbitrary<unknown>): Drawn =>
  argument.map((value) => {
    const change = changesAt(at)(path, operator, value);
    return drawnFault<LibraryChange>(`client-library/${kills}`, shown(change, 200), change);
  });

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const are = (of: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(of);

/**
 * Documented places of the body, and what is right there (Resources B, submission body). Without a body no request is
 * sent.
 */
const PLACES: Readonly<Record<string, (value: unknown) => boolean>> = {
  '': (value) => isObject(value) || value === null,
  '/params': isObject,
  '/files': are(isObject),
  '/params/overwrite': (value) => typeof value === 'boolean',
  '/files/*/sources': are(isText),
  '/files/*/destinations': are(isText),
  '/files/*/source_tokens': are(isText),
  '/files/*/destination_tokens': are(isText),
  '/files/*/checksum': isText,
};

/** Returns values of the kinds that are tried first, and any others; none of them right. */
const wrong = (right: (value: unknown) => boolean): Arbitrary<unknown> =>
  fc
    .oneof(
      fc.constantFrom<unknown>(null, true, 0, 'text', '', [], {}, [null], [{}], ['text', 1], [[]], { 0: 'text' }),
      anyJson(),
      fc.tuple(fc.array(oddStrings(), { maxLength: 2 }), anyJson()).map(([texts, value]) => [...texts, value]),
    )
    .filter((value) => !right(value));

const bodies: readonly Drawn[] = Object.entries(PLACES).map(([path, right]) =>
  drawn('submit/body', 'submit', `/request/body${path}`, 'set', wrong(right)),
);

/**
 * Wrong results of a call that returns a record, in each member that the reference's service sends to a certificate.
 */
function results(of: 'whoami' | 'get_job_status', statement: string, record: string): Drawn {
  const members = Object.entries(readRecords(schemasOf('transfer')).get(record)?.properties ?? {}).filter(
    ([name, { only }]) => only !== 'token' && name !== 'http_status',
  );
  return fc
    .constantFrom(...members.map(([name]) => `/result/${name}`))
    .chain((name) =>
      fc.oneof(
        drawn(`${of}/${statement}`, of, name, 'drop', fc.constant(undefined)),
        drawn(`${of}/${statement}`, of, name, 'another', anyJson()),
        drawn(`${of}/${statement}`, of, name, 'as', fc.constantFrom('array', 'fewer', 'other-letters')),
      ),
    );
}

/** Returns a statement, contradicted at random: all faults except those that remove a call. */
export const drawnFaults = (): Drawn =>
  weighted(
    [10, listedFault(faults().filter(({ id }) => !id.includes('/is-offered@')))],
    [4, fc.oneof(...bodies)],
    [2, results('whoami', 'returns-identity', 'transfer/identity')],
    [2, results('get_job_status', 'returns-job', 'transfer/job')],
  );
