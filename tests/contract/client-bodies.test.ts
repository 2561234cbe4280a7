/** Bodies that clients send, as JSON and as forms, are judged by the schemas of the description. */
import { describe, expect, test } from 'vitest';
import { type Asked, asked, said } from './client-orders.ts';

describe('a JSON body', () => {
  const of = (row: string, body: unknown) =>
    said(
      `order/${row}`,
      asked('POST', '/things', {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    );

  test('is an object', () => {
    const expected = 'a JSON object';
    expect(of('body', {})).toEqual({ held: true, expected, got: '{}' });
    expect(of('body', [1])).toEqual({ held: false, expected, got: '[1]' });
    expect(of('body', 'null')).toEqual({ held: false, expected, got: 'null' });
    for (const body of ['', '{', new Uint8Array([0x22, 0xff, 0x22])])
      expect(of('body', body)).toEqual({ held: false, expected, got: 'a body that is not JSON' });
    expect(said('order/body', asked('POST', '/things', { body: '{', truncated: true }))).toBeUndefined();
  });

  test('has the members that are required, of their types', () => {
    const expected = 'an array of objects';
    expect(of('parts', { parts: [{}], note: null })).toEqual({
      held: true,
      expected,
      got: 'as documented',
      at: undefined,
    });
    expect(of('parts', {})).toEqual({ held: false, expected, got: 'no member parts' });
    expect(of('parts', { parts: ['x'] })).toEqual({ held: false, expected, got: '["x"]', at: '/parts' });
    expect(of('parts', { parts: {} })).toEqual({ held: false, expected, got: '{}', at: '/parts' });
    expect(of('note', { note: 7 })).toEqual({ held: false, expected: 'a string or null', got: '7', at: '/note' });
    for (const body of ['', '[]', 'null', '7']) expect(of('parts', body), body).toBeUndefined();
  });

  test('may leave out the others, and what is in it beside them is free', () => {
    expect(of('size', {})).toBeUndefined();
    expect(of('size', { size: 1, more: true })).toMatchObject({ held: true });
    expect(of('size', { size: 1.5 })).toMatchObject({ held: false, got: '1.5', at: '/size' });
    expect(of('kind', { kind: 'other' })).toEqual({ held: false, expected: '"order"', got: '"other"', at: '/kind' });
    expect(of('size', '{"__proto__":{"size":"x"}}')).toBeUndefined();
  });

  test('is looked at in every element of an array', () => {
    expect(of('parts/names', { parts: [{ names: ['a'] }, {}, { names: [] }] })).toMatchObject({ held: true });
    expect(of('parts/names', { parts: [{ names: ['a'] }, 'x', null, { names: [7] }] })).toMatchObject({
      held: false,
      got: '[7]',
      at: '/parts/3/names',
    });
    expect(of('parts/made/at', { parts: [{ made: { at: 1 } }] })).toMatchObject({
      held: false,
      at: '/parts/0/made/at',
    });
    for (const parts of [[], [{}], 'text', null, [[{ names: 7 }]], { length: 1 }])
      expect(of('parts/names', { parts }), JSON.stringify(parts)).toBeUndefined();
  });

  test('may be nested however deep', () => {
    const deep = `{"parts":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(of('parts/names', deep)).toBeUndefined();
    expect(of('parts', deep)).toMatchObject({ held: false, at: '/parts' });
  });

  test('whose description names no required members has all that it names', () => {
    const stored = (body: string) => said('store/a', asked('PUT', '/things/7', { body }));
    expect(stored('{"a":"x"}')).toMatchObject({ held: true });
    expect(stored('{}')).toMatchObject({ held: false, got: 'no member a' });
    expect(said('write/body', asked('PUT', '/files/a'))).toBe('no such rule');
  });
});

describe('a form', () => {
  const of = (member: string, body: string, more: Asked = {}) =>
    said(`grant/${member}`, asked('POST', '/token', { body, ...more }));

  test('has each member, with the value that is documented', () => {
    expect(of('grant', 'grant=refresh')).toEqual({ held: true, expected: 'grant=refresh', got: 'refresh' });
    expect(of('grant', 'grant=password')).toEqual({ held: false, expected: 'grant=refresh', got: 'password' });
    expect(of('grant', 'grant=')).toEqual({ held: false, expected: 'grant=refresh', got: 'no grant' });
    expect(of('grant', '')).toEqual({ held: false, expected: 'grant=refresh', got: 'no grant' });
    expect(of('grant', '', { truncated: true })).toBeUndefined();
  });

  test('may have the words of a value in any order', () => {
    expect(of('scope', 'scope=a+b')).toEqual({ held: true, expected: 'scope=a b', got: 'a b' });
    expect(of('scope', 'scope=b%20a')).toMatchObject({ held: true });
    for (const wrong of ['a', 'a+b+c', 'ab'])
      expect(of('scope', `scope=${wrong}`), wrong).toMatchObject({ held: false });
  });

  test('may have any value where none is documented; it is not shown', () => {
    expect(of('token', 'token=secret')).toEqual({ held: true, expected: 'token=…', got: 'given' });
    expect(of('token', 'token=')).toMatchObject({ held: false, got: 'no token' });
  });
});
