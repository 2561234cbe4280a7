import { expect, test } from 'vitest';
import { inTwo } from '../../src/report/parts/tally.ts';
import { catalogue } from '../../src/run/installed/catalogue.ts';
import { INTERFACES } from '../../suites/index.ts';

const LISTED = await catalogue();
const REQUIREMENTS = LISTED.flatMap(({ requirements, clients }) => [...requirements, ...clients]);
/** Method and path, message, function, record, interface, or its clients. */
const SUBJECT = /^(?:(?:GET|POST|PUT|DELETE) \/[^\s:]*|\w+|[a-z]+(?: [a-z]+)*)$/;
/** A verb in the present tense: the first word, or after the thing that it is about. */
const PREDICATE =
  /^(?:with verify (?:true|false), )?(?:accepts|agrees|builds|cancels|changes|creates|is|passes on|prefers|presents|preserves|rejects|replaces|requests?|requires|returns|sends|stores|submits|succeeds|uses|verifies)(?: |$)|^[^:]+ (?:is|are|agrees|appears|carries|contains|ends|generates|has|have|names|repeat|states|stays) /;

test('every requirement is listed, those of clients too', () => {
  expect(LISTED.map(({ interface: of }) => of)).toEqual(INTERFACES.map(({ name }) => name));
  expect(LISTED.filter(({ clients }) => clients.length > 0)).toHaveLength(3);
  expect(REQUIREMENTS.length).toBeGreaterThan(600);
});

test('a title is a subject, a colon, and a predicate in the present tense', () => {
  const odd = REQUIREMENTS.map(({ title }) => title).filter((title) => {
    const [subject, predicate] = inTwo(title);
    return !SUBJECT.test(subject) || !PREDICATE.test(predicate) || /^(?:the|an?) |[.:]$/.test(predicate);
  });
  expect(odd).toEqual([]);
});

test('no two requirements share a title', () => {
  const titles = REQUIREMENTS.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('the title of a gap says that it is unspecified', () => {
  const gaps = REQUIREMENTS.filter(({ basis }) => basis === 'gap').map(({ title }) => title);
  expect(gaps.filter((title) => !/ (?:is|are) unspecified$/.test(title))).toEqual([]);
});

test.each([
  ['transfer/list-jobs/refuses/expired-proxy', 'GET /jobs: rejects an expired proxy'],
  ['transfer/list-jobs/by-vo/refuses/none', 'GET /jobs?vo_name: rejects a request without credentials'],
  ['transfer/job/http_status/only-with-status', 'job object: http_status appears only with GET /jobs/{job_id}'],
  ['ticket-bridge/TicketCreate/part-count', 'TicketCreate: response contains s-gensym3 and s-gensym5 exactly once'],
  ['transfer/client/known-operation', 'transfer clients: request documented operations only'],
])('the title of %s', (id, title) => expect(REQUIREMENTS.find((one) => one.id === id)?.title).toBe(title));
