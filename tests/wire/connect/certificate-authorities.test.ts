import { X509Certificate } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCertificateAuthorities } from '../../../src/wire/connect/certificate-authorities.ts';
import { temporaryFolder } from '../../afterwards.ts';
import { authority } from '../throwaway-pki.ts';

const at = temporaryFolder();
const [{ pem: one }, { pem: two }] = await Promise.all([authority('One'), authority('Two')]);

function put(name: string, content: string | Uint8Array) {
  const file = join(at, name);
  writeFileSync(file, content);
  return file;
}
const subjects = (pems: string[]) => pems.map((pem) => new X509Certificate(pem).subject).sort();

test('a file holds one or several, among other text', () => {
  expect(subjects(readCertificateAuthorities(put('bundle.pem', `# One\n${one}\nsome text\n${two}`)))).toEqual([
    'CN=One',
    'CN=Two',
  ]);
  expect(subjects(readCertificateAuthorities(put('one.der', new X509Certificate(one).raw)))).toEqual(['CN=One']);
});

test('a hashed directory is read without duplicates, revocation lists and policies', () => {
  const directory = join(at, 'certificates');
  mkdirSync(directory);
  writeFileSync(join(directory, 'One.pem'), one);
  symlinkSync('One.pem', join(directory, '1a2b3c4d.0'));
  writeFileSync(join(directory, '5e6f7a8b.0'), two);
  writeFileSync(join(directory, '5e6f7a8b.r0'), 'not a certificate');
  writeFileSync(join(directory, '5e6f7a8b.signing_policy'), 'access_id_CA');
  writeFileSync(join(directory, 'broken.pem'), 'not a certificate');
  symlinkSync('nowhere', join(directory, '99999999.0'));
  expect(subjects(readCertificateAuthorities(directory))).toEqual(['CN=One', 'CN=Two']);
});

test('what is wrong is said with the path', () => {
  expect(() => readCertificateAuthorities(join(at, 'missing.pem'))).toThrow(
    /^Cannot read ".*missing\.pem": no such file or directory/,
  );
  expect(() =>
    readCertificateAuthorities(put('bad.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')),
  ).toThrow(/bad\.pem": it contains a certificate that cannot be parsed/);
  mkdirSync(join(at, 'nothing'));
  expect(() => readCertificateAuthorities(join(at, 'nothing'))).toThrow(
    /nothing" contains no certificate: name the file/,
  );
});
