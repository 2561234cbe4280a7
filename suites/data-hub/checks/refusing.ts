/** Effects of requests with bad credentials. */
import { mediaTypeOf, succeeded } from '../../../src/engine/words/answer.ts';
import type { TryJudging } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { textsIn } from '../listings.ts';

const uploading: TryJudging = {
  effect({ params: { file_path: path, name } }, { exchanges }) {
    const isItsFile = (read = ''): boolean => (path === undefined ? read.endsWith(`/${name}`) : read === path);
    const seen = exchanges.some(
      (one) =>
        one.purpose === 'other' &&
        one.operation === 'cdmi-read' &&
        succeeded(one) &&
        isItsFile(one.params['file_path']),
    );
    return { seen, what: 'the file was there afterwards' };
  },
};

const subscribing: TryJudging = {
  effect(attempt, { exchanges }) {
    if (!succeeded(attempt) || attempt.notes?.['closedByUs'] !== true) return undefined;
    const alike = (one: Exchange): boolean =>
      one.operation === attempt.operation && one.purpose !== 'refusal' && succeeded(one);
    const seen = exchanges.some((one) => alike(one) && mediaTypeOf(one) === mediaTypeOf(attempt));
    return { seen, what: 'the stream was opened, and stayed open until we closed it' };
  },
};

const registering: TryJudging = {
  effect({ request }, { exchanges }) {
    const { metadata } = JSON.parse(new TextDecoder().decode(request.body?.bytes) || '{}') as { metadata?: string };
    const [, title] = /<dc:title>([^<]*)</.exec(metadata ?? '') ?? [];
    const seen = exchanges.some(
      (one) =>
        one.purpose === 'other' &&
        one.operation === 'get-handle' &&
        title !== undefined &&
        [...(textsIn(one) ?? [])].some((text) => text.includes(`>${title}<`) || text === title),
    );
    return { seen, what: 'the handle was listed afterwards' };
  },
};

export const tried: Readonly<Record<string, TryJudging>> = {
  'cdmi-write': uploading,
  'upload-file': uploading,
  'create-handle': registering,
  'subscribe-changes': subscribing,
};
