/**
 * Requests beyond the document to which the served data hub responds: CDMI as its standard specifies it, and paths in
 * other encodings.
 */
import type { AskedExtension, Extension } from '../types.ts';

const VERSION = 'x-cdmi-specification-version';
const typeOf = (request: AskedExtension): string => (request.header('content-type') ?? '').split(';')[0]?.trim() ?? '';
const isFolder = ({ target }: AskedExtension): boolean => (target.split('?')[0] ?? '').endsWith('/');
const has = (request: AskedExtension, name: string): boolean =>
  new URLSearchParams(request.target.split('?')[1] ?? '').has(name);
const ofOtherVersion = (request: AskedExtension): boolean => (request.header(VERSION) ?? '1.1.1') !== '1.1.1';

/**
 * The document itself specifies only the upload of plain content, the listing with ?children, and the version 1.1.1.
 */
export const DATA_HUB_EXTENSIONS: readonly Extension[] = [
  {
    name: 'cdmi-write-json',
    method: 'PUT',
    path: '/cdmi/{path}',
    title: 'CDMI: writing, moving or copying with a JSON body',
    is: (request) => ['application/cdmi-object', 'application/cdmi-container'].includes(typeOf(request)),
  },
  {
    name: 'cdmi-write-part',
    method: 'PUT',
    path: '/cdmi/{path}',
    title: 'CDMI: writing a part of a data object',
    is: (request) => request.header('content-range') !== undefined,
  },
  { name: 'cdmi-make-container', method: 'PUT', path: '/cdmi/{path}', title: 'CDMI: making a container', is: isFolder },
  {
    name: 'cdmi-read-container',
    method: 'GET',
    path: '/cdmi/{path}',
    title: 'CDMI: reading a container without ?children',
    is: (request) => isFolder(request) && !has(request, 'children'),
  },
  {
    name: 'cdmi-read-json',
    method: 'GET',
    path: '/cdmi/{path}',
    title: 'CDMI: reading a data object as JSON',
    is: (request) => !isFolder(request) && (request.header('accept') ?? '').includes('application/cdmi-object'),
  },
  ...['GET', 'PUT'].map((method) => ({
    name: `cdmi-other-version-${method.toLowerCase()}`,
    method,
    path: '/cdmi/{path}',
    title: 'CDMI: a request with another version than 1.1.1',
    is: ofOtherVersion,
  })),
  { name: 'cdmi-delete', method: 'DELETE', path: '/cdmi/{path}', title: 'CDMI: removal' },
  {
    name: 'lookup-encoded',
    method: 'POST',
    path: '/api/v3/provider/lookup-file-id/{path}',
    title: 'lookup of a path whose slashes are encoded',
    is: ({ target }) => /%2f/i.test(target),
  },
];
