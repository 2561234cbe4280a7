/** The forms in which deployments give lists, details and identifiers, since the document shows none. */
import { documentedOperations } from '../documented-operations.ts';
import type { Change, VariantLine as Line } from './operators.ts';
import { type Body, type Item, jsonOf, type Reply } from './reply.ts';
import type { HubSituation } from './situation.ts';

const LISTS = documentedOperations('data-hub').flatMap(({ name }) => (/list/.test(name) ? [name] : []));
/** CDMI says how a listing holds an array: deployments that shape theirs so name the children alone. */
const BUT_CDMI = LISTS.filter((name) => name !== 'cdmi-list');
const DETAILS = ['get-handle-service', 'get-space', 'get-share', 'get-handle'];

const escapedXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const named = ({ id, name }: Item) => ({ id, name });
const mapById = (items: readonly Item[]) => Object.fromEntries(items.map(({ id, name }) => [id, { name }]));
const asText = (type: string, text: string): Body => ({ text, type });
const HUGE = 200_000;
const DEEP = 100_000;

type List = (items: readonly Item[], word: string) => Body;

/** Lists in another form. */
export const lists = (form: List, at: string | readonly string[] = LISTS): Change => ({
  at,
  operator: 'reply',
  argument: ({ listing: { items, word } = { items: [], word: '' } }) => ({ body: form(items, word) }),
});
const listsOfJson = (form: (items: readonly Item[], word: string) => unknown, at?: readonly string[]): Change =>
  lists((items, word) => ({ json: form(items, word) }), at);

/** Lists that name identifiers and names. */
export const ofObjects = (at: string): Change => lists((items, word) => ({ json: { [word]: items.map(named) } }), at);
/** Lists that name identifiers alone. */
export const ofIdentifiers = (at: string): Change =>
  lists((items, word) => ({ json: { [word]: items.map(({ id }) => id) } }), at);

const WITH_KINDS = listsOfJson(
  (items, word) => ({ [word]: items.map(({ id, name, kind = word }) => ({ id, name, type: kind })) }),
  BUT_CDMI,
);

const UNREADABLE = ['*/holds-*', 'list-handle-services/identifiers-work', 'get-handle-service/**', '*/not-empty'];

const filler = ({ query = '', operation = '' }: HubSituation): Item[] =>
  Array.from({ length: 1500 }, (_, index) => ({
    id: `filler-${operation}-${query.length}-${index}`,
    name: `filler ${index}`,
    href: `/filler/${index}`,
    way: 'seed',
  }));

