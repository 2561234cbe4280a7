/** Forms of identifiers in deployments, and the Location of a new handle. */
import { by, type VariantTable } from '../operators.ts';
import { answering, forbidden } from './conditions.ts';

const ids = (make: (thing: { readonly digest: string; readonly record: string; readonly element: number }) => string) =>
  by.id({}, (_usual, { digest = '', record = '', element = 0 }) => make({ digest, record, element }));
const NUMERIC = ids(({ element }) => String(700_000 + element * 7));

export const IDS: VariantTable = {
  'ids-uuid': ids(({ digest }) => digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')),
  'ids-numeric': NUMERIC,
  'ids-json-numbers': [NUMERIC, by.rewrite({}, (text) => text.replace(/"(7\d{5})"(?!:)/g, '$1'))],
  'ids-long': ids(({ digest, record }) =>
    Buffer.from(`guid#${digest}#${digest}#${record}#${digest}${digest}`).toString('hex').toUpperCase(),
  ),
  'ids-short': ids(({ record, element }) => `${record.slice(0, 1)}${element}`),
  'ids-small': [ids(({ element }) => String(element)), by.members('list-handles', { sizes: [...Array(99).keys()] })],
  'ids-special': ids(
    ({ digest, element }) => `${Buffer.from(digest, 'hex').toString('base64').slice(0, 20)}/+${element}=`,
  ),
  'ids-urn': ids(({ record, digest }) => `urn:example:${record}:${digest.slice(0, 12)}`),
  'ids-alike-at-the-end': ids(({ digest, record }) => `vault/${digest.slice(0, 16)}/${record}`),
};

/** Location of a new handle, from the usual path of its details. */
const location = (make: (path: string, id: string, zoneUrl: string) => string) =>
  by.identify('create-handle', (path = '', { zoneUrl = '' }) => make(path, path.split('/').at(-1) ?? '', zoneUrl));

export const HANDLES: VariantTable = {
  'location-absolute': location((path, _id, zone) => `${zone}${path}`),
  'location-identifier': location((_path, id) => decodeURIComponent(id)),
  'location-identifier-fragment': location((_path, id) => `${decodeURIComponent(id)}?created=1#top`),
  'location-relative': location((_path, id) => `handles/${id}`),
  'location-dot': location((_path, id) => `./handles/${id}`),
  'location-trailing-slash': location((path) => `${path}/`),
  'location-urn': location((_path, id) => `urn:handle:${decodeURIComponent(id)}`),
  'location-of-application': location((_path, id, zone) => `${zone}/#/handles/${id}`),
  'location-query': location((path) => `${path}?created=1#top`),
  'location-protocol-relative': location((path, _id, zone) => `${zone.replace(/^https?:/, '')}${path}`),
  'location-public': [
    by.id({ record: 'handle' }, (usual) => `20.500/${usual}`),
    location((_path, id) => `https://handles.example.org/${decodeURIComponent(id)}`),
  ],
  'handle-id-odd': by.id({ record: 'handle' }, (_usual, { digest = '' }) => `20.500/${digest.slice(0, 8)} ä`),
  'handle-body-json': by.form('create-handle', (_, { state }) => ({ handleId: [...state.handles.keys()].at(-1) })),
  'handle-body-text': answering('create-handle', { text: 'Registered.\n', type: 'text/plain' }),
  'handles-forbidden': [
    forbidden('create-handle'),
    ['create-handle/**', 'list-handles/holds-created', 'get-handle/**'],
  ],
};
