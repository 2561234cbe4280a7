/** Forms of content and of uploads, and files that are rejected. */
import { adding } from '../../http-operators.ts';
import { decodeSegment } from '../files.ts';
import { by, type VariantTable } from '../operators.ts';
import { problem, type Reply } from '../reply.ts';
import { declined, forbidden, isEmptyUpload, isFolderPath, isOverwriting, nameIn, nodeIn } from './conditions.ts';
import { firstMade, hasMade, leadsTo } from './flow-faults.ts';

/** Redirects each reading without a query to the same path with this one. */
const redirected = (at: string | readonly string[], query: string) =>
  by.decline({ at, when: (situation) => situation.query === undefined }, (_none, { request: { target } }) => ({
    status: 307,
    headers: [['Location', `${target}?${query}`]],
  }));

const READS = ['cdmi-read', 'read-content'];
const WRITES = ['cdmi-write', 'upload-file'];
export const LISTING_FORBIDDEN = forbidden('cdmi-list');

export const FILES: VariantTable = {
  'content-text-plain': by.reply(READS, ({ body }) => ({
    body: { ...body, type: 'text/plain;charset=utf-8' } as Reply['body'],
  })),
  'content-disposition': by.reply(READS, ({ body, headers = [] }) => {
    const name = body && 'name' in body ? body.name : '';
    return {
      headers: [...headers, ['Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`]],
    };
  }),
  'content-etag': by.success(
    READS,
    adding(['ETag', '"5"'], ['Accept-Ranges', 'bytes'], ['Last-Modified', 'Thu, 01 Jan 2026 00:00:00 GMT']),
  ),
  'content-redirected': redirected('cdmi-read', 'direct'),
  'content-presigned': [
    redirected(READS, 'signed'),
    by.access({ at: READS, when: ({ query }) => query === 'signed' }, 'accepted'),
  ],
  'cdmi-write-object': by.form({ at: 'cdmi-write', when: (situation) => !isFolderPath(situation) }, (_, situation) => ({
    objectType: 'application/cdmi-object',
    objectID: nodeIn(situation)?.id,
    objectName: nameIn(situation),
  })),
  'cdmi-delete-refused': declined('cdmi-delete', problem(405, 'DELETE is not offered.')),
  'cdmi-listing-forbidden': [LISTING_FORBIDDEN, ['cdmi-list/**']],
  'encoded-path-forbidden': [
    forbidden('list-files', ({ raw }) => /%(?:2[de]|[3-7])/i.test(raw[0] ?? '')),
    ['list-files/takes-encoded-path'],
  ],
  'space-name-odd': by.setup({}, { space: 'Assay Übung + 1%' }),
  'names-plain-only': [
    declined(WRITES, problem(400, 'This name is not allowed.'), (situation) => /[^\w.-]/u.test(nameIn(situation))),
    ['cdmi-write/path/*', 'upload-file/name/*', 'lookup-file-id/path/*'],
  ],
  'empty-files-refused': [declined(WRITES, problem(400, 'The body is empty.'), isEmptyUpload), ['*/read-back*/empty']],
  'one-share-a-folder': declined('create-share', problem(409, 'The folder is shared already.'), hasMade('shares', 1)),
  'same-share-and-handle-again': [by.identify('create-share', firstMade('shares')), leadsTo(firstMade('handles'))],
  'one-handle-a-user': declined('create-handle', problem(409, 'There is a handle already.'), hasMade('handles', 1)),
  'names-normalised': by.misread({}, (segment) =>
    decodeSegment(segment)
      .normalize('NFC')
      .replace(/[. ]+$/, ''),
  ),
  'overwrite-refused': [
    declined('cdmi-write', problem(409, 'Files are never overwritten.'), isOverwriting),
    ['cdmi-write/overwrite'],
  ],
};