export const LIST_VARIANTS: readonly Line[] = [
  [
    'lists-array-of-strings',
    'lists are arrays of identifiers',
    listsOfJson((items) => items.map(({ id }) => id)),
    ['*/holds-created'],
  ],
  ['lists-array-of-objects', 'lists are arrays of objects', listsOfJson((items) => items.map(named))],
  [
    'lists-envelope-of-objects',
    'lists are objects that hold an array of objects',
    listsOfJson((items, word) => ({ [word]: items.map(named) }), BUT_CDMI),
  ],
  ['lists-map-by-id', 'lists are maps from identifier to object', listsOfJson(mapById)],
  [
    'lists-map-in-envelope',
    'lists are objects that hold a map from identifier to name',
    listsOfJson((items, word) => ({ [word]: Object.fromEntries(items.map(({ id, name }) => [id, name])) })),
  ],
  [
    'lists-map-of-nothing',
    'lists are maps from identifier to nothing',
    listsOfJson((items) => Object.fromEntries(items.map(({ id }) => [id, {}]))),
    ['*/holds-created'],
  ],
  [
    'lists-silent-page',
    'lists hold ten entries at most, and do not say so',
    listsOfJson((items, word) => ({ [word]: items.slice(0, 10).map(named) }), BUT_CDMI),
    ['*/holds-*'],
  ],
  [
    'lists-nested-deep',
    'lists lie three members deep',
    listsOfJson((items, word) => ({ data: { page: { [word]: items.map(named) } }, status: 'ok' })),
  ],
  [
    'lists-entries-nested',
    'the identifier of an entry lies two members deep',
    listsOfJson((items) => items.map(({ id, name }) => ({ entry: { ref: { value: id }, label: name } }))),
  ],
  [
    'lists-key-differs',
    'identifiers stand under an unexpected word',
    listsOfJson((items) => ({ result: items.map(({ id, name }) => ({ globalKey: id, display: { text: name } })) })),
  ],
  [
    'lists-hrefs',
    'lists hold addresses instead of identifiers',
    listsOfJson((items) => ({
      _links: { self: { href: '.' } },
      items: items.map(({ href, name }) => ({ title: name, href })),
    })),
    ['*/holds-*', 'list-handle-services/identifiers-work'],
  ],
  [
    'lists-names',
    'lists are arrays of names',
    listsOfJson((items) => items.map(({ name }) => name)),
    ['list-handle-services/identifiers-work', '*/holds-*', 'get-handle-service/**'],
  ],
  [
    'lists-paged',
    'lists come in pages, with a token for the next',
    listsOfJson(
      (items, word) => ({
        [word]: items.slice(0, Math.ceil(items.length / 2)).map(named),
        nextPageToken: 'bmV4dA',
        isLast: false,
      }),
      BUT_CDMI,
    ),
    ['*/holds-*', '*/not-empty'],
  ],
  [
    'lists-last-page',
    'lists say that they are the last page',
    listsOfJson((items, word) => ({ [word]: items.map(named), nextPageToken: null, isLast: true }), BUT_CDMI),
  ],
  [
    'lists-counted',
    'lists carry counts beside their items',
    listsOfJson((items) => ({ total: items.length, offset: 0, items: items.map(named) })),
  ],
  ['lists-with-kinds', 'lists tell the kind of each entry', WITH_KINDS],
  [
    'lists-pairs',
    'lists are arrays of pairs of name and identifier',
    listsOfJson((items) => items.map(({ id, name }) => [name, id])),
  ],
  [
    'lists-plain-text',
    'lists are plain text, one identifier a line',
    lists((items) => asText('text/plain', items.map(({ id }) => `${id}\n`).join(''))),
    UNREADABLE,
  ],
  [
    'lists-xml',
    'lists are XML',
    lists((items) =>
      asText('application/xml', `<list>${items.map(({ id }) => `<item id="${escapedXml(id)}"/>`).join('')}</list>`),
    ),
    UNREADABLE,
  ],
  [
    'lists-json-lines',
    'lists are JSON lines',
    lists((items) => asText('application/x-ndjson', items.map((item) => `${JSON.stringify(named(item))}\n`).join(''))),
    UNREADABLE,
  ],
  [
    'lists-reversed',
    'lists begin with the newest',
    { at: BUT_CDMI, operator: 'items', argument: (items) => [...items].reverse() },
  ],
  [
    'lists-long',
    'lists hold 1500 further entries',
    { at: BUT_CDMI, operator: 'items', argument: (items, situation) => [...items, ...filler(situation)] },
  ],
  [
    'list-files-paths',
    'the listing by path holds whole paths',
    {
      at: 'list-files',
      operator: 'item',
      argument: (item, { raw: [path = ''] }) =>
        item && { ...item, name: `/${decodeURIComponent(path).replace(/\/$/, '')}/${item.name}` },
    },
  ],
  [
    'cdmi-listing-whole',
    'the CDMI listing holds all members of a container',
    {
      at: 'cdmi-list',
      operator: 'members',
      argument: ({ children }) => ({
        objectType: 'application/cdmi-container',
        objectID: '00007ED90010D891022876A8DE0BC0FD',
        objectName: 'container/',
        parentURI: '/',
        capabilitiesURI: 'cdmi_capabilities/container/',
        completionStatus: 'Complete',
        metadata: {},
        childrenrange: `0-${(children as readonly string[]).length - 1}`,
      }),
    },
  ],
  [
    'cdmi-listing-objects',
    'the CDMI listing holds objects',
    lists(
      (items) => ({
        json: { children: items.map(({ name }, at) => ({ objectName: name, objectID: `object-${at}` })) },
      }),
      'cdmi-list',
    ),
  ],
  [
    'cdmi-listing-no-slash',
    'folders in the CDMI listing end without a slash',
    lists((items) => ({ json: { children: items.map(({ name }) => name.replace(/\/$/, '')) } }), 'cdmi-list'),
  ],
  [
    'cdmi-listing-range',
    'the CDMI listing holds a part, and says which',
    lists((items) => {
      const half = Math.ceil(items.length / 2);
      const children = items.slice(0, half).map(({ name }) => name);
      return { json: { childrenrange: `0-${half - 1}`, children } };
    }, 'cdmi-list'),
    ['cdmi-list/holds-created', 'cdmi-list/not-empty'],
  ],
];

