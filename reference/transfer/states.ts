type Name = 'submitted' | 'active' | 'cancelled' | 'finished' | 'failed';
/** States of the reference's jobs. The document shows the final ones, FINISHED and FAILED; the others are this deployment's. */
export const STATES: Readonly<Record<Name, string>> = {
  submitted: 'SUBMITTED',
  active: 'ACTIVE',
  cancelled: 'CANCELED',
  finished: 'FINISHED',
  failed: 'FAILED',
};

/** The states that the document shows, all of them final. */
export const DOCUMENTED_STATES: readonly string[] = [STATES.finished, STATES.failed];
