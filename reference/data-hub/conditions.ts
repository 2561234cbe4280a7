/** What changes look at in requests, and short forms of frequent changes. */
import type { Change } from './operators.ts';
import { decodeSegment, decodeValue, parameterIn, segmentsOf } from './paths.ts';
import { problem, type Reply } from './reply.ts';
import type { HubSituation } from './situation.ts';

/** The name of what is written. */
export const nameIn = ({ operation, raw, query }: HubSituation): string =>
  operation === 'upload-file'
    ? decodeValue(parameterIn(query, 'name') ?? '')
    : decodeSegment(raw[0]?.split('/').filter(Boolean).at(-1) ?? '');

/** The file or folder at the path of a request. */
export const nodeIn = ({ state, raw }: HubSituation) => state.files.at(segmentsOf(raw[0] ?? ''));

export const isFolderPath = ({ raw }: HubSituation): boolean => raw[0]?.endsWith('/') === true;
export const isOverwriting = (situation: HubSituation): boolean =>
  !isFolderPath(situation) && nodeIn(situation)?.content !== undefined;
export const isEmptyUpload = (situation: HubSituation): boolean =>
  !isFolderPath(situation) && !situation.request.stream && situation.request.body.length === 0;

type Operations = string | readonly string[];

/** An operation is answered so instead of being performed, where the condition holds. */
export const declined = (at: Operations, reply: Reply, when?: (situation: HubSituation) => boolean): Change => ({
  at,
  operator: 'decline',
  argument: reply,
  ...(when && { when }),
});

/** The caller may not do it. */
export const forbidden = (at: Operations, when?: (situation: HubSituation) => boolean): Change =>
  declined(at, problem(403, 'A permission is missing.', 'forbidden'), when);

/** Something breaks down, where the condition holds. */
export const breaking = (at: Operations, when: (situation: HubSituation) => boolean): Change =>
  declined(at, problem(500, 'Something broke.', 'broken'), when);

/** Successful answers with another body; undefined: without one. */
export const answering = (at: Operations, body: Reply['body'], more: Partial<Reply> = {}): Change => ({
  at,
  operator: 'reply',
  argument: { body, ...more },
});

/** Successful answers with further headers, in the case they are sent. */
export const withHeaders = (at: Operations, ...more: readonly (readonly [string, string])[]): Change => ({
  at,
  operator: 'reply',
  argument: ({ headers = [] }) => ({ headers: [...headers, ...more] }),
});