type Described = NonNullable<Reply['details']> & { readonly flat: Readonly<Record<string, unknown>> };
const details = (form: (described: Described) => Body): Change => ({
  at: DETAILS,
  operator: 'reply',
  argument: (reply) =>
    reply.details ? { body: form({ ...reply.details, flat: jsonOf(reply) as Described['flat'] }) } : {},
});
const PLAIN_ID = details(({ item: { id } }) => ({ json: { id } }));

/** The identifier that an answer gives, in another form; undefined: without a body. */
const identified =
  (at: string | readonly string[]) =>
  (form: (id: string, key: string, situation: HubSituation) => Body | undefined): Change => ({
    at,
    operator: 'reply',
    argument: (reply, situation) => {
      const [[key, id] = ['', '']] = Object.entries(jsonOf(reply) as Record<string, string>);
      return { body: form(id, key, situation) };
    },
  });
const lookups = identified('lookup-file-id');
const creations = identified(['create-share', 'upload-file']);

/** The identifier that an answer gives, as the end of an address in Location. */
const inLocation = (at: string): Change => ({
  at,
  operator: 'reply',
  argument: ({ headers = [], ...reply }, { zoneUrl = '' }) => {
    const [id = ''] = Object.values(jsonOf({ ...reply, headers }) as Record<string, string>);
    const base = at === 'create-share' ? `${zoneUrl}/api/v3/zone/shares` : '/api/v3/provider/data';
    return { headers: [...headers, ['Location', `${base}/${encodeURIComponent(id)}`]] };
  },
});
const NO_BODY = creations(() => undefined);

const NAMING_IDS = ['*/speaks-of-*', 'create-share/of-directory'];

