/** The forms in which deployments return lists; the document leaves them open. */
import { documentedOperations } from '../../documented-operations.ts';
import { by, type Change, type HubSituation, type VariantTable } from '../operators.ts';
import { bodyOf, type Item, Text } from '../reply.ts';

/** Operations that list something in a form that the document leaves open. */
export const LISTS = documentedOperations('data-hub').flatMap(({ name, returns }) =>
  /list/.test(name) && returns === undefined ? [name] : [],
);
/** CDMI specifies the array in a listing: deployments with another form of listings name only the children. */
const BUT_CDMI = LISTS.filter((name) => name !== 'cdmi-list');
const named = ({ id, name }: Item) => ({ id, name });
const mapped = (items: readonly Item[], make: (name: string) => unknown) =>
  Object.fromEntries(items.map(({ id, name }) => [id, make(name)]));
const mapById = (items: readonly Item[]) => mapped(items, (name) => ({ name }));

type List = (items: readonly Item[], word: string) => unknown;
const envelope = (items: readonly Item[], word: string) => ({ [word]: items.map(named) });

/** Lists in another form: a JSON value or a text. */
export const lists = (form: List, at: string | readonly string[] = LISTS) =>
  by.reply(at, ({ listing: { items, word } = { items: [], word: '' } }) => ({ body: bodyOf(form(items, word)) }));

/** Lists that name identifiers and names. */
export const ofObjects = (at: string): Change => lists(envelope, at);
/** Lists that contain only identifiers. */
export const ofIdentifiers = (at: string): Change =>
  lists((items, word) => ({ [word]: items.map(({ id }) => id) }), at);

/** Lists with the kind of each entry. */
export const WITH_KINDS = lists(
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

/** CDMI listings that name the range of the children that they contain. */
export const WITH_RANGE: Change = by.members('cdmi-list', ({ children }) =>
  Array.isArray(children) ? { childrenrange: `0-${children.length - 1}` } : {},
);

const escapedXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export const LIST_VARIANTS: VariantTable = {
  'lists-array-of-strings': [lists((items) => items.map(({ id }) => id)), ['*/holds-created']],
  'lists-array-of-objects': lists((items) => items.map(named)),
  'lists-envelope-of-objects': lists(envelope, BUT_CDMI),
  'lists-map-by-id': lists(mapById),
  'lists-map-in-envelope': lists((items, word) => ({ [word]: mapped(items, (name) => name) })),
  'lists-map-of-nothing': [lists((items) => mapped(items, () => ({}))), ['*/holds-created']],
  'lists-silent-page': [lists((items, word) => envelope(items.slice(0, 20), word), BUT_CDMI), ['*/holds-*']],
  'lists-beside-empty': lists((items, word) => ({ [word]: mapById(items), errors: [] }), BUT_CDMI),
  'lists-first-page-empty': [lists((_items, word) => ({ [word]: [], nextPageToken: 'bmV4dA' }), BUT_CDMI), UNREADABLE],
  'lists-nested-deep': lists((items, word) => ({ data: { page: envelope(items, word) }, status: 'ok' })),
  'lists-entries-nested': lists((items) =>
    items.map(({ id, name }) => ({ entry: { ref: { value: id }, label: name } })),
  ),
  'lists-key-differs': lists((items) => ({
    result: items.map(({ id, name }) => ({ globalKey: id, display: { text: name } })),
  })),
  'lists-hrefs': [
    lists((items) => ({
      _links: { self: { href: '.' } },
      items: items.map(({ href, name }) => ({ title: name, href })),
    })),
    ['*/holds-*', 'list-handle-services/identifiers-work'],
  ],
  'lists-names': [
    lists((items) => items.map(({ name }) => name)),
    ['list-handle-services/identifiers-work', '*/holds-*', 'get-handle-service/**'],
  ],
  'lists-paged': [
    lists(
      (items, word) => ({
        ...envelope(items.slice(0, Math.ceil(items.length / 2)), word),
        nextPageToken: 'bmV4dA',
        isLast: false,
      }),
      BUT_CDMI,
    ),
    ['*/holds-*', '*/not-empty'],
  ],
  'lists-last-page': lists(
    (items, word) => ({ ...envelope(items, word), nextPageToken: null, isLast: true }),
    BUT_CDMI,
  ),
  'lists-beside-links': lists(
    (items, word) => ({ ...envelope(items, word), links: ['self', 'up', 'help', 'terms', 'about'] }),
    BUT_CDMI,
  ),
  'lists-map-with-arrays': lists((items) => mapped(items, (name) => ({ name, rights: ['read', 'write'] }))),
  'lists-map-with-empty-arrays': lists((items) => mapped(items, (name) => ({ name, size: 4096, aliases: [] }))),
  'lists-other-services': [
    lists((items) => ['a', 'b', 'c'].map((title) => ({ title, id: items[1]?.id })), ['list-handle-services']),
    ['list-handle-services/**'],
  ],
  'lists-counted': lists((items) => ({ total: items.length, offset: 0, items: items.map(named) })),
  'lists-with-kinds': WITH_KINDS,
  'lists-pairs': lists((items) => items.map(({ id, name }) => [name, id])),
  'lists-plain-text': [lists((items) => new Text('text/plain', items.map(({ id }) => `${id}\n`).join(''))), UNREADABLE],
  'lists-xml': [
    lists(
      (items) =>
        new Text('application/xml', `<list>${items.map(({ id }) => `<item id="${escapedXml(id)}"/>`).join('')}</list>`),
    ),
    UNREADABLE,
  ],
  'lists-json-lines': [
    lists(
      (items) => new Text('application/x-ndjson', items.map((item) => `${JSON.stringify(named(item))}\n`).join('')),
    ),
    UNREADABLE,
  ],
  'spaces-page': [
    lists(() => new Text('text/html', '<html><body><h1>Your spaces</h1></body></html>'), 'list-spaces'),
    ['list-spaces/not-empty', 'list-spaces/holds-*'],
  ],
  'lists-reversed': by.items(BUT_CDMI, (items) => [...items].reverse()),
  'lists-long': by.items(BUT_CDMI, (items, situation) => [...items, ...filler(situation)]),
  'list-files-paths': by.item(
    'list-files',
    (item, { raw: [path = ''] }) =>
      item && { ...item, name: `/${decodeURIComponent(path).replace(/\/$/, '')}/${item.name}` },
  ),
  'cdmi-listing-whole': [
    WITH_RANGE,
    by.members('cdmi-list', ({ children }) =>
      Array.isArray(children)
        ? {
            objectType: 'application/cdmi-container',
            objectID: '00007ED90010D891022876A8DE0BC0FD',
            objectName: 'container/',
            parentURI: '/',
            capabilitiesURI: 'cdmi_capabilities/container/',
            completionStatus: 'Complete',
            metadata: {},
          }
        : {},
    ),
  ],
  'cdmi-listing-objects': lists(
    (items) => ({ children: items.map(({ name }, at) => ({ objectName: name, objectID: `object-${at}` })) }),
    'cdmi-list',
  ),
  'cdmi-listing-no-slash': lists(
    (items) => ({ children: items.map(({ name }) => name.replace(/\/$/, '')) }),
    'cdmi-list',
  ),
  'cdmi-listing-range': [
    lists((items) => {
      const half = Math.ceil(items.length / 2);
      const children = items.slice(0, half).map(({ name }) => name);
      return { childrenrange: `0-${items.length - 1}`, children };
    }, 'cdmi-list'),
    ['cdmi-list/holds-created', 'cdmi-list/not-empty'],
  ],
};
