/** Changes that a fault or variant makes in the embedded ticket bridge. */
import type { ReferenceRequest, ReferenceResponse } from '../types.ts';
import type { Answer } from './answer.ts';
import type { UnderstoodRequest } from './request.ts';
import type { Tracker } from './tickets.ts';

export interface Behaviour {
  /** Refuses an understood request with a SOAP fault. */
  readonly refuses?: (request: UnderstoodRequest) => boolean;
  /** Answers in the place of everything else. */
  readonly instead?: (request: UnderstoodRequest) => ReferenceResponse | undefined;
  /** The identifier of the next ticket, where `made` were made before; undefined: the tracker's own. */
  readonly nextTicket?: (made: number) => number | undefined;
  /** Changes the answer to an operation that was performed or refused. */
  readonly answer?: (answer: Answer, context: AnswerContext) => void;
}

export interface AnswerContext extends UnderstoodRequest {
  readonly tracker: Tracker;
  readonly request: ReferenceRequest;
  /** Answers before this one. */
  readonly count: number;
}
