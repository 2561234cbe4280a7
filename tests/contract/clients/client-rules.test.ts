/**
 * Requirements on REST clients, from a separate description: the operation of a request, and the finding of each
 * rule.
 */
import { asked, contractOf, DESCRIPTION, FILES, inPath, operation, said } from './client-orders.ts';

describe('which operation a request is', () => {
  test.each<[string, string, string | undefined]>([
    ['GET', '/things', 'list'],
    ['GET', '/things?kind=a', 'list'],
    ['GET', '//things', 'list'],
    ['GET', '/things/', undefined],
    ['GET', '/things/?kind=a', undefined],
    ['PUT', '/things/7/', undefined],
    ['POST', '/things', 'order'],
    ['DELETE', '/things', undefined],
    ['GET', '/things/7', 'read'],
    ['GET', '/things/all', 'all'],
    ['PUT', '/things/all', 'store'],
    ['GET', '/things/7/8', undefined],
    ['GET', '/thing', undefined],
    ['GET', '/things/7/parts.v1', 'parts'],
    ['GET', '/things/7/parts-v1', undefined],
    ['GET', '/files/a', 'file'],
    ['GET', '/files/a/b/c', 'file'],
    ['GET', '/files/a/b/?children', 'folder'],
    ['GET', '/files/a?kids', 'file'],
    ['GET', '/files/a/b/', 'file'],
    ['GET', '', undefined],
    ['GET', '/', undefined],
  ])('%s %s: %s', (method, target, name) => expect(contractOf().operationOf(asked(method, target))).toBe(name));

  test('is one of the service that it came to, where that is known', () => {
    const contract = contractOf({ ...FILES, 'specs/transfer/openapi.yaml': { ...DESCRIPTION, 'x-service': 'shop' } });
    expect(contract.operationOf(asked('GET', '/things', { service: 'shop' }))).toBe('list');
    expect(contract.operationOf(asked('GET', '/things', { service: 'bank' }))).toBeUndefined();
    expect(contract.operationOf(asked('GET', '/things'))).toBe('list');
  });

  test('the reading of one job has no path: it is recognised by the end of its address', () => {
    const pathItems = {
      one: { get: operation('job-status', { 'x-likely-path': '/jobs/{job_id}', parameters: [inPath('job_id')] }) },
    };
    const contract = contractOf({
      ...FILES,
      'specs/transfer/openapi.yaml': { ...DESCRIPTION, components: { pathItems } },
    });
    const of = (method: string, target: string) => contract.operationOf(asked(method, target));
    for (const target of ['/jobs/7', '/v2/jobs/7', '//jobs//7/', '/jobs/7?x=/jobs/'])
      expect(of('GET', target), target).toBe('job-status');
    for (const target of ['/jobs', '/jobs/', '/jobs/7/files', '/myjobs/7', '/x?/jobs/7'])
      expect(of('GET', target), target).toBeUndefined();
    expect(of('DELETE', '/jobs/7')).toBeUndefined();
    expect(of('GET', '/things/7')).toBe('read');
  });
});

test('a client has to present a credential where the operation takes one', () => {
  const expected = 'a certificate or a token';
  expect(said('list/credential', asked('GET', '/things'))).toEqual({ ok: true, expected, got: 'a certificate' });
  expect(said('list/credential', asked('GET', '/things', { credential: 'token' }))).toEqual({
    ok: true,
    expected,
    got: 'a token',
  });
  expect(said('list/credential', asked('GET', '/things', { credential: 'none' }))).toEqual({
    ok: false,
    expected,
    got: 'no such credential',
  });
  expect(said('grant/credential', asked('POST', '/token'))).toBe('no such rule');
  const tokens = contractOf({
    ...FILES,
    'specs/transfer/openapi.yaml': {
      ...DESCRIPTION,
      'x-client-credential': { clause: 'C.', shown: 'the header X-Token' },
      security: [{ token: [] }],
    },
  });
  expect(said('list/credential', asked('GET', '/things'), tokens)).toEqual({
    ok: false,
    expected: 'the header X-Token',
    got: 'a certificate',
  });
});
