/** The forms in which deployments give lists, details and identifiers, since the document shows none. */
import type { Switches } from './switches.ts';

/** One thing in a listing. */
export interface Item {
  readonly id: string;
  readonly name: string;
  /** Operations that can read it. */
  readonly href: string;
  /** Its kind among the files in folders. */
  readonly kind?: 'directory' | 'file';
}

/** A body before it is written. */
export type Body = { readonly json: unknown } | { readonly text: string; readonly type: string };

/** The usual form, where no variant is on. */
export const USUAL = '';

/** The form of the last variant that is on, of those in a table. */
export const formOf = <F>(switches: Switches, forms: Readonly<Record<string, F>>): F =>
  forms[switches.oneOf(...Object.keys(forms)) ?? USUAL]!;

const escapedXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const named = ({ id, name }: Item) => ({ id, name });
const mapById = (items: readonly Item[]) => Object.fromEntries(items.map(({ id, name }) => [id, { name }]));
const HUGE = 200_000;
const DEEP = 100_000;

type List = (items: readonly Item[], word: string) => Body;
const LISTS: Readonly<Record<string, List>> = {
  'lists-array-of-strings': (items) => ({ json: items.map(({ id }) => id) }),
  'lists-array-of-objects': (items) => ({ json: items.map(named) }),
  'lists-envelope-of-objects': (items, word) => ({ json: { [word]: items.map(named) } }),
  'lists-map-by-id': (items) => ({ json: mapById(items) }),
  'lists-map-in-envelope': (items, word) => ({
    json: { [word]: Object.fromEntries(items.map(({ id, name }) => [id, name])) },
  }),
  'lists-map-of-nothing': (items) => ({ json: Object.fromEntries(items.map(({ id }) => [id, {}])) }),
  'lists-silent-page': (items, word) => ({ json: { [word]: items.slice(0, 10).map(named) } }),
  'lists-nested-deep': (items, word) => ({ json: { data: { page: { [word]: items.map(named) } }, status: 'ok' } }),
  'lists-entries-nested': (items) => ({
    json: items.map(({ id, name }) => ({ entry: { ref: { value: id }, label: name } })),
  }),
  'lists-hrefs': (items) => ({
    json: { _links: { self: { href: '.' } }, items: items.map(({ href, name }) => ({ title: name, href })) },
  }),
  'lists-names': (items) => ({ json: items.map(({ name }) => name) }),
  'lists-paged': (items, word) => ({
    json: { [word]: items.slice(0, Math.ceil(items.length / 2)).map(named), nextPageToken: 'bmV4dA', isLast: false },
  }),
  'lists-last-page': (items, word) => ({ json: { [word]: items.map(named), nextPageToken: null, isLast: true } }),
  'lists-counted': (items) => ({ json: { total: items.length, offset: 0, items: items.map(named) } }),
  'lists-plain-text': (items) => ({ text: items.map(({ id }) => `${id}\n`).join(''), type: 'text/plain' }),
  'lists-xml': (items) => ({
    text: `<list>${items.map(({ id }) => `<item id="${escapedXml(id)}"/>`).join('')}</list>`,
    type: 'application/xml',
  }),
  'lists-json-lines': (items) => ({
    text: items.map((item) => `${JSON.stringify(named(item))}\n`).join(''),
    type: 'application/x-ndjson',
  }),
  'lists-pairs': (items) => ({ json: items.map(({ id, name }) => [name, id]) }),
  'lists-with-kinds': (items, word) => ({
    json: { [word]: items.map(({ id, name, kind = word }) => ({ id, name, type: kind })) },
  }),
  'lists-key-differs': (items) => ({
    json: { result: items.map(({ id, name }) => ({ globalKey: id, display: { text: name } })) },
  }),
  'lists-deep': (items) => ({
    text: `${'['.repeat(DEEP)}${JSON.stringify(items.map(({ id }) => id))}${']'.repeat(DEEP)}`,
    type: 'application/json',
  }),
  'lists-huge': (items, word) => ({
    json: {
      [word]: [
        ...items.map(named),
        ...Array.from({ length: HUGE }, (_, index) => ({ id: `filler-${index}`, name: `filler ${index}` })),
      ],
    },
  }),
  'lists-odd-keys': (items) => ({
    text: `{"__proto__":{"name":"odd"},"constructor":{"name":"odd"},${JSON.stringify(mapById(items)).slice(1)}`,
    type: 'application/json',
  }),
  [USUAL]: (items, word) => ({
    json: { [word]: word === 'children' || word === 'entries' ? items.map(named) : items.map(({ id }) => id) },
  }),
};

/** Lists that take a special form with a fault, because the fault shows only in that form. */
const FAULTY_SHAPES: readonly {
  readonly fault: string;
  readonly word: string;
  readonly entry: (item: Item) => unknown;
}[] = [
  {
    fault: 'get-handle-service/speaks-of-handle-service@other-of-named',
    word: 'handle_services',
    entry: ({ id, name }) => ({ id, name }),
  },
  { fault: 'list-children/holds-created@lacks-cdmi-among-identifiers', word: 'children', entry: ({ id }) => id },
];

