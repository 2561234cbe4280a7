/** Conditions that changes read in requests, and short forms of frequent changes. */
import { decodeSegment, decodeValue, parameterIn, segmentsOf } from '../files.ts';
import { by, type Change, type HubSituation } from '../operators.ts';
import { problem, type Reply } from '../reply.ts';

export const JSON_TYPE = 'application/json';
/** Returns the name of what is written. */
export const nameIn = ({ operation, raw, query }: HubSituation): string =>
  operation === 'upload-file'
    ? decodeValue(parameterIn(query, 'name') ?? '')
    : decodeSegment(raw[0]?.split('/').filter(Boolean).at(-1) ?? '');

/** Returns the file or directory at the path of a request. */
export const nodeIn = ({ state, raw }: HubSituation) => state.files.at(segmentsOf(raw[0] ?? ''));

export const isFolderPath = ({ raw }: HubSituation): boolean => raw[0]?.endsWith('/') === true;
export const isOverwriting = (situation: HubSituation): boolean =>
  !isFolderPath(situation) && nodeIn(situation)?.content !== undefined;
export const isEmptyUpload = (situation: HubSituation): boolean =>
  !isFolderPath(situation) && !situation.request.stream && situation.request.body.length === 0;

export const isLarge = ({ request: { stream, body } }: HubSituation): boolean =>
  stream !== undefined || body.length > 1024 * 1024;

type Operations = string | readonly string[];

/** Answers an operation with this reply instead of performing it, if the condition is met. */
export const declined = (at: Operations, reply: Reply, when?: (situation: HubSituation) => boolean): Change =>
  by.decline({ at, ...(when && { when }) }, reply);

/** Returns the change by which an operation is rejected because the caller lacks a permission. */
export const forbidden = (at: Operations, when?: (situation: HubSituation) => boolean): Change =>
  declined(at, problem(403, 'A permission is missing.'), when);

/** Returns the change by which an operation gets the response 500, if the condition is met. */
export const breaking = (at: Operations, when: (situation: HubSituation) => boolean): Change =>
  declined(at, problem(500, 'Something broke.'), when);

/** Returns the change by which successful responses have another body, or none if it is undefined. */
export const answering = (at: Operations, body: Reply['body'], more: Partial<Reply> = {}): Change =>
  by.reply(at, { body, ...more });
