/** Decides whether a response of any status contains data that only an authorised caller may see. */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../files/json-value.ts';
import { decodeURIComponentSafely } from '../../../wire/http.ts';
import type { Exchange } from '../../../wire/types.ts';
import { answerOf, jsonOf } from '../answer.ts';
import { remembered } from '../remembered.ts';

/** Minimum length of a distinctive text: any response may contain shorter ones. */
const DISTINCT = 8;
/** Maximum number of records or texts of a response that are compared. */
const MOST = 200;
/** Minimum size in bytes of a content that is searched for in other responses. */
const SHORTEST_CONTENT = 16;

/** Levels below a JSON value that are searched. */
const DEEPEST = 3;

type Members = Readonly<Record<string, unknown>>;

/**
 * Whether a response contains content of the authorised response: at least half of the members of a record, with the
 * same values (or, if the request named no caller, two distinctive values, or two identifiers anywhere in the text); at
 * least half of the texts in its lists; all bytes of JSON with an identifier; or nearly all bytes of anything else.
 * Values that the request contains and short values do not count.
 * @param isCommon whether other responses without a valid credential contain a value, too
 */
export function carries(
  tried: Exchange,
  authorised: Exchange,
  isCommon: (value: string) => boolean = () => false,
): boolean {
  if (tried.outcome.kind !== 'answer' || authorised.outcome.kind !== 'answer') return false;
  const [own, good] = [jsonOf(tried), jsonOf(authorised)];
  const found = isAny(own.json) ? foundIn(own.json) : within(own.json);
  const sent = decodeURIComponentSafely(tried.request.url) + Buffer.from(tried.request.body?.bytes ?? []).toString();
  if (good.problem !== undefined) {
    const { bytes, truncated } = authorised.outcome.body;
    if (truncated || bytes.length < SHORTEST_CONTENT) return false;
    const has = hasMostOf(bytes);
    return !has(Buffer.from(sent)) && contentsOf(tried, found).some(has);
  }
  const isDistinct = (value: unknown): value is string =>
    typeof value === 'string' && value.length >= DISTINCT && !value.includes('[redacted:') && !sent.includes(value);
  const isIdentifier = (value: unknown): value is string => isDistinct(value) && /^\S{16,}$/.test(value);
  const text = isAnonymous(tried) ? answerOf(tried).text : '';
  if (text === '' && own.problem !== undefined) return false;
  const areTold = (values: readonly unknown[]) => {
    const told = new Set<string>();
    // Without a digit it may be a media type, or another name from a standard. The fastest test comes first.
    const isTold = (one: unknown) =>
      typeof one === 'string' && text.includes(one) && /\d/.test(one) && isIdentifier(one) && !isCommon(one);
    return values.some((one) =>
      (Array.isArray(one) ? one : [one]).some((each) => isTold(each) && told.add(each).size > 1),
    );
  };
  const wanted = isAny(good.json) ? wantedIn(good.json) : within([good.json]);
  const texts = wanted.texts.filter(isDistinct);
  const isWhole = tried.outcome.body.digest === authorised.outcome.body.digest;
  return (
    (isWhole && wanted.objects.some((record) => Object.values(record).some(isIdentifier))) ||
    (text !== '' && areTold([...wanted.texts, ...wanted.objects.flatMap(Object.values)])) ||
    wanted.objects.some((record) =>
      found.objects.some((one) => {
        const same = sharedNames(record, one);
        const distinct = same.flatMap((name) => [record[name]].flat()).filter(isDistinct);
        return (
          isMostOf(record, same, distinct) ||
          (isAnonymous(tried) && distinct.filter((value) => !isCommon(value)).length > 1)
        );
      }),
    ) ||
    (texts.length > 0 && 2 * texts.filter((one) => found.texts.includes(one)).length >= texts.length)
  );
}

/** Returns the contents that a response may have: its body, and the texts in its JSON, plain or in base64. */
const contentsOf = (tried: Exchange, { objects, texts }: ReturnType<typeof within>) => [
  Buffer.from(answerOf(tried).bytes),
  ...[...objects.flatMap(Object.values), ...texts]
    .filter((value) => typeof value === 'string')
    .flatMap((value) => [Buffer.from(value), Buffer.from(value, 'base64')]),
];

/** Whether a content has most of the given bytes: an eighth at either end may be missing. */
function hasMostOf(bytes: Uint8Array): (content: Buffer) => boolean {
  const cut = Math.min(bytes.length >> 3, (bytes.length - SHORTEST_CONTENT) >> 1);
  const most = Buffer.from(bytes.subarray(cut, bytes.length - cut));
  return (content) => content.includes(most);
}

/**
 * Whether at least half of the members of `record` are the same elsewhere, at least two distinctive values among them
 * (one if several members exist and all are the same).
 */
function isMostOf(record: Members, same: readonly string[], distinct: readonly unknown[]) {
  const names = Object.keys(record);
  const enough = names.length > 1 && same.length === names.length ? 1 : 2;
  return distinct.length >= enough && 2 * same.length >= names.length;
}

/** Returns the names of the members that have the same values in both. */
const sharedNames = (record: Members, found: Members) =>
  Object.keys(record).filter((name) => Object.hasOwn(found, name) && isDeepStrictEqual(found[name], record[name]));

/**
 * Whether the credential of a request contains no part of the valid one. A service may quote what it reads in an
 * expired, tampered or nearly valid credential.
 */
const isAnonymous = ({ request }: Exchange) => ['none', 'empty-token', 'garbage-token'].includes(request.credential);

/** Returns the objects in a JSON value, and the texts in its lists, down to a small depth. */
function within(json: unknown) {
  const objects: Members[] = [];
  const texts: string[] = [];
  const look = (value: unknown, left: number) => {
    if (left < 0 || objects.length + texts.length >= MOST) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MOST))
        if (typeof item === 'string') texts.push(item);
        else look(item, left - 1);
    } else if (isObject(value)) {
      objects.push(value);
      for (const inner of Object.values(value)) if (typeof inner === 'object') look(inner, left - 1);
    }
  };
  look(json, DEEPEST);
  return { objects, texts };
}

/** Whether a JSON value is an object or a list. */
const isAny = (json: unknown): json is object => typeof json === 'object' && json !== null;

// Each response is compared with many.
const foundIn = remembered((json: object) => within(json));
const wantedIn = remembered((json: object) => within(Array.isArray(json) ? json : [json]));
