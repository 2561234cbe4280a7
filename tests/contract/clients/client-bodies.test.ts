/** Bodies that clients send, as JSON and as forms, are judged by the schemas of the description. */
import { asked, said } from './client-orders.ts';

describe('a JSON body', () => {
  const of = (row: string, body: unknown) =>
    said(
      `order/${row}`,
      asked('POST', '/things', {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    );

  test('may leave out the others, and what is in it beside them is free', () => {
    expect(of('size', {})).toBeUndefined();
    expect(of('size', { size: 1, more: true })).toMatchObject({ ok: true });
    expect(of('size', { size: 1.5 })).toMatchObject({ ok: false, got: '1.5', at: '/size' });
    expect(of('kind', { kind: 'other' })).toEqual({ ok: false, expected: '"order"', got: '"other"', at: '/kind' });
    expect(of('size', '{"__proto__":{"size":"x"}}')).toBeUndefined();
  });

  test('is looked at in every element of an array', () => {
    expect(of('parts/names', { parts: [{ names: ['a'] }, {}, { names: [] }] })).toMatchObject({ ok: true });
    expect(of('parts/names', { parts: [{ names: ['a'] }, 'x', null, { names: [7] }] })).toMatchObject({
      ok: false,
      got: 'the array [7]',
      at: '/parts/3/names',
    });
    expect(of('parts/made/at', { parts: [{ made: { at: 1 } }] })).toMatchObject({
      ok: false,
      at: '/parts/0/made/at',
    });
    for (const parts of [[], [{}], 'text', null, [[{ names: 7 }]], { length: 1 }])
      expect(of('parts/names', { parts }), JSON.stringify(parts)).toBeUndefined();
  });

  test('may be nested however deep', () => {
    const deep = `{"parts":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(of('parts/names', deep)).toBeUndefined();
    expect(of('parts', deep)).toMatchObject({ ok: false, at: '/parts' });
  });
});

test.each([
  ['order/body', 'POST', '/things', '{'],
  ['grant/grant', 'POST', '/token', ''],
])('of a body that was kept in part, %s says nothing', (row, method, target, body) =>
  expect(said(row, asked(method, target, { body, truncated: true }))).toBeUndefined(),
);

const of = (member: string, body: string) => said(`grant/${member}`, asked('POST', '/token', { body }));

test('a form may have the words of a value in any order', () => {
  expect(of('scope', 'scope=a+b')).toEqual({ ok: true, expected: 'scope=a b', got: 'a b' });
  expect(of('scope', 'scope=b%20a')).toMatchObject({ ok: true });
  for (const wrong of ['a', 'a+b+c', 'ab']) expect(of('scope', `scope=${wrong}`), wrong).toMatchObject({ ok: false });
});
