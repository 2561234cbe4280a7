/** The forms in which deployments return details and identifiers; the document leaves them open. */
import { by, type HubSituation, type VariantTable } from '../operators.ts';
import { jsonOf, Text } from '../reply.ts';
import { lists, WITH_KINDS } from './lists.ts';

const DETAILS = ['get-handle-service', 'get-space', 'get-share', 'get-handle'];

type Members = Readonly<Record<string, unknown>>;
interface Described {
  /** The word for the identifier, such as `spaceId`. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly href: string;
  readonly facts: Members;
  readonly flat: Members;
}
const details = (form: (described: Described) => unknown) =>
  by.form(DETAILS, (flat, { request: { target: href } }) => {
    const [[key, id] = ['', ''], [, name] = ['', ''], ...facts] = Object.entries(flat) as [string, string][];
    return form({ key, id, name, href, facts: Object.fromEntries(facts), flat });
  });
const PLAIN_ID = details(({ id }) => ({ id }));

/** The identifier that a response gives, in another form; undefined: without a body. */
const identified =
  (at: string | readonly string[]) => (form: (id: string, key: string, situation: HubSituation) => unknown) =>
    by.form(at, (json, situation) => {
      const [[key, id] = ['', '']] = Object.entries(json);
      return form(String(id), key, situation);
    });
const lookups = identified('lookup-file-id');
const creations = identified(['create-share', 'upload-file']);

/** Returns the identifier that a response gives, as the end of an address in Location. */
const inLocation = (at: string) =>
  by.reply(at, ({ headers = [], ...reply }, { zoneUrl = '' }) => {
    const [id = ''] = Object.values(jsonOf({ ...reply, headers }) as Record<string, string>);
    const base = at === 'create-share' ? `${zoneUrl}/api/v3/zone/shares` : '/api/v3/provider/data';
    return { headers: [...headers, ['Location', `${base}/${encodeURIComponent(id)}`]] };
  });
const NO_BODY = creations(() => undefined);

const UNIDENTIFIED = [
  'create-share/identifies-share',
  'create-share/of-directory',
  'create-handle/**',
  'get-share/speaks-of-share',
  'get-handle/**',
  'list-handles/holds-created',
];
const NAMING_IDS = ['*/speaks-of-*', 'create-share/of-directory'];

export const DETAIL_VARIANTS: VariantTable = {
  'details-nested': details(({ key, id, name, facts }) => ({
    data: { attributes: { name, ...facts }, identity: { [key]: id } },
  })),
  'details-in-array': details(({ flat }) => [flat]),
  'details-attributes': details(({ flat }) => Object.entries(flat).map(([name, value]) => ({ name, value }))),
  'details-href': [details(({ name, href, facts }) => ({ name, self: href, ...facts })), ['*/speaks-of-*']],
  'details-name-only': [details(({ name, facts }) => ({ name, ...facts })), ['*/speaks-of-*']],
  'details-plain-id': [PLAIN_ID, NAMING_IDS],
  'details-metadata-alone': details(({ flat, facts: { metadata } }) => (metadata === undefined ? flat : { metadata })),
  'details-share-alone': details(({ flat, facts: { resourceId } }) =>
    resourceId === undefined ? flat : { resource: resourceId },
  ),
  'details-kind-alone': [
    [
      WITH_KINDS,
      details(({ flat, key, id, name, facts: { fileType } }) =>
        fileType === undefined ? flat : { [key]: id, name, type: fileType },
      ),
    ],
    ['create-share/of-directory'],
  ],
  'details-words-of-others': [
    [
      lists((items) => items.map(({ id }, at) => ({ id, type: at === 0 ? 'first' : 'PID' })), 'list-handle-services'),
      details(({ key, name, facts, flat }) => (key === 'handleServiceId' ? { name, ...facts } : flat)),
    ],
    ['get-handle-service/speaks-of-handle-service'],
  ],
  'details-folder-renamed': [
    by.members('get-share', ({ rootFileId: id }, { state }) => ({
      rootFileId: `share#${String(id)}`,
      parentId: state.files.byId(String(id))?.parent?.id,
    })),
    ['create-share/of-directory'],
  ],
  'details-nulls': by.members(DETAILS, { description: null, organization: null }),
  'details-more': by.members(DETAILS, {
    creationTime: 1_700_000_000,
    tags: [],
    nested: { deep: { deeper: [1, 2, 3] } },
  }),
  'details-xml': [
    details(
      ({ id, name }) =>
        new Text('application/xml', `<details><id>${id}</id><name>${name.replaceAll('&', '&amp;')}</name></details>`),
    ),
    NAMING_IDS,
  ],
  'lookup-plain-text': lookups((id) => new Text('text/plain', id)),
  'lookup-json-string': lookups((id) => id),
  'lookup-nested': lookups((id) => ({ file: { identity: { id } } })),
  'lookup-array': lookups((id) => [id]),
  'lookup-with-path': lookups((fileId, _key, { raw }) => ({
    path: `/${decodeURIComponent(raw[0] ?? '')}`,
    type: 'unknown',
    fileId,
  })),
  'lookup-among-ids': lookups((fileId, _key, { raw }) => ({
    providerId: 'provider-1',
    fileId,
    name: decodeURIComponent(raw[0]?.split('/').at(-1) ?? ''),
  })),
  'lookup-behind-many': [
    lookups((fileId) => ({ hostId: 'host-1', clusterId: 'cluster-1', poolId: 'pool-1', rackId: 'rack-1', fileId })),
    ['**'],
  ],
  'lookup-in-location': [inLocation('lookup-file-id'), lookups(() => undefined)],
  'lookup-with-parent': lookups((fileId, _key, { state }) => ({
    parentId: state.files.byId(fileId)?.parent?.id,
    spaceId: 's-1',
    ownerId: 'u-1',
    fileId,
  })),
  'lookup-with-others': lookups((fileId) => ({ requestId: 'req-000017', fileId, server: 'provider-1' })),
  'made-plain-text': creations((id) => new Text('text/plain', id)),
  'made-nested': creations((id, key) => ({ created: { [key]: id } })),
  'made-json-string': creations((id) => id),
  'made-in-location': [inLocation('create-share'), NO_BODY],
  'made-with-location': inLocation('create-share'),
  'made-nothing': [NO_BODY, UNIDENTIFIED],
  'made-empty-object': [creations(() => ({})), UNIDENTIFIED],
};

/** Details that no statement about them can be read from. */
export const BARE_DETAILS = { change: PLAIN_ID, loses: NAMING_IDS };
