/** What REST clients are held to, read from a description of the test's own: which operation a request is, and what each rule says of it. */
import { describe, expect, test } from 'vitest';
import { asked, contractOf, DESCRIPTION, FILES, inPath, operation, said } from './client-orders.ts';

describe('which operation a request is', () => {
  test.each<[string, string, string | undefined]>([
    ['GET', '/things', 'list'],
    ['GET', '/things?kind=a', 'list'],
    ['GET', '/things/', 'list'],
    ['GET', '//things//', 'list'],
    ['POST', '/things', 'order'],
    ['DELETE', '/things', undefined],
    ['GET', '/things/7', 'read'],
    ['GET', '/things/all', 'all'],
    ['PUT', '/things/all', 'store'],
    ['GET', '/things/7/8', undefined],
    ['GET', '/thing', undefined],
    ['GET', '/v1/things', undefined],
    ['GET', '/things/7/parts.v1', 'parts'],
    ['GET', '/things//7//parts.v1', 'parts'],
    ['GET', '/things/7/parts-v1', undefined],
    ['GET', '/files/a', 'file'],
    ['GET', '/files/a/b/c', 'file'],
    ['GET', '/files/a/b/?children', 'folder'],
    ['GET', '/files/a/b/?children=', 'folder'],
    ['GET', '/files/a?kids', 'file'],
    ['GET', '/files/a/b/', 'file'],
    ['GET', '/files/', undefined],
    ['GET', '', undefined],
    ['GET', '/', undefined],
    ['GET', '/jobs/7', undefined],
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

describe('a client has to', () => {
  test('present a credential where the operation takes one', () => {
    const expected = 'a certificate or a token';
    expect(said('list/credential', asked('GET', '/things'))).toEqual({ held: true, expected, got: 'a certificate' });
    expect(said('list/credential', asked('GET', '/things', { credential: 'token' }))).toEqual({
      held: true,
      expected,
      got: 'a token',
    });
    expect(said('list/credential', asked('GET', '/things', { credential: 'none' }))).toEqual({
      held: false,
      expected,
      got: 'no credential',
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
      held: false,
      expected: 'the header X-Token',
      got: 'a certificate',
    });
  });

  test('send a header whose value is documented', () => {
    const of = (headers: Record<string, string>) =>
      said('folder/header-X-Version', asked('GET', '/files/a/?children', { headers }));
    expect(of({ 'x-version': '1.1' })).toEqual({ held: true, expected: 'X-Version: 1.1', got: '1.1' });
    expect(of({ 'x-version': '2' })).toEqual({ held: false, expected: 'X-Version: 1.1', got: '2' });
    expect(of({})).toEqual({ held: false, expected: 'X-Version: 1.1', got: 'no header X-Version' });
    expect(said('folder/header-X-Free', asked('GET', '/'))).toBe('no such rule');
    expect(said('folder/header-children', asked('GET', '/'))).toBe('no such rule');
  });

  test('send the media type where the document names it', () => {
    const of = (type?: string) =>
      said(
        'order/content-type',
        asked('POST', '/things', { headers: type === undefined ? {} : { 'content-type': type } }),
      );
    for (const type of ['application/json', 'application/json; charset=utf-8', ' APPLICATION/JSON ;x'])
      expect(of(type), type).toMatchObject({ held: true, got: 'application/json' });
    expect(of('text/plain')).toEqual({ held: false, expected: 'Content-Type: application/json', got: 'text/plain' });
    expect(of()).toEqual({ held: false, expected: 'Content-Type: application/json', got: 'no Content-Type' });
    expect(
      said(
        'grant/content-type',
        asked('POST', '/token', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      ),
    ).toMatchObject({
      held: true,
    });
    expect(said('store/content-type', asked('PUT', '/things/7'))).toBe('no such rule');
    expect(said('list/content-type', asked('GET', '/things'))).toBe('no such rule');
  });

  test('send the query that is required', () => {
    const of = (target: string) => said('parts/query-page', asked('GET', target));
    expect(of('/things/7/parts.v1?page=1')).toEqual({ held: true, expected: '?page=…', got: 'page=1' });
    expect(of('/things/7/parts.v1?page=')).toEqual({ held: false, expected: '?page=…', got: 'page=' });
    expect(of('/things/7/parts.v1')).toEqual({ held: false, expected: '?page=…', got: 'no query' });
    for (const requirement of ['list/query-kind', 'folder/query-children', 'parts/query-id'])
      expect(said(requirement, asked('GET', '/'))).toBe('no such rule');
  });
});
