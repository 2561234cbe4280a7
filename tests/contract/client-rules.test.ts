/** The operation of a client's request, and the findings of the rules about clients. */
import { loadClientContract } from '../../src/clients/client-side.ts';
import { restClients } from '../../src/contract/rest-clients.ts';
import type { ReceivedRequest } from '../../src/contract/types.ts';
import { contractOf, operation } from '../engine/exchanges.ts';
import { ENCODING, message } from '../ticket-bridge/messages.ts';

const NAMESPACE = 'urn:bridge';
interface Asked extends Partial<Omit<ReceivedRequest, 'header' | 'body'>> {
  headers?: Record<string, string>;
  body?: string;
}
const asked = (method: string, target: string, { headers = {}, body = '', ...more }: Asked = {}): ReceivedRequest => ({
  ...{ method, target, truncated: false, credential: 'certificate', ...more },
  header: (name) => headers[name.toLowerCase()],
  body: new TextEncoder().encode(body),
});

/** Returns the finding of the rule of one requirement. */
function said(requirement: string, request: ReceivedRequest) {
  const [of = '', name = ''] = requirement.split('/');
  const rules = loadClientContract(of, { namespace: NAMESPACE }).rules.get(name) ?? [];
  const rule = rules.find((one) => one.requirement === requirement.replace('/', '/client/'));
  return rule === undefined ? 'no such rule' : rule.judge(request);
}

describe('which operation a request is', () => {
  test.each<[string, string, string, string?]>([
    ['transfer', 'GET', '/jobs?vo_name=a', 'list-jobs'],
    ['transfer', 'GET', '//jobs', 'list-jobs'],
    ['transfer', 'GET', '/jobs/', undefined],
    ['transfer', 'GET', '/jobs/?vo_name=a', undefined],
    ['transfer', 'POST', '/jobs', 'submit-job'],
    ['transfer', 'DELETE', '/jobs/7/', undefined],
    ['transfer', 'DELETE', '/jobs', undefined],
    ['transfer', 'DELETE', '/jobs/7/8', undefined],
    ['transfer', 'GET', '/job', undefined],
    ['transfer', 'GET', '', undefined],
    // The reading of one job has no path: it is recognised by the end of its address.
    ['transfer', 'GET', '/v2/jobs/7', 'job-status'],
    ['transfer', 'GET', '//jobs//7/', 'job-status'],
    ['transfer', 'GET', '/jobs/7/undocumented', undefined],
    ['transfer', 'GET', '/myjobs/7', undefined],
    ['transfer', 'GET', '/x?/jobs/7', undefined],
    ['data-hub', 'GET', '/cdmi/a/b/c', 'cdmi-read'],
    ['data-hub', 'GET', '/cdmi/a/b/?children', 'cdmi-list'],
    ['data-hub', 'GET', '/cdmi/a?kids', 'cdmi-read'],
    ['data-hub', 'GET', '/cdmi/a/b/', 'cdmi-read'],
  ])('of %s, %s %s: %s', (of, method, target, name) =>
    expect(loadClientContract(of).operationOf(asked(method, target))).toBe(name),
  );

  test.each([
    ['zone', undefined],
    ['provider', 'cdmi-read'],
    [undefined, 'cdmi-read'],
  ])('is one of the service that it came to, where that is known: %s', (service, name) =>
    expect(loadClientContract('data-hub').operationOf(asked('GET', '/cdmi/a', { service }))).toBe(name),
  );

  test.each([
    ['GET', '/things/7', 'read'],
    ['GET', '/things/all', 'all'],
    ['PUT', '/things/all', 'store'],
    ['GET', '/things/7/parts.v1', 'parts'],
    ['GET', '/things/7/parts-v1', undefined],
  ])('is the one whose path says most: %s %s', (method, target, name) => {
    const paths = { read: '/things/{id}', store: '/things/{id}', all: '/things/all', parts: '/things/{id}/parts.v1' };
    const operations = Object.entries(paths).map(([id, path]) =>
      operation(id, { path, method: id === 'store' ? 'PUT' : 'GET' }),
    );
    const server = contractOf([], [], operations);
    expect(restClients(server, new Map()).operationOf(asked(method, target))).toBe(name);
  });
});

