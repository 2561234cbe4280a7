/** Faults and legal variants of the reference client library. */
import { notationOf } from '../change.ts';
import { deviating } from '../sometimes.ts';
import { CALLS, type CallName, type FaultTable, type LibraryChange } from './changes.ts';
import { IDENTITY, OFFER, STATUS, SUBMISSION } from './deviations/call-faults.ts';
import { CONTEXT } from './deviations/context-faults.ts';
import { SECOND_GENERATION, SOMETIMES, VARIANTS_SOMETIMES } from './deviations/sometimes-faults.ts';
import { JOB, TRANSFER } from './deviations/transfer-faults.ts';
import { ROWS } from './deviations/variants.ts';

const TABLES: Readonly<Record<CallName, FaultTable>> = {
  Context: CONTEXT,
  whoami: IDENTITY,
  new_transfer: TRANSFER,
  new_job: JOB,
  submit: SUBMISSION,
  get_job_status: STATUS,
};

const PREFIX = 'client-library-variant/';
const { faultsBy, variantsIn } = notationOf<LibraryChange>('client-library', PREFIX);
const ofCall = (call: CallName) =>
  Object.fromEntries(Object.entries(TABLES[call]).map(([statement, wrongs]) => [`${call}/${statement}`, wrongs]));

export const FAULTS = deviating(() => [...faultsBy(OFFER), ...CALLS.flatMap((call) => faultsBy(ofCall(call)))], {
  second: () => faultsBy(SECOND_GENERATION),
  prefix: 'client-library/',
  table: SOMETIMES,
});

export const VARIANTS = deviating(() => variantsIn(ROWS), {
  prefix: PREFIX,
  table: VARIANTS_SOMETIMES,
});
