/** Settings of the transfer service. */
import { BEARER } from '../../src/auth/tokens.ts';
import { authoritiesRow } from '../../src/engine/words/suite.ts';
import { readGivenFile } from '../../src/files/read-file.ts';
import { preview } from '../../src/records/preview.ts';
import type { InterfaceSettings } from '../words.ts';

const token = { is: 'token' } as const;
/** Address of a file on a storage, any scheme. */
const storage = {
  is: 'text',
  pattern: /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+\/\S*$/i,
  like: 'the URL of a file, scheme://host/path',
} as const;
const secret = true;

export const transferSettings: InterfaceSettings = {
  interface: 'transfer',
  title: 'Transfer service',
  configuredBy: ['TRANSFER_URL'],
  creations: ['jobs'],
  credentials: { certificate: { setting: 'TRANSFER_CERT' }, token: { setting: 'TRANSFER_TOKEN', ...BEARER } },
  rules: [
    function certificateWithoutKey(set) {
      const cert = set.get('TRANSFER_CERT');
      if (typeof cert !== 'string' || set.has('TRANSFER_KEY') || mayHaveKey(cert)) return undefined;
      return {
        setting: 'TRANSFER_CERT',
        message: `TRANSFER_CERT ${preview(cert)} contains no private key, and TRANSFER_KEY is not set. Set TRANSFER_KEY to the file with the key.`,
        like: 'TRANSFER_KEY',
      };
    },
    function certificateOverHttp(set) {
      const url = set.get('TRANSFER_URL');
      if (typeof url !== 'string' || !url.startsWith('http:') || !set.has('TRANSFER_CERT')) return undefined;
      return {
        setting: 'TRANSFER_URL',
        message:
          'TRANSFER_CERT is set, but a client certificate cannot be presented over http://. Use https:// in TRANSFER_URL, or set only TRANSFER_TOKEN.',
        like: 'TRANSFER_URL',
      };
    },
  ],
  rows: [
    [
      'TRANSFER_URL',
      { is: 'url' },
      'https://transfer.example.org:8446',
      'Base URL of the transfer service.',
      { needs: [['TRANSFER_CERT', 'TRANSFER_TOKEN']] },
    ],
    [
      'TRANSFER_CERT',
      { is: 'file' },
      '/tmp/x509up_u1000',
      'PEM file with a client certificate and its chain, or a proxy file (proxy certificate, private key, chain). If TRANSFER_TOKEN is also set, every test runs with each of them.',
      { option: 'certificate' },
    ],
    [
      'TRANSFER_KEY',
      { is: 'file' },
      '/home/me/.globus/userkey.pem',
      'PEM file with the private key, if the certificate file does not contain it.',
      { needs: ['TRANSFER_CERT'] },
    ],
    [
      'TRANSFER_KEY_PASSPHRASE',
      { is: 'passphrase' },
      'the passphrase',
      'Passphrase of an encrypted private key.',
      { secret, needs: ['TRANSFER_CERT'] },
    ],
    authoritiesRow('TRANSFER_CA'),
    [
      'TRANSFER_TOKEN',
      token,
      'eyJhbGciOi...',
      'Bearer access token, without the word Bearer. Some requirements need a signed JWT.',
      { secret },
    ],
    ['TRANSFER_VO', { is: 'text' }, 'dteam', 'Virtual organisation whose jobs are listed.'],
    [
      'TRANSFER_SOURCE',
      storage,
      'davs://storage-a.example.org/dteam/in',
      'File that submitted jobs read.',
      { needs: ['TRANSFER_DESTINATION'] },
    ],
    [
      'TRANSFER_DESTINATION',
      storage,
      'davs://storage-b.example.org/dteam/out',
      "Prefix of the URLs that submitted jobs write to: Assay appends a name with the run's id.",
      { needs: ['TRANSFER_SOURCE'] },
    ],
    [
      'TRANSFER_SOURCE_2',
      storage,
      'davs://storage-c.example.org/dteam/in',
      'URL of the same file on another storage endpoint, to submit a job with several sources.',
      { needs: ['TRANSFER_SOURCE'] },
    ],
    [
      'TRANSFER_DESTINATION_2',
      storage,
      'davs://storage-d.example.org/dteam/out',
      'URL prefix on another storage endpoint, like TRANSFER_DESTINATION, to submit a job with several destinations.',
      { needs: ['TRANSFER_DESTINATION'] },
    ],
    [
      'TRANSFER_SOURCE_TOKEN',
      token,
      'eyJhbGciOi...',
      'Access token for the source storage.',
      { secret, needs: ['TRANSFER_SOURCE'] },
    ],
    [
      'TRANSFER_DESTINATION_TOKEN',
      token,
      'eyJhbGciOi...',
      'Access token for the destination storage.',
      { secret, needs: ['TRANSFER_DESTINATION'] },
    ],
    [
      'TRANSFER_CHECKSUM',
      { is: 'text', pattern: /^[A-Za-z0-9_-]+(:\S+)?$/, like: 'an algorithm name, or ALGORITHM:value' },
      'ADLER32:1a2b3c4d',
      'Checksum of the source file.',
    ],
    [
      'TRANSFER_JOB_STATUS_PATH',
      { is: 'path-template', placeholders: ['job_id'] },
      '/jobs/{job_id}',
      'Path to read one job. The document leaves it open; without this setting, some requirements are skipped.',
    ],
    [
      'TRANSFER_FINISHED_JOB_ID',
      { is: 'text', pattern: /^[^\s/?#]+$/, like: 'the identifier of a job, without spaces, "/", "?" or "#"' },
      '2f9c1c1e-6a0b-4b6e-9d4b-0c6f5d3e7a11',
      'Identifier of a finished job to read, if the listing shows only unfinished jobs.',
    ],
    [
      'TRANSFER_CANCEL_WAIT_MS',
      { is: 'integer', unit: 'ms', min: 0, max: 3_600_000 },
      '10000',
      'Time allowed for a cancelled job to change.',
      { default: '10000' },
    ],
  ],
};

/** A file that cannot be read, or that is not a certificate, is reported when the credential is made. */
function mayHaveKey(file: string) {
  try {
    const text = readGivenFile(file, 'credential');
    return text.includes('PRIVATE KEY-----') || !text.includes('BEGIN CERTIFICATE-----');
  } catch {
    return true;
  }
}
