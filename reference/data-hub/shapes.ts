/** The forms in which deployments give lists, details and identifiers, since the document shows none. */
import type { Switches } from './switches.ts';

/** One thing in a listing. */
export interface Item {
  readonly id: string;
  readonly name: string;
  /** Where it can be read. */
  readonly href: string;
  /** What kind of file it is, of those in folders. */
  readonly kind?: 'directory' | 'file';
}

/** A body before it is written. */
export type Body = { readonly json: unknown } | { readonly text: string; readonly type: string };

const LIST_SHAPES = [
  'lists-array-of-strings',
  'lists-array-of-objects',
  'lists-envelope-of-objects',
  'lists-map-by-id',
  'lists-map-in-envelope',
  'lists-map-of-nothing',
  'lists-silent-page',
  'lists-nested-deep',
  'lists-entries-nested',
  'lists-hrefs',
  'lists-names',
  'lists-paged',
  'lists-last-page',
  'lists-counted',
  'lists-plain-text',
  'lists-xml',
  'lists-json-lines',
  'lists-pairs',
  'lists-with-kinds',
  'lists-key-differs',
  'lists-deep',
  'lists-huge',
  'lists-odd-keys',
] as const;

/** Lists that have a form of their own where a fault is on, because only in that form it shows. */
const FAULTY_SHAPES: readonly { readonly fault: string; readonly word: string; readonly entry: (item: Item) => unknown }[] = [
  { fault: 'get-handle-service/speaks-of-handle-service@other-of-named', word: 'handle_services', entry: ({ id, name }) => ({ id, name }) },
  { fault: 'list-children/holds-created@lacks-cdmi-among-identifiers', word: 'children', entry: ({ id }) => id },
];

/**
 * A listing.
 * @param word what is listed, a plural such as `spaces`
 */
export function listing(switches: Switches, word: string, all: readonly Item[]): Body {
  const faulty = FAULTY_SHAPES.find(({ fault }) => switches.is(fault));
  if (faulty?.word === word) return { json: { [word]: all.map(faulty.entry) } };
  const items = switches.variant('lists-reversed') ? [...all].reverse() : switches.variant('lists-long') ? [...all, ...filler(word)] : all;
  const ids = items.map(({ id }) => id);
  const objects = items.map(({ id, name }) => ({ id, name }));
  switch (switches.oneOf(...LIST_SHAPES)) {
    case 'lists-array-of-strings':
      return { json: ids };
    case 'lists-array-of-objects':
      return { json: objects };
    case 'lists-envelope-of-objects':
      return { json: { [word]: objects } };
    case 'lists-map-by-id':
      return { json: Object.fromEntries(items.map(({ id, name }) => [id, { name }])) };
    case 'lists-map-in-envelope':
      return { json: { [word]: Object.fromEntries(items.map(({ id, name }) => [id, name])) } };
    case 'lists-map-of-nothing':
      return { json: Object.fromEntries(ids.map((id) => [id, {}])) };
    case 'lists-silent-page':
      return { json: { [word]: objects.slice(0, 10) } };
    case 'lists-nested-deep':
      return { json: { data: { page: { [word]: objects } }, status: 'ok' } };
    case 'lists-entries-nested':
      return { json: objects.map((object) => ({ entry: { ref: { value: object.id }, label: object.name } })) };
    case 'lists-hrefs':
      return { json: { _links: { self: { href: '.' } }, items: items.map(({ href, name }) => ({ title: name, href })) } };
    case 'lists-names':
      return { json: items.map(({ name }) => name) };
    case 'lists-paged': {
      const half = Math.ceil(items.length / 2);
      return { json: { [word]: objects.slice(0, half), nextPageToken: 'bmV4dA', isLast: false } };
    }
    case 'lists-last-page':
      return { json: { [word]: objects, nextPageToken: null, isLast: true } };
    case 'lists-counted':
      return { json: { total: items.length, offset: 0, items: objects } };
    case 'lists-plain-text':
      return { text: ids.map((id) => `${id}\n`).join(''), type: 'text/plain' };
    case 'lists-xml':
      return {
        text: `<list>${items.map(({ id }) => `<item id="${id.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`).join('')}</list>`,
        type: 'application/xml',
      };
    case 'lists-json-lines':
      return { text: objects.map((object) => `${JSON.stringify(object)}\n`).join(''), type: 'application/x-ndjson' };
    case 'lists-pairs':
      return { json: items.map(({ id, name }) => [name, id]) };
    case 'lists-with-kinds':
      return { json: { [word]: items.map(({ id, name, kind = word }) => ({ id, name, type: kind })) } };
    case 'lists-key-differs':
      return { json: { result: items.map(({ id, name }) => ({ globalKey: id, display: { text: name } })) } };
    case 'lists-deep':
      return { text: `${'['.repeat(100_000)}${JSON.stringify(ids)}${']'.repeat(100_000)}`, type: 'application/json' };
    case 'lists-huge':
      return { json: { [word]: [...objects, ...Array.from({ length: 200_000 }, (_, index) => ({ id: `filler-${index}`, name: `filler ${index}` }))] } };
    case 'lists-odd-keys':
      return {
        text: `{"__proto__":{"name":"odd"},"constructor":{"name":"odd"},${JSON.stringify(Object.fromEntries(items.map(({ id, name }) => [id, { name }]))).slice(1)}`,
        type: 'application/json',
      };
    default:
      return { json: { [word]: word === 'children' || word === 'entries' ? objects : ids } };
  }
}

