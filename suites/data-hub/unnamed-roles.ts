/** Roles of exchanges that were recorded without any, by the labels and operations that told them apart. */
import type { UnnamedRoles } from '../../src/engine/words/roles.ts';
import { KINDS, NAME_FORMS } from './contents.ts';

const READ = { direct: 'cdmi-read', lookup: 'lookup-file-id', content: ['read-content'] } as const;
const LIST = { list: '*' } as const;
const DETAILS = { own: 'own', listed: ['listed'] } as const;
const LOOKED_UP = { lookup: 'lookup-file-id', listings: ['list-children'] } as const;

const rewritten = (label: string) => ({
  written: `cdmi-write ${label}`,
  direct: `cdmi-read ${label}`,
  lookup: `lookup-file-id ${label}`,
  content: [`read-content ${label}`],
});

export const unnamedRoles: UnnamedRoles = {
  tokenGrant: { asDocumented: 'as-documented', withoutPart: 'without-scope' },
  refuseGrants: Object.fromEntries(
    ['wrong-refresh-token', 'no-refresh-token', 'unknown-client', 'unknown-grant-type'].map((kind) => [kind, kind]),
  ),
  createNamedToken: { asDocumented: 'as-documented', withoutPart: 'without-caveat' },
  signIn: {
    madeUp: ['made-up'],
    tries: ['named-token-1', 'named-token-2', 'named-token-3', 'prefixed', 'good'],
    used: '*',
  },
  listSpaces: LIST,
  listHandleServices: LIST,
  readSpace: DETAILS,
  readHandleService: DETAILS,
  findFolder: LOOKED_UP,
  lookAround: LOOKED_UP,
  subscription: { held: 'held', written: 'cdmi-write', uploaded: 'upload-file' },
  createShare: { created: '*' },
  readShare: { created: ['created'], own: 'own', standIn: 'stand-in' },
  createHandle: { created: 'create-handle', before: 'before' },
  listHandles: LIST,
  readHandle: { created: ['created'], listed: ['listed'] },
  ...Object.fromEntries(KINDS.map((kind) => [`cdmi ${kind}`, { written: 'cdmi-write', ...READ }])),
  ...Object.fromEntries(KINDS.map((kind) => [`rest ${kind}`, { written: 'upload-file', ...READ }])),
  ...Object.fromEntries(
    Object.keys(NAME_FORMS).map((form) => [
      `cdmi name ${form}`,
      { written: 'cdmi-write name', similar: 'similar', ...READ },
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(NAME_FORMS).map((form) => [`rest name ${form}`, { written: 'upload-file', direct: 'cdmi-read' }]),
  ),
  overwrite: { shorter: rewritten('shorter'), longer: rewritten('longer') },
  listFolderThroughCdmi: LIST,
  listFolderByPath: LIST,
  listFolderByIdentifier: LIST,
  listEncoded: { encoded: '*' },
};
