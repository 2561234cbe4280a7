/** Faults and legal variants of the reference client library. */
import { faultsBy, variantsOf } from '../change.ts';
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

const faults = faultsBy<LibraryChange>('client-library');
const ofCall = (call: CallName) =>
  Object.fromEntries(Object.entries(TABLES[call]).map(([statement, wrongs]) => [`${call}/${statement}`, wrongs]));

export const FAULTS = deviating(() => [...faults(OFFER), ...CALLS.flatMap((call) => faults(ofCall(call)))], {
  second: () => faults(SECOND_GENERATION),
  prefix: 'client-library/',
  table: SOMETIMES,
});

const PREFIX = 'client-library-variant/';
export const VARIANTS = deviating(() => ROWS.map(variantsOf<LibraryChange>('client-library', PREFIX)), {
  prefix: PREFIX,
  table: VARIANTS_SOMETIMES,
});
