/** A response with the authorised content is not a rejection, whatever its status. */
import { carries } from '../../../src/engine/words/derived/content.ts';
import { exchange } from '../exchanges.ts';

const RECORD = {
  job_id: 'c0ffee00-1f2e-4d3c-8b4a-5c6d7e8f9a0b',
  user_dn: '/C=DE/CN=Ada',
  vo_name: 'assay',
  priority: 3,
};
const good = (text: string) => exchange({ text });
const tried = (text: string) => exchange({ text, purpose: 'refusal', credential: 'none', status: 401 });
/** Whether a text carries the content of a JSON response. */
const shows = (text: string, authorised: unknown, isCommon?: (value: string) => boolean) =>
  carries(tried(text), good(JSON.stringify(authorised)), isCommon);
const says = (own: unknown, authorised: unknown) => shows(JSON.stringify(own), authorised);

describe('what carries the content', () => {
  test.each<[string, unknown, unknown]>([
    ['the record within an error', { error: 'forbidden', detail: { job: RECORD } }, RECORD],
    ['one record of a list', [RECORD], [{ ...RECORD, job_id: 'another-identifier', user_dn: '/C=DE/CN=Bo' }, RECORD]],
    ['half of the identifiers of a list', { seen: ['identifier-1'] }, ['identifier-1', 'identifier-2']],
  ])('%s', (_, own, authorised) => expect(says(own, authorised)).toBe(true));

  test('two telling values, if the credential does not name the caller', () => {
    const record = { ...RECORD, submit_host: 'host', retry: 1, reason: null };
    const leaking = (credential: string) =>
      carries(
        exchange({
          ...{ purpose: 'refusal', credential, status: 401 },
          text: JSON.stringify({ error: 'no', job_id: RECORD.job_id, user_dn: RECORD.user_dn }),
        }),
        good(JSON.stringify(record)),
      );
    expect(['none', 'empty-token', 'garbage-token'].map(leaking)).toEqual([true, true, true]);
    expect(['expired-token', 'garbage-token~the-first-half-of-the-valid-one', 'none~in-a-cookie'].map(leaking)).toEqual(
      [...[false, false, false]],
    );
    const isCommon = (value: string) => value === RECORD.user_dn;
    const body = JSON.stringify({ job_id: RECORD.job_id, user_dn: RECORD.user_dn });
    expect(shows(body, record, isCommon)).toBe(false);
  });

  test.each([
    ['cut JSON', (json: string) => json.slice(0, -2)],
    ['text in JSON', (json: string) => JSON.stringify({ page: json.replaceAll('"', '') })],
  ])('two identifiers of a record in %s, if the credential does not name the caller', (_form, write) => {
    const authorised = { ...RECORD, submit_time: '2026-11-22T22:00:00' };
    const text = write(JSON.stringify([authorised]));
    expect(shows(text, [authorised])).toBe(true);
    const named = exchange({ text, purpose: 'refusal', credential: 'expired-token', status: 401 });
    expect(carries(named, good(JSON.stringify([authorised])))).toBe(false);
    expect(shows(text, [authorised], (value) => value === RECORD.job_id)).toBe(false);
  });

  test('one identifier each of two records', () => {
    const jobs = [RECORD.job_id, 'c0ffee01-1f2e-4d3c-8b4a-5c6d7e8f9a0b'].map((job_id) => ({ job_id }));
    expect(shows(`you may not see ${jobs.map(({ job_id }) => job_id).join(', ')}`, jobs)).toBe(true);
    expect(shows(`you may not see ${RECORD.job_id}`, jobs)).toBe(false);
  });

  test('two identifiers of a list', () => {
    const list = { ids: ['00000000000000a1', '00000000000000b2', '00000000000000c3'] };
    expect(shows('<li>00000000000000a1<li>00000000000000c3', list)).toBe(true);
    expect(shows('<li>00000000000000a1<li>00000000000000a1', list)).toBe(false);
  });

  const CONTENT = 'the content of a "file": größer';
  test.each([
    ['but for its ends', CONTENT.slice(1, -1)],
    ['in base64', JSON.stringify({ value: Buffer.from(CONTENT).toString('base64') })],
  ])('the bytes of a file %s', (_, text) => expect(carries(tried(text), good(CONTENT))).toBe(true));
});

describe('what does not', () => {
  test.each<[string, unknown, unknown]>([
    ['an error', { error: 'unauthorised', status: 401 }, RECORD],
    ['members with other values', { ...RECORD, job_id: 'none', user_dn: 'none' }, RECORD],
    ['short values alone', { vo_name: 'assay', priority: 3 }, { vo_name: 'assay', priority: 3 }],
    ['a message of its own', { message: 'not here today' }, { message: 'not here today' }],
    [
      'redacted values',
      { a: '[redacted:token]', b: '[redacted:token]' },
      { a: '[redacted:token]', b: '[redacted:token]' },
    ],
  ])('%s', (_, own, authorised) => expect(says(own, authorised)).toBe(false));

  test('names from standards in a text, or identifiers that the request contains', () => {
    const record = { objectType: 'application/cdmi-object', mimetype: 'application/octet-stream' };
    expect(shows(`Expected ${Object.values(record).join(' or ')}.`, record)).toBe(false);
    const text = JSON.stringify({ name: 'name-0123456789-of-run', root: '00000000000000a1' });
    const own = tried(`<p>${text}</p>`);
    const body = { bytes: Buffer.from(text), size: text.length, digest: text, truncated: false };
    expect(carries(own, good(text))).toBe(true);
    expect(carries({ ...own, request: { ...own.request, body } }, good(text))).toBe(false);
  });

  test('a body that is not JSON, or a short one', () => {
    expect(shows('No.', RECORD)).toBe(false);
    expect(carries(tried('<p>short</p>'), good('short'))).toBe(false);
    expect(carries(tried('<p>the content of</p>'), good('the content of a file'))).toBe(false);
  });
});