export const DETAIL_VARIANTS: readonly Line[] = [
  [
    'details-nested',
    'details are nested',
    details(({ key, item: { id, name }, facts }) => ({
      json: { data: { attributes: { name, ...facts }, identity: { [key]: id } } },
    })),
  ],
  ['details-in-array', 'details stand in an array', details(({ flat }) => ({ json: [flat] }))],
  [
    'details-attributes',
    'details are a list of names and values',
    details(({ flat }) => ({ json: Object.entries(flat).map(([name, value]) => ({ name, value })) })),
  ],
  [
    'details-href',
    'details hold an address instead of an identifier',
    details(({ item: { name, href }, facts }) => ({ json: { name, self: href, ...facts } })),
    ['*/speaks-of-*'],
  ],
  [
    'details-name-only',
    'details hold no identifier',
    details(({ item: { name }, facts }) => ({ json: { name, ...facts } })),
    ['*/speaks-of-*'],
  ],
  ['details-plain-id', 'details are an identifier alone', PLAIN_ID, NAMING_IDS],
  [
    'details-metadata-alone',
    'details of a handle are its metadata alone',
    details(({ flat, facts: { metadata } }) => ({ json: metadata === undefined ? flat : { metadata } })),
  ],
  [
    'details-share-alone',
    'details of a handle name the share alone',
    details(({ flat, facts: { resourceId } }) => ({
      json: resourceId === undefined ? flat : { resource: resourceId },
    })),
  ],
  [
    'details-kind-alone',
    'details of a new share tell what kind of thing is shared, as lists do, and not which',
    [
      WITH_KINDS,
      details(({ flat, key, item: { id, name }, facts: { fileType } }) => ({
        json: fileType === undefined ? flat : { [key]: id, name, type: fileType },
      })),
    ],
    ['create-share/of-directory'],
  ],
  [
    'details-nulls',
    'details hold null members',
    { at: DETAILS, operator: 'members', argument: { description: null, organization: null } },
  ],
  [
    'details-more',
    'details hold further members',
    {
      at: DETAILS,
      operator: 'members',
      argument: { creationTime: 1_700_000_000, tags: [], nested: { deep: { deeper: [1, 2, 3] } } },
    },
  ],
  [
    'details-xml',
    'details are XML',
    details(({ item: { id, name } }) =>
      asText('application/xml', `<details><id>${id}</id><name>${name.replaceAll('&', '&amp;')}</name></details>`),
    ),
    NAMING_IDS,
  ],
  ['lookup-plain-text', 'a lookup answers with plain text', lookups((id) => asText('text/plain', id))],
  ['lookup-json-string', 'a lookup answers with a JSON text', lookups((id) => ({ json: id }))],
  [
    'lookup-nested',
    'a lookup answers with a nested identifier',
    lookups((id) => ({ json: { file: { identity: { id } } } })),
  ],
  ['lookup-array', 'a lookup answers with an array', lookups((id) => ({ json: [id] }))],
  [
    'lookup-with-path',
    'a lookup answers with path, type and identifier',
    lookups((fileId, _key, { raw }) => ({
      json: { path: `/${decodeURIComponent(raw[0] ?? '')}`, type: 'unknown', fileId },
    })),
  ],
  [
    'lookup-among-ids',
    'a lookup answers with another identifier before that of the file',
    lookups((fileId, _key, { raw }) => ({
      json: { providerId: 'provider-1', fileId, name: decodeURIComponent(raw[0]?.split('/').at(-1) ?? '') },
    })),
  ],
  [
    'lookup-behind-many',
    'a lookup answers with four other identifiers before that of the file',
    lookups((fileId) => ({
      json: { zoneId: 'zone-1', providerId: 'provider-1', poolId: 'pool-1', rackId: 'rack-1', fileId },
    })),
    ['**'],
  ],
  [
    'lookup-in-location',
    'a lookup answers with Location alone',
    [inLocation('lookup-file-id'), lookups(() => undefined)],
  ],
  [
    'lookup-with-others',
    'a lookup answers with further texts before and after',
    lookups((fileId) => ({ json: { requestId: 'req-000017', fileId, server: 'provider-1' } })),
  ],
  ['made-plain-text', 'what was made is identified in plain text', creations((id) => asText('text/plain', id))],
  [
    'made-nested',
    'what was made is identified in a nested member',
    creations((id, key) => ({ json: { created: { [key]: id } } })),
  ],
  ['made-json-string', 'what was made is identified by a JSON text', creations((id) => ({ json: id }))],
  ['made-in-location', 'a new share is identified in Location alone', [inLocation('create-share'), NO_BODY]],
  ['made-with-location', 'a new share is identified in the body and in Location', inLocation('create-share')],
  [
    'made-nothing',
    'what was made is not identified',
    NO_BODY,
    [
      'create-share/identifies-share',
      'create-share/of-directory',
      'create-handle/**',
      'get-share/speaks-of-share',
      'get-handle/**',
      'list-handles/holds-created',
    ],
  ],
];

/** Details that no statement about them can be read from. */
export const BARE_DETAILS = { change: PLAIN_ID, loses: NAMING_IDS };

export const HOSTILE_LISTS: readonly Line[] = [
  [
    'lists-deep',
    'lists are nested 100,000 deep',
    lists((items) =>
      asText('application/json', `${'['.repeat(DEEP)}${JSON.stringify(items.map(({ id }) => id))}${']'.repeat(DEEP)}`),
    ),
  ],
  [
    'lists-huge',
    'lists hold 200,000 entries beside those that are there',
    listsOfJson(
      (items, word) => ({
        [word]: [
          ...items.map(named),
          ...Array.from({ length: HUGE }, (_, index) => ({ id: `filler-${index}`, name: `filler ${index}` })),
        ],
      }),
      BUT_CDMI,
    ),
  ],
  [
    'lists-odd-keys',
    'lists are maps with keys such as __proto__ and constructor',
    lists((items) =>
      asText(
        'application/json',
        `{"__proto__":{"name":"odd"},"constructor":{"name":"odd"},${JSON.stringify(mapById(items)).slice(1)}`,
      ),
    ),
  ],
];
