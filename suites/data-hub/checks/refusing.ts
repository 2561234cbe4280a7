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

const effect = (expected: string, what: string, by: Exchange) => ({
  expected,
  what: `${what}, as exchange ${by.id} shows`,
  shownBy: [by],
});

const uploading: TryJudging = {
  effect({ params: { file_path: path, name }, request }, { exchanges }) {
    const isItsFile = (read = '') => (path === undefined ? read.endsWith(`/${name}`) : read === path);
    const uploaded = new TextDecoder().decode(request.body?.bytes);
    const existed = exchanges.some(
      (one) => one.purpose === 'other' && one.operation === 'cdmi-write' && isItsFile(one.params['file_path']),
    );
    // A new file that is empty was created, too; anything else, such as a page, may be returned for every path.
    const isUploaded = (text: string) => (text === '' && !existed) || text.includes(uploaded);
    const seen = exchanges.find(
      (one) =>
        one.purpose === 'other' &&
        one.operation === 'cdmi-read' &&
        succeeded(one) &&
        isItsFile(one.params['file_path']) &&
        isUploaded(answerOf(one).text),
    );
    return seen && effect('a rejection that stores no file', 'the file with this content was there afterwards', seen);
  },
};

const subscribing: TryJudging = {
  effect(attempt, { exchanges }) {
    if (!succeeded(attempt) || attempt.notes?.[CLOSED_BY_US] !== true) return undefined;
    const alike = (one: Exchange) => one.operation === attempt.operation && one.purpose !== 'refusal' && succeeded(one);
    const seen = exchanges.some((one) => alike(one) && mediaTypeOf(one) === mediaTypeOf(attempt));
    if (!seen) return undefined;
    return { expected: 'a rejection', what: 'the stream stayed open until Assay closed it', shownBy: [] };
  },
};

const registering: TryJudging = {
  effect(attempt, { exchanges }) {
    const [title] = titlesIn(attempt);
    const seen = exchanges.find(
      (one) =>
        one.purpose === 'other' &&
        one.operation === 'get-handle' &&
        title !== undefined &&
        [...(textsIn(one) ?? [])].some((text) => text.includes(`>${title}<`) || text === title),
    );
    return seen && effect('a rejection that registers no handle', 'the handle was listed afterwards', seen);
  },
};

export const tried: Readonly<Record<string, TryJudging>> = {
  'cdmi-write': uploading,
  'upload-file': uploading,
  'create-handle': registering,
  'subscribe-changes': subscribing,
};
