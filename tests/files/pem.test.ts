/** Finding PEM blocks in a text. */
import { pemBlocks } from '../../src/files/pem.ts';

const block = (label: string, content = 'AAAA') => `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`;

test('are found in order, with text between them, and with line breaks of any kind', () => {
  const text = `subject: x\n${block('CERTIFICATE', 'one').replaceAll('\n', '\r\n')}between${block('RSA PRIVATE KEY', 'two')}${block('CERTIFICATE', 'three')}`;
  expect(pemBlocks(text)).toEqual([
    { label: 'CERTIFICATE', text: block('CERTIFICATE', 'one') },
    { label: 'RSA PRIVATE KEY', text: block('RSA PRIVATE KEY', 'two') },
    { label: 'CERTIFICATE', text: block('CERTIFICATE', 'three') },
  ]);
});

test.each([
  ['without an end', '-----BEGIN CERTIFICATE-----\nAAAA\n', []],
  ['with the end of another', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END RSA PRIVATE KEY-----\n', []],
  ['with an end before it', `-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\n`, []],
  ['within another one', `-----BEGIN X-----\n${block('CERTIFICATE')}-----END X-----\n`, ['CERTIFICATE']],
])('a block %s', (_, text, labels) => expect(pemBlocks(text).map(({ label }) => label)).toEqual(labels));

test('of a text of many blocks without an end, with one label or with many, none is found', () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `-----BEGIN A${index}-----\n`);
  expect(pemBlocks(lines.join(''))).toEqual([]);
  expect(pemBlocks('-----BEGIN A-----\n'.repeat(100_000))).toEqual([]);
});
