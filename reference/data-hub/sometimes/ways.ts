/** Permanent faults and variants, made intermittent; variants that change from one response to the next. */
import { meetings, type WayTable } from '../../sometimes.ts';
import { LISTS } from '../deviations/lists.ts';
import type { Content } from '../files.ts';
import { by, type State, type VariantTable } from '../operators.ts';

/** Permanent faults, and the ways in which they are made intermittent. */
export const SOMETIMES: WayTable = {
  'every-second': `
    cdmi-write/overwrite@ignored cdmi-write/overwrite@appended lookup-file-id/identifies-file@other
    list-spaces/answers@500 get-space/not-empty@null list-handles/not-empty@no-body
    create-share/identifies-share@dead list-spaces/refuses/garbage-token@let-in upload-file/refuses/none@let-in
    cdmi-read/refuses/none@let-in create-handle/location@missing subscribe-changes/stays-open@ends-at-once`,
  'every-third': `
    read-content/answers@500 cdmi-read/answers@404 upload-file/answers@500 cdmi-write/answers@500
    upload-file/read-back/text@last-byte-lost cdmi-write/read-back/text@other-file cdmi-list/not-empty@empty-list
    cdmi-write/read-back-rest/text@as-latin-1 upload-file/read-back-cdmi/text@always-empty
    get-share/not-empty@empty-object lookup-file-id/answers@404 list-children/answers@500
    list-children/refuses/none@let-in get-handle/answers@404 get-space/refuses/none@let-in
    read-content/refuses/garbage-token@let-in list-files/not-empty@null lookup-file-id/identifies-file@dead`,
  'the-second-alone': `
    cdmi-write/overwrite@tail-kept create-handle/location-leads-to-handle@earlier
    create-share/identifies-share@empty list-files/answers@500 list-handle-services/answers@404
    create-handle/answers@500 create-share/answers@500 lookup-file-id/not-empty@empty-identifier
    list-children/not-empty@no-body create-named-token/answers@500 get-handle-service/not-empty@empty-text
    cdmi-list/refuses/none@let-in subscribe-changes/answers@500`,
  'from-the-second-on': `
    list-children/holds-created@lacks-all-made cdmi-list/holds-created@lacks-cdmi
    list-files/holds-created@lacks-rest list-handles/holds-created@lacks-it get-handle/not-empty@empty-array
    get-share/answers@404 lookup-file-id/identifies-folder@dead token-response/access_token@missing
    list-spaces/not-empty@null`,
  'from-the-fourth-on': `
    cdmi-read/answers@404 upload-file/read-back/all-bytes@high-bit-lost get-space/answers@500
    lookup-file-id/answers@500 cdmi-list/answers@404 cdmi-write/read-back/bom-crlf@bom-stripped
    read-content/answers@410`,
  'in-the-last-element': 'cdmi-list/holds-created@lower-cased list-children/holds-created@extension-dropped',
  'on-a-new-connection': 'get-space/refuses/none@let-in list-handle-services/refuses/garbage-token@let-in',
  'on-a-used-connection': `
    get-share/not-empty@no-content list-spaces/answers@500 cdmi-write/read-back/text@encoded-twice`,
  'on-a-long-connection': `
    upload-file/answers@500 get-space/refuses/none@let-in list-handle-services/not-empty@blank cdmi-read/answers@500`,
  'behind-a-refusal': `
    cdmi-read/answers@404 list-children/not-empty@empty-list get-space/answers@401 lookup-file-id/answers@500`,
  'behind-a-change': `
    cdmi-read/answers@404 list-children/answers@500 get-handle/not-empty@null lookup-file-id/identifies-file@parent
    upload-file/answers@500`,
  'after-a-change': `
    get-share/answers@404 get-space/not-empty@empty-object list-handle-services/refuses/garbage-token@let-in`,
  'after-three-changes': `
    cdmi-write/answers@500 list-files/answers@404 list-children/not-empty@null cdmi-list/not-empty@no-body`,
  'beside-another': `
    cdmi-read/answers@500 upload-file/read-back/one-mib@block-repeated cdmi-write/read-back/one-mib@one-bit-changed
    list-spaces/not-empty@no-body`,
};

const shown = new WeakMap<State, Set<string>>();
/** Each listing omits a new entry the first time, and contains it from then on. */
const LATE = by.item(LISTS, (item, { state, operation }) => {
  if (item === undefined || item.way === 'seed') return item;
  const key = `${operation} ${item.id}`;
  const before = shown.get(state) ?? new Set<string>();
  if (before.has(key)) return item;
  shown.set(state, before.add(key));
  return undefined;
});

/** Time in milliseconds until the second node has a content. */
const REPLICATION_MS = 100;
const written = new WeakMap<Content, number>();
const readings = meetings();
/** Two nodes answer in turn, and the second has each content a little later than the first. */
const BEHIND = by.content({ at: ['cdmi-read', 'read-content'] }, (content, { node, state }) => {
  const since = written.get(content) ?? Date.now();
  written.set(content, since);
  const isSecond = readings(state) % 2 === 0;
  return isSecond && Date.now() - since < REPLICATION_MS ? node?.earlier : content;
});

/** Legal variants that change from one response to the next. */
export const CHANGING: VariantTable = {
  'listed-late': LATE,
  // A file may be there, then not, then there again.
  'second-node-behind': [BEHIND, ['cdmi-read/answers', 'read-content/answers']],
  'refresh-rotation-at-times': by.refresh({ nth: { every: 2 } }, 'rotated'),
};

/** Permanent variants, applied only to some responses. */
export const VARIANTS_SOMETIMES: WayTable = {
  'every-second': `
    status-made-200 status-made-202 status-written-200 status-read-203 headers-more coding-gzip coding-chunked
    type-absent type-with-charset type-text-for-json json-pretty json-escaped lists-reversed details-more
    refusal-404 refusal-html content-text-plain content-etag token-type-lower-case location-relative
    lists-with-kinds oidc-token-opaque`,
  'every-third': 'json-newline refusal-403 lists-envelope-of-objects headers-lower-case content-redirected',
  'on-a-used-connection': 'coding-gzip headers-upper-case',
};