function filler(word: string): Item[] {
  return Array.from({ length: 1500 }, (_, index) => ({ id: `filler-${word}-${index}`, name: `filler ${index}`, href: `/filler/${index}` }));
}

/** The details of one thing. `key` is the word that this deployment gives to its identifier, such as `spaceId`. */
export function details(switches: Switches, key: string, item: Item, facts: Readonly<Record<string, unknown>>): Body {
  const flat = { [key]: item.id, name: item.name, ...facts };
  switch (
    switches.oneOf(
      'details-nested',
      'details-in-array',
      'details-attributes',
      'details-href',
      'details-name-only',
      'details-nulls',
      'details-more',
      'details-xml',
      'details-plain-id',
      'details-metadata-alone',
      'details-share-alone',
      'details-kind-alone',
    )
  ) {
    case 'details-nested':
      return { json: { data: { attributes: { name: item.name, ...facts }, identity: { [key]: item.id } } } };
    case 'details-in-array':
      return { json: [flat] };
    case 'details-attributes':
      return { json: Object.entries(flat).map(([name, value]) => ({ name, value })) };
    case 'details-href':
      return { json: { name: item.name, self: item.href, ...facts } };
    case 'details-name-only':
      return { json: { name: item.name, ...facts } };
    case 'details-nulls':
      return { json: { ...flat, description: null, organization: null } };
    case 'details-more':
      return { json: { ...flat, creationTime: 1_700_000_000, tags: [], nested: { deep: { deeper: [1, 2, 3] } } } };
    case 'details-xml':
      return { text: `<details><id>${item.id}</id><name>${item.name.replaceAll('&', '&amp;')}</name></details>`, type: 'application/xml' };
    case 'details-metadata-alone':
      return { json: facts['metadata'] === undefined ? flat : { metadata: facts['metadata'] } };
    case 'details-share-alone':
      return { json: facts['resourceId'] === undefined ? flat : { resource: facts['resourceId'] } };
    case 'details-kind-alone':
      return { json: facts['fileType'] === undefined ? flat : { [key]: item.id, name: item.name, type: facts['fileType'] } };
    case 'details-plain-id':
      return { json: { id: item.id } };
    default:
      return { json: flat };
  }
}

/** The answer to a lookup. */
export function lookedUp(switches: Switches, id: string, path: string): Body {
  switch (
    switches.oneOf(
      'lookup-plain-text',
      'lookup-json-string',
      'lookup-nested',
      'lookup-array',
      'lookup-with-path',
      'lookup-with-others',
      'lookup-among-ids',
      'lookup-behind-many',
    )
  ) {
    case 'lookup-plain-text':
      return { text: id, type: 'text/plain' };
    case 'lookup-json-string':
      return { json: id };
    case 'lookup-nested':
      return { json: { file: { identity: { id } } } };
    case 'lookup-array':
      return { json: [id] };
    case 'lookup-with-path':
      return { json: { path: `/${path}`, type: 'unknown', fileId: id } };
    case 'lookup-among-ids':
      return { json: { providerId: 'provider-1', fileId: id, name: path.split('/').at(-1) } };
    case 'lookup-behind-many':
      return { json: { zoneId: 'zone-1', providerId: 'provider-1', poolId: 'pool-1', rackId: 'rack-1', fileId: id } };
    case 'lookup-with-others':
      return { json: { requestId: 'req-000017', fileId: id, server: 'provider-1' } };
    default:
      return { json: { fileId: id } };
  }
}

/** The answer to a creation that names what was made. `key` as for details. */
export function made(switches: Switches, key: string, id: string): Body | undefined {
  switch (switches.oneOf('made-plain-text', 'made-nested', 'made-json-string', 'made-nothing', 'made-in-location')) {
    case 'made-plain-text':
      return { text: id, type: 'text/plain' };
    case 'made-nested':
      return { json: { created: { [key]: id } } };
    case 'made-json-string':
      return { json: id };
    case 'made-nothing':
    case 'made-in-location':
      return undefined;
    default:
      return { json: { [key]: id } };
  }
}