/**
 * A listing.
 * @param word what is listed, a plural such as `spaces`
 */
export function listing(switches: Switches, word: string, all: readonly Item[]): Body {
  const faulty = FAULTY_SHAPES.find(({ fault }) => switches.is(fault));
  if (faulty?.word === word) return { json: { [word]: all.map(faulty.entry) } };
  const items = switches.variant('lists-reversed')
    ? [...all].reverse()
    : switches.variant('lists-long')
      ? [...all, ...filler(word)]
      : all;
  return formOf(switches, LISTS)(items, word);
}

function filler(word: string): Item[] {
  return Array.from({ length: 1500 }, (_, index) => ({
    id: `filler-${word}-${index}`,
    name: `filler ${index}`,
    href: `/filler/${index}`,
  }));
}

type Facts = Readonly<Record<string, unknown>>;
interface Described {
  readonly key: string;
  readonly item: Item;
  readonly facts: Facts;
  readonly flat: Facts;
}
const DETAILS: Readonly<Record<string, (described: Described) => Body>> = {
  'details-nested': ({ key, item, facts }) => ({
    json: { data: { attributes: { name: item.name, ...facts }, identity: { [key]: item.id } } },
  }),
  'details-in-array': ({ flat }) => ({ json: [flat] }),
  'details-attributes': ({ flat }) => ({ json: Object.entries(flat).map(([name, value]) => ({ name, value })) }),
  'details-href': ({ item, facts }) => ({ json: { name: item.name, self: item.href, ...facts } }),
  'details-name-only': ({ item, facts }) => ({ json: { name: item.name, ...facts } }),
  'details-nulls': ({ flat }) => ({ json: { ...flat, description: null, organization: null } }),
  'details-more': ({ flat }) => ({
    json: { ...flat, creationTime: 1_700_000_000, tags: [], nested: { deep: { deeper: [1, 2, 3] } } },
  }),
  'details-xml': ({ item: { id, name } }) => ({
    text: `<details><id>${id}</id><name>${name.replaceAll('&', '&amp;')}</name></details>`,
    type: 'application/xml',
  }),
  'details-metadata-alone': ({ flat, facts: { metadata } }) => ({ json: metadata === undefined ? flat : { metadata } }),
  'details-share-alone': ({ flat, facts: { resourceId } }) => ({
    json: resourceId === undefined ? flat : { resource: resourceId },
  }),
  'details-kind-alone': ({ flat, key, item, facts: { fileType } }) => ({
    json: fileType === undefined ? flat : { [key]: item.id, name: item.name, type: fileType },
  }),
  'details-plain-id': ({ item: { id } }) => ({ json: { id } }),
  [USUAL]: ({ flat }) => ({ json: flat }),
};

/** The details of one thing. `key` is the word that this deployment gives to its identifier, such as `spaceId`. */
export const details = (switches: Switches, key: string, item: Item, facts: Facts): Body =>
  formOf(switches, DETAILS)({ key, item, facts, flat: { [key]: item.id, name: item.name, ...facts } });

const LOOKUPS: Readonly<Record<string, (id: string, path: string) => Body>> = {
  'lookup-plain-text': (id) => ({ text: id, type: 'text/plain' }),
  'lookup-json-string': (id) => ({ json: id }),
  'lookup-nested': (id) => ({ json: { file: { identity: { id } } } }),
  'lookup-array': (id) => ({ json: [id] }),
  'lookup-with-path': (id, path) => ({ json: { path: `/${path}`, type: 'unknown', fileId: id } }),
  'lookup-among-ids': (id, path) => ({ json: { providerId: 'provider-1', fileId: id, name: path.split('/').at(-1) } }),
  'lookup-behind-many': (id) => ({
    json: { zoneId: 'zone-1', providerId: 'provider-1', poolId: 'pool-1', rackId: 'rack-1', fileId: id },
  }),
  'lookup-with-others': (id) => ({ json: { requestId: 'req-000017', fileId: id, server: 'provider-1' } }),
  [USUAL]: (id) => ({ json: { fileId: id } }),
};

/** The answer to a lookup. */
export const lookedUp = (switches: Switches, id: string, path: string): Body => formOf(switches, LOOKUPS)(id, path);

const CREATIONS: Readonly<Record<string, (key: string, id: string) => Body | undefined>> = {
  'made-plain-text': (_key, id) => ({ text: id, type: 'text/plain' }),
  'made-nested': (key, id) => ({ json: { created: { [key]: id } } }),
  'made-json-string': (_key, id) => ({ json: id }),
  'made-nothing': () => undefined,
  'made-in-location': () => undefined,
  [USUAL]: (key, id) => ({ json: { [key]: id } }),
};

/** The answer to a creation that names what was made. `key` as for details. */
export const made = (switches: Switches, key: string, id: string): Body | undefined =>
  formOf(switches, CREATIONS)(key, id);
