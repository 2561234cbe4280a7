/**
 * Requests beyond the document to which the served data hub responds: directories and removal as CDMI specifies them,
 * and paths in other encodings.
 */
import type { AskedExtension, Extension } from '../types.ts';

const VERSION = 'x-cdmi-specification-version';
const typeOf = (request: AskedExtension) => (request.header('content-type') ?? '').split(';')[0]?.trim() ?? '';
const isFolder = ({ target }: AskedExtension) => (target.split('?')[0] ?? '').endsWith('/');
const has = (request: AskedExtension, name: string) =>
  new URLSearchParams(request.target.split('?')[1] ?? '').has(name);
const ofSeveralVersions = (request: AskedExtension) => {
  const versions = (request.header(VERSION) ?? '').split(',').map((version) => version.trim());
  return versions.length > 1 && versions.includes('1.1.1');
};

/**
 * The document itself specifies only the upload of plain content, the listing with ?children, and the version 1.1.1.
 */
export const DATA_HUB_EXTENSIONS: readonly Extension[] = [
  {
    name: 'cdmi-write-otherwise',
    method: 'PUT',
    path: '/cdmi/{path}',
    title: 'CDMI: writing JSON or a part of a data object (rejected with 415)',
    is: (request) => typeOf(request).startsWith('application/cdmi-') || request.header('content-range') !== undefined,
  },
  {
    name: 'cdmi-make-container',
    method: 'PUT',
    path: '/cdmi/{path}',
    title: 'CDMI: creates a container',
    is: isFolder,
  },
  {
    name: 'cdmi-read-container',
    method: 'GET',
    path: '/cdmi/{path}',
    title: 'CDMI: reads a container without ?children',
    is: (request) => isFolder(request) && !has(request, 'children'),
  },
  ...['GET', 'PUT'].map((method) => ({
    name: `cdmi-several-versions-${method.toLowerCase()}`,
    method,
    path: '/cdmi/{path}',
    title: 'CDMI: a request with other versions besides 1.1.1',
    is: ofSeveralVersions,
  })),
  { name: 'cdmi-delete', method: 'DELETE', path: '/cdmi/{path}', title: 'CDMI: removes a file or a container' },
  {
    name: 'lookup-encoded',
    method: 'POST',
    path: '/api/v3/provider/lookup-file-id/{path}',
    title: 'lookup of a path whose slashes are encoded',
    is: ({ target }) => /%2f/i.test(target),
  },
];
