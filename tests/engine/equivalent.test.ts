/** Requests that are equivalent, so that accepting one and rejecting another is unstable; and those that are not. */
import type { Exchange } from '../../src/wire/types.ts';
import { type ExchangeOptions, exchange } from './exchanges.ts';
import { ANSWER } from './origin-samples.ts';
import { ANSWERS, answers, asking, FORM, held, refused, summaryOf } from './summaries.ts';

const UNSTABLE = 'inconclusive';
const ACCEPTED = 'pass';

/** The service still works at the end. */
const WORKS = exchange({ at: 90, operation: 'identity' });

/** Returns a request with this method to this object. */
function to(name: string, options: ExchangeOptions, method = 'GET'): Exchange {
  const { request, ...rest } = asking(options, `${name} ${options.at}`);
  return { ...rest, request: { ...request, method, url: `https://transfer.example.org/jobs/${name}` } };
}

test.each([
  ['the same object', 'a', UNSTABLE],
  ['another object, which may take time to appear', 'b', ACCEPTED],
])('found, and later not found: %s', (_, name, verdict) => {
  const origins = { 'params/job_id': [ANSWER] };
  const reading = (at: number, status: number, id: string) => {
    const made = to(id, { at, status, origins, params: { job_id: id } });
    return { ...made, request: { ...made.request, body: { ...made.request.body, digest: '' } as never } };
  };
  expect(answers([reading(10, 200, 'a'), reading(20, 404, name), WORKS])?.verdict).toBe(verdict);
});

test.each([
  ['the same role of a probe in two rounds', false, UNSTABLE],
  ['two roles', true, ACCEPTED],
])('a request about one new object accepted, about another one rejected: %s', (_, alone, verdict) => {
  const all = ['a', 'b'].map((id, at) =>
    to(id, {
      at: 10 + at,
      status: at === 0 ? 200 : 400,
      origins: { 'params/job_id': [ANSWER] },
      params: { job_id: id },
    }),
  );
  const found = held(ANSWERS, all[0] as Exchange);
  expect(summaryOf([...all, WORKS], [found], alone).of(ANSWERS)?.verdict).toBe(verdict);
});

test.each([
  ['the same unusual value, accepted for another object', true, UNSTABLE],
  ['an unusual value that was never accepted', false, ACCEPTED],
])('a change of a known object is rejected: %s', (_, isUnusual, verdict) => {
  const unusual = { 'body/text': [{ from: 'assay', unusual: 'a line break' } as const] };
  const created = to('a', { at: 10 }, 'POST');
  const all = [
    created,
    to('a', { at: 20, status: 400, origins: unusual }, 'POST'),
    to('b', { at: 30, ...(isUnusual && { origins: unusual }) }, 'POST'),
    WORKS,
  ];
  const about = ({ request }: Exchange) => request.url;
  expect(answers(all, about, created)?.verdict).toBe(verdict);
});

test.each([
  ['PUT, which replaces what the first one created', 'PUT', UNSTABLE],
  ['POST', 'POST', UNSTABLE],
])('a second request to an address is rejected: %s', (_, method, verdict) => {
  expect(answers([to('a', { at: 10 }, method), to('a', { at: 20, status: 400 }, method), WORKS])?.verdict).toBe(
    verdict,
  );
});

test.each([
  ['with a further header', [['Accept', '*/*']], ACCEPTED],
  ['with the same headers', [], UNSTABLE],
] as const)('a second request is rejected: %s', (_, further, verdict) => {
  const second = to('b', { at: 20, status: 406 });
  const headers = [...second.request.headers, ...further];
  const all = [to('a', { at: 10 }), { ...second, request: { ...second.request, headers } }, WORKS];
  expect(answers(all)?.verdict).toBe(verdict);
});

test.each([
  ['an operation that never succeeded', [], 'fail'],
  ['an operation that succeeded', [to('c', { at: 5, operation: 'submit-job' })], 'inconclusive'],
])('rejected in the words in which another operation is sometimes rejected: %s', (_, works, verdict) => {
  const busy = { status: 400, text: '{"error":"Busy."}' };
  const form = to('d', { at: 30, operation: 'submit-job', ...busy });
  const all = [...works, asking({ at: 10 }, 'a'), asking({ at: 20, ...busy }, 'b'), form];
  expect(summaryOf(all, [refused(FORM, form)]).of(FORM)?.verdict).toBe(verdict);
});

const FOLDER = { params: { folder: 'f', name: 'n' }, origins: { 'params/folder': [ANSWER] } };

test.each([
  ['the same folder, in which the first one was created', 'f', UNSTABLE],
  ['another folder, which may take time to appear', 'g', ACCEPTED],
])('a creation accepted, and later rejected with 404: in %s', (_, folder, verdict) => {
  const creating = (at: number, status: number, own: string): Exchange => ({
    ...to(`${at}`, { at, status, ...FOLDER, params: { folder: own, name: `${at}` } }, 'POST'),
    ledger: `file ${at}`,
  });
  expect(answers([creating(10, 200, 'f'), creating(20, 404, folder), WORKS])?.verdict).toBe(verdict);
});

test.each([
  ['everything in it', ['a', 'b'], UNSTABLE],
  ['only a part of it', ['a', 'c'], ACCEPTED],
])('a 500 to a creation, while another one with %s was accepted', (_, values, verdict) => {
  const unusual = (names: readonly string[]) => ({
    'body/text': names.map((name) => ({ from: 'assay', unusual: name }) as const),
  });
  const accepted = to('b', { at: 20, origins: unusual(values) }, 'POST');
  const all = [to('a', { at: 10, status: 500, origins: unusual(['a', 'b']) }, 'POST'), accepted, WORKS];
  expect(answers(all, undefined, accepted)?.verdict).toBe(verdict);
});
