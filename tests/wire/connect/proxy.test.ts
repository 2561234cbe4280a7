import { proxyFor } from '../../../src/wire/connect/proxy.ts';

const via = (url: string, no: string) =>
  proxyFor(new URL(url), { https: 'http://proxy.test:3128', http: 'plain.test:8080', no })?.href;

test('each scheme has its proxy; one without a scheme is http', () => {
  expect(via('https://a.test/', '')).toBe('http://proxy.test:3128/');
  expect(via('http://a.test/', '')).toBe('http://plain.test:8080/');
  expect(proxyFor(new URL('http://a.test/'), { https: 'http://proxy.test' })).toBeUndefined();
});

test.each([
  ['*', 'https://a.test/', true],
  ['a.test', 'https://sub.a.test/', true],
  ['.a.test', 'https://sub.a.test/', true],
  ['*.a.test', 'https://sub.a.test/', true],
  ['a.test', 'https://nota.test/', false],
  ['A.TEST , other', 'https://a.test/', true],
  ['a.test:443', 'https://a.test/', true],
  ['a.test:8443', 'https://a.test/', false],
  ['127.0.0.1', 'https://127.0.0.1:8443/', true],
  ['10.0.0.0/8', 'https://10.1.2.3/', true],
  ['10.0.0.0/8', 'https://11.1.2.3/', false],
  ['::1', 'https://[::1]:8443/', true],
  ['fd00::/8', 'https://[fd12::1]/', true],
  ['10.0.0.0/99', 'https://10.1.2.3/', false],
])('NO_PROXY=%s exempts %s: %s', (no, url, exempt) => {
  expect(via(url, no) === undefined).toBe(exempt);
});
