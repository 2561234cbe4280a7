/** Judges responses whose meaning depends on other responses, and the effects of requests with invalid credentials. */

import {
  answerOf,
  CLOSED_BY_US,
  type Classification,
  classify,
  type Exchange,
  mediaTypeOf,
  type Reporter,
  succeeded,
  type TryJudging,
  undecided,
} from '../../words.ts';
import { textsIn } from '../listings.ts';
import { isNotThere } from '../poll.ts';
import { titlesIn } from './details.ts';

/**
 * Whether a lookup returned a wrong identifier: several operations were called with it, and none found the object. Then
 * the lookup is wrong, and not each operation.
 */
function deadDirectory(all: readonly Exchange[]) {
  const sent = all.filter(({ purpose, params }) => purpose === 'documented' && params['dir_id'] !== undefined);
  return new Set(sent.map(({ operation }) => operation)).size > 1 && sent.every(isNotThere);
}

/**
 * Classifies as in the table, unless the identifier in the request is wrong: without a directory, no upload gives the
 * identifier of a file.
 */
export function classifyAnswer(exchange: Exchange, { exchanges: all }: Reporter): Classification {
  const taken = exchange.params['dir_id'] ?? exchange.params['file_id'];
  return taken !== undefined && isNotThere(exchange) && deadDirectory(all)
    ? undecided('target', 'no operation accepts the identifier that a lookup returned')
    : classify(exchange, all);
}

/** Judges attempts by their effect, as a later read with a valid credential shows it. */
const seenIn = (
  operation: string,
  expected: string,
  what: string,
  isEffect: (read: Exchange, attempt: Exchange, report: Reporter) => boolean,
): TryJudging => ({
  effect(attempt, report) {
    const seen = report.exchanges.find(
      (one) =>
        one.purpose === 'other' && one.operation === operation && succeeded(one) && isEffect(one, attempt, report),
    );
    return seen && { expected, what: `${what}, as exchange ${seen.id} shows`, shownBy: [seen] };
  },
});

const uploading = seenIn(
  'cdmi-read',
  'a rejection that stores no file',
  'the file with this content was there afterwards',
  (read, { params: { file_path: path, name }, request }, { exchanges }) => {
    const isItsFile = ({ params: { file_path: own = '' } }: Exchange) =>
      path === undefined ? own.endsWith(`/${name}`) : own === path;
    const existed = exchanges.some(
      (one) => one.purpose === 'other' && one.operation === 'cdmi-write' && isItsFile(one),
    );
    // A new file that is empty was created, too; anything else, such as a page, may be returned for every path.
    const { text } = answerOf(read);
    const uploaded = new TextDecoder().decode(request.body?.bytes);
    return isItsFile(read) && ((text === '' && !existed) || text.includes(uploaded));
  },
);

const registering = seenIn(
  'get-handle',
  'a rejection that registers no handle',
  'the handle was listed afterwards',
  (read, attempt) => {
    const [title] = titlesIn(attempt);
    return [...(textsIn(read) ?? [])].some(
      (text) => title !== undefined && (text.includes(`>${title}<`) || text === title),
    );
  },
);

const subscribing: TryJudging = {
  effect(attempt, { exchanges }) {
    if (!succeeded(attempt) || attempt.notes?.[CLOSED_BY_US] !== true) return undefined;
    const alike = (one: Exchange) => one.operation === attempt.operation && one.purpose !== 'refusal' && succeeded(one);
    const seen = exchanges.some((one) => alike(one) && mediaTypeOf(one) === mediaTypeOf(attempt));
    if (!seen) return undefined;
    return { expected: 'a rejection', what: 'the stream stayed open until Assay closed it', shownBy: [] };
  },
};

export const tried: Readonly<Record<string, TryJudging>> = {
  'cdmi-write': uploading,
  'upload-file': uploading,
  'create-handle': registering,
  'subscribe-changes': subscribing,
};
