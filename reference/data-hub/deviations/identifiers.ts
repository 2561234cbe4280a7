/** How deployments make identifiers, and the Location of a new handle. */
import { by, type Change, type VariantLine as Line } from '../operators.ts';
import { answering, forbidden } from './conditions.ts';

const ids = (
  make: (thing: { readonly digest: string; readonly record: string; readonly element: number }) => string,
): Change => by.id({}, (_usual, { digest = '', record = '', element = 0 }) => make({ digest, record, element }));
const NUMERIC = ids(({ element }) => String(700_000 + element * 7));

export const IDS: readonly Line[] = [
  [
    'ids-uuid',
    'identifiers are UUIDs',
    ids(({ digest }) => digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')),
  ],
  ['ids-numeric', 'identifiers are digits', NUMERIC],
  [
    'ids-json-numbers',
    'identifiers are JSON numbers',
    [NUMERIC, by.rewrite({}, (text) => text.replace(/"(7\d{5})"(?!:)/g, '$1'))],
  ],
  [
    'ids-long',
    'identifiers have 200 and more characters',
    ids(({ digest, record }) =>
      Buffer.from(`guid#${digest}#${digest}#${record}#${digest}${digest}`).toString('hex').toUpperCase(),
    ),
  ],
  [
    'ids-short',
    'identifiers have two or three characters',
    ids(({ record, element }) => `${record.slice(0, 1)}${element}`),
  ],
  [
    'ids-special',
    'identifiers contain a slash, + and =',
    ids(({ digest, element }) => `${Buffer.from(digest, 'hex').toString('base64').slice(0, 20)}/+${element}=`),
  ],
  ['ids-urn', 'identifiers are URNs', ids(({ record, digest }) => `urn:example:${record}:${digest.slice(0, 12)}`)],
  [
    'ids-alike-at-the-end',
    'identifiers are paths that all end alike',
    ids(({ digest, record }) => `vault/${digest.slice(0, 16)}/${record}`),
  ],
];

/** Location of a new handle, from the usual path of its details. */
const location = (make: (path: string, id: string, zoneUrl: string) => string): Change =>
  by.identify('create-handle', (path = '', { zoneUrl = '' }) => make(path, path.split('/').at(-1) ?? '', zoneUrl));

export const HANDLES: readonly Line[] = [
  ['location-absolute', 'Location is an absolute address', location((path, _id, zone) => `${zone}${path}`)],
  ['location-identifier', 'Location is the identifier alone', location((_path, id) => decodeURIComponent(id))],
  [
    'location-identifier-fragment',
    'Location is the identifier alone, with a query and a fragment',
    location((_path, id) => `${decodeURIComponent(id)}?created=1#top`),
  ],
  ['location-relative', 'Location is a relative path', location((_path, id) => `handles/${id}`)],
  [
    'location-dot',
    'Location is a relative path that begins with a dot segment',
    location((_path, id) => `./handles/${id}`),
  ],
  ['location-trailing-slash', 'Location ends in a slash', location((path) => `${path}/`)],
  ['location-query', 'Location has a query and a fragment', location((path) => `${path}?created=1#top`)],
  [
    'location-protocol-relative',
    'Location begins with two slashes',
    location((path, _id, zone) => `${zone.replace(/^https?:/, '')}${path}`),
  ],
  [
    'handle-id-odd',
    'the identifier of a handle contains a slash, a blank and a letter beyond ASCII',
    by.id({ record: 'handle' }, (usual) => `20.500/${usual.slice(0, 8)} ä`),
  ],
  [
    'handle-body-json',
    'a registration answers with a body as well',
    by.reply('create-handle', (_reply, { state }) => ({
      body: { json: { handleId: [...state.handles.keys()].at(-1) } },
    })),
  ],
  [
    'handle-body-text',
    'a registration answers with a text as well',
    answering('create-handle', { text: 'Registered.\n', type: 'text/plain' }),
  ],
  [
    'handles-forbidden',
    'the caller may not register handles',
    forbidden('create-handle'),
    ['create-handle/**', 'list-handles/holds-created', 'get-handle/**'],
  ],
];