describe('a JSON body', () => {
  const of = (member: string, body: unknown) =>
    said(
      `transfer/submit-job/${member}`,
      asked('POST', '/jobs', { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    );

  test('may leave out optional members', () => {
    expect(of('params/overwrite', {})).toBeUndefined();
    expect(of('params/overwrite', '{"__proto__":{"params":{"overwrite":"x"}}}')).toBeUndefined();
    expect(of('params/overwrite', { params: { overwrite: 1 } })).toMatchObject({ got: '1', at: '/params/overwrite' });
  });

  test('is looked at in every element of an array', () => {
    expect(of('files/sources', { files: [{ sources: ['a'] }, {}] })).toMatchObject({ ok: true });
    expect(of('files/sources', { files: [{ sources: ['a'] }, 'x', null, { sources: [7] }] })).toMatchObject({
      ...{ ok: false, got: 'the array [7]', at: '/files/3/sources' },
    });
    for (const files of [[], [{}], 'text', null, [[{ sources: 7 }]], { length: 1 }])
      expect(of('files/sources', { files }), JSON.stringify(files)).toBeUndefined();
  });

  test('may be nested however deep', () => {
    const deep = `{"files":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(of('files/sources', deep)).toBeUndefined();
    expect(of('files', deep)).toMatchObject({ ok: false, at: '/files' });
  });
});

test.each(['transfer/submit-job/body', 'data-hub/token-grant/scope'])(
  'of a body that was kept in part, %s says nothing',
  (row) => expect(said(row, asked('POST', '/', { body: '{', truncated: true }))).toBeUndefined(),
);

test('a form may have the words of a value in any order', () => {
  const of = (scope: string) => said('data-hub/token-grant/scope', asked('POST', '/', { body: `scope=${scope}` }));
  expect(of('eduperson_entitlement+profile+email%20openid')).toMatchObject({ ok: true });
  for (const wrong of ['openid', 'openid+email+profile+eduperson_entitlement+a', 'openidemailprofile'])
    expect(of(wrong), wrong).toMatchObject({ ok: false, got: wrong.replaceAll('+', ' ') });
});

describe('a client of the ticket bridge has to', () => {
  const STYLE = `s:encodingStyle="${ENCODING}"`;
  const PARTS = ['<ExternalTicketId>7</ExternalTicketId>', '<AttachmentData>aGk=</AttachmentData>'];
  const attachment = (parts: string[] = PARTS, attributes = STYLE) =>
    message(`<n:AddTicketAttachment xmlns:n="${NAMESPACE}" ${attributes}>${parts.join('')}</n:AddTicketAttachment>`);
  const finds = (statement: string, body: string, headers: Record<string, string> = {}) =>
    said(
      `ticket-bridge/AddTicketAttachment/${statement}`,
      asked('POST', '/bridge', { body, headers: { 'content-type': 'text/xml', ...headers } }),
    );

  test('send an empty SOAPAction', () => {
    const of = (soapaction: string) => finds('soap-action', attachment(), { soapaction });
    for (const action of ['""', '', ' "" ', "''"])
      expect(of(action), action).toMatchObject({ ok: true, got: `"${action}"` });
    for (const action of ['" "', 'x']) expect(of(action), action).toMatchObject({ ok: false, got: `"${action}"` });
    expect(finds('soap-action', attachment())).toMatchObject({ ok: false, got: 'no header SOAPAction' });
  });

  test('state the encoding style, of the operation or of each part', () => {
    const styled = PARTS.map((part) => part.replace('>', ` ${STYLE}>`));
    const of = (parts: string[], attributes: string) => finds('encoding-style', attachment(parts, attributes));
    expect(of(PARTS, STYLE)).toMatchObject({ ok: true, got: `"${ENCODING}"` });
    expect(of([], STYLE)).toMatchObject({ ok: true });
    expect(of(styled, '')).toMatchObject({ ok: true });
    const none = { ok: false, got: 'no soap:encodingStyle' };
    for (const parts of [[], styled.with(1, PARTS[1] as string)]) expect(of(parts, '')).toMatchObject(none);
    expect(of(PARTS, 's:encodingStyle="urn:other"')).toMatchObject({ ok: false, got: '"urn:other"' });
    expect(finds('encoding-style', '<x')).toBeUndefined();
  });
});
