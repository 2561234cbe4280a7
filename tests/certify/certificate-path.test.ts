/** Anything that a certificate of the signer's chain does not allow is rejected. */
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { pathProblems } from '../../src/certify/signature.ts';
import { issue, type Made, makeCa, makeUser } from '../auth/make-credential.ts';

const issued = (name: string, ca: Made, extensions: x509.Extension[]) => issue(`CN=${name}`, ca, extensions);

const authority = (name: string, ca: Made, pathLength?: number): Promise<Made> =>
  issued(name, ca, [
    new x509.BasicConstraintsExtension(true, pathLength, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
  ]);

function problems(anchor: Made, ...chain: Made[]) {
  const now = Date.now();
  const read = ({ certificate }: Made) => new X509Certificate(new Uint8Array(certificate.rawData));
  return pathProblems(chain.map(read), [read(anchor)], { from: now, to: now });
}

test('a certificate whose key may do other things than sign', async () => {
  const ca = await makeCa();
  const usage = (flags: x509.KeyUsageFlags) => issued('vendor', ca, [new x509.KeyUsagesExtension(flags, true)]);
  expect(await problems(ca, await usage(x509.KeyUsageFlags.keyEncipherment))).toEqual([
    'The certificate CN=vendor is not allowed to sign.',
  ]);
  expect(await problems(ca, await usage(x509.KeyUsageFlags.digitalSignature))).toEqual([]);
  expect(await problems(ca, await issued('vendor', ca, []))).toEqual([]);
});

test('an unknown critical extension, of the signer or of an authority', async () => {
  const ca = await makeCa();
  const unknown = (critical: boolean) =>
    new x509.Extension('1.3.6.1.4.1.99999.1', critical, Buffer.from('0500', 'hex'));
  const why = 'has an unsupported critical extension (1.3.6.1.4.1.99999.1).';
  expect(await problems(ca, await issued('vendor', ca, [unknown(true)]))).toEqual([`The certificate CN=vendor ${why}`]);
  expect(await problems(ca, await issued('vendor', ca, [unknown(false)]))).toEqual([]);
  const between = await issued('between', ca, [new x509.BasicConstraintsExtension(true, 0, true), unknown(true)]);
  expect(await problems(ca, await makeUser(between), between)).toEqual([`The certificate CN=between ${why}`]);
});

test('an authority that allows no authority below it', async () => {
  const ca = await makeCa();
  const chain = async (pathLength?: number): Promise<Made[]> => {
    const upper = await authority('upper', ca, pathLength);
    const lower = await authority('lower', upper);
    return [await makeUser(lower), lower, upper];
  };
  expect(await problems(ca, ...(await chain(0)))).toEqual([
    'The certificate CN=upper allows no chain as long as this one.',
  ]);
  for (const pathLength of [1, undefined]) expect(await problems(ca, ...(await chain(pathLength)))).toEqual([]);
  const [, lower, upper] = (await chain(0)) as [Made, Made, Made];
  expect(await problems(ca, await makeUser(upper), upper)).toEqual([]);
  expect(await problems(upper, await makeUser(lower), lower)).toEqual([]);
});
