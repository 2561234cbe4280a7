/** Loads a client certificate or proxy from the usual files and checks it before anything is sent. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { certificatesIn, type PemBlock, pemBlocks } from '../files/pem.ts';
import { readGivenFile, reasonOf } from '../files/read-file.ts';
import { type ChainLink, chainProblems, dateProblems, readChain } from './certificate-chain.ts';
import type { CredentialFiles, CredentialProblem } from './types.ts';

/** An X.509 credential, checked before anything is sent. */
export type X509Credential = Awaited<ReturnType<typeof loadX509Credential>>;

/** Names of the files and of the passphrase in sentences. */
export type CredentialNames = Readonly<Record<keyof CredentialFiles, string>>;

/**
 * Reads certificate, proxy or proxy with VOMS attributes, with its key and chain. Never throws: each problem is a
 * sentence in `problems`. A credential with problems must not be sent; its texts are empty if no file could be read.
 * @param now the time for which validity is checked
 */
export async function loadX509Credential(files: CredentialFiles, names: CredentialNames, now: Date = new Date()) {
  const unreadable: CredentialProblem[] = [];
  const read = (change: 'cert' | 'key', path: string) => {
    try {
      return pemBlocks(readGivenFile(path, 'credential').toString('latin1'));
    } catch (error) {
      unreadable.push({ change, message: `Cannot read ${names[change]}: ${reasonOf(error)}.` });
      return [];
    }
  };
  const blocks = read('cert', files.cert);
  const keyBlocks = files.key === undefined || files.key === files.cert ? blocks : read('key', files.key);
  if (unreadable.length > 0) return emptyCredential(unreadable);

  const certificates = certificatesIn(blocks);
  if (certificates.length === 0)
    return emptyCredential(
      inCertificate(
        `${names.cert} contains no certificate in PEM format. From a PKCS#12 file, make one: openssl pkcs12 -in FILE -nodes -out cert.pem`,
      ),
    );
  let chain: readonly ChainLink[];
  try {
    chain = await readChain(certificates);
  } catch {
    return emptyCredential(
      inCertificate(`${names.cert} contains a certificate that cannot be decoded: copy or make the file again.`),
    );
  }
  const own = keyBlocks === blocks ? { ...names, key: names.cert } : names;
  const key = readKey(keyBlocks, files.passphrase, own);
  const dated = dateProblems(chain, now, names.cert);
  const others = [
    ...('message' in key ? [key] : keyProblems(key.key, chain, own)),
    ...inCertificate(...chainProblems(chain, names.cert)),
  ];
  return {
    ...describeChain(chain),
    // Whether only the dates are wrong: the settings are right, the credential is not valid now.
    untimely: dated.length > 0 && others.length === 0,
    // PEM (PKCS#8), decrypted; empty if it could not be read.
    key: 'key' in key ? key.key.export({ type: 'pkcs8', format: 'pem' }).toString() : '',
    // Reasons why it cannot work: expired, key does not match, chain broken.
    problems: [...others, ...inCertificate(...dated)],
  };
}

function describeChain(chain: readonly ChainLink[]) {
  const user = chain.find((link) => !link.isProxy);
  const proxies = chain.slice(0, user === undefined ? chain.length : chain.indexOf(user));
  return {
    // PEM, leaf first; empty if the files could not be read.
    cert: chain.map(({ pem }) => pem).join(''),
    // Subject of the end-entity (user) certificate, slash form `/C=…/CN=…`.
    userDn: user?.subjectDn ?? proxies.at(-1)?.issuerDn ?? '',
    // Subjects of the proxies, outermost (leaf) first, slash form; empty for a plain certificate.
    proxyDns: proxies.map(({ subjectDn }) => subjectDn),
    notBefore: new Date(Math.max(...chain.map(({ notBefore }) => notBefore.getTime()))),
    // Earliest end of validity in the chain.
    notAfter: new Date(Math.min(...chain.map(({ notAfter }) => notAfter.getTime()))),
  };
}

const inCertificate = (...messages: readonly string[]): CredentialProblem[] =>
  messages.map((message) => ({ change: 'cert', message }));

function emptyCredential(problems: readonly CredentialProblem[]) {
  const [notBefore, notAfter] = [new Date(0), new Date(0)];
  const names = { cert: '', key: '', userDn: '', proxyDns: [] };
  return { ...names, notBefore, notAfter, problems, untimely: false };
}

function readKey(
  blocks: readonly PemBlock[],
  passphrase: string | undefined,
  { key: file, passphrase: secret }: CredentialNames,
): { readonly key: KeyObject } | CredentialProblem {
  const block = blocks.find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (block === undefined) return { change: 'key', message: `${file} contains no private key in PEM format.` };
  const encrypted = block.label.startsWith('ENCRYPTED') || /^Proc-Type:.*ENCRYPTED/m.test(block.text);
  if (encrypted && passphrase === undefined)
    return {
      change: 'passphrase',
      message: `The private key in ${file} is encrypted, and ${secret} is not set. Set it to the passphrase of the key.`,
    };
  try {
    return { key: createPrivateKey({ key: block.text, format: 'pem', ...(encrypted && { passphrase }) }) };
  } catch {
    if (!encrypted) return { change: 'key', message: `Cannot read the private key in ${file}.` };
    return {
      change: 'passphrase',
      message: `${secret} does not open the private key in ${file}. Set it to the passphrase of that key; if it is, encrypt the key with AES: openssl pkey -aes256 -provider legacy -provider default -in FILE -out key.pem`,
    };
  }
}

function keyProblems(
  key: KeyObject,
  [first]: readonly ChainLink[],
  names: CredentialNames,
): readonly CredentialProblem[] {
  return first === undefined || first.certificate.checkPrivateKey(key)
    ? []
    : [
        {
          change: 'key',
          message: `The private key in ${names.key} does not belong to the first certificate in ${names.cert}, ${first.subjectDn}. Give the private key of that certificate, or put the certificate of the key first.`,
        },
      ];
}
