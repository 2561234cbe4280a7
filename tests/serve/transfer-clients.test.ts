/** Third-party programs as clients of the served transfer service, with a proxy that the VOMS clients made. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { temporaryFile, temporaryFolder } from '../afterwards.ts';
import { PEERS, PYTHON, testWith } from '../peers/peer.ts';
import { expectRecorded } from '../peers/record.ts';
import { vomsProxy } from '../peers/voms.ts';
import { type Settings, served as serve } from './served.ts';

const run = promisify(execFile);
const folder = temporaryFolder();

const SUBMISSION = JSON.stringify({
  files: [{ sources: ['https://source.example.org/f'], destinations: ['https://destination.example.org/f'] }],
  params: {},
});

/** Serves the transfer service until the operations were seen. */
const served = (once: string[], client: (settings: Settings, further: Settings) => Promise<unknown>) =>
  serve(['transfer'], client, { once });

describe('clients at the served transfer service', () => {
  testWith(PEERS['voms-clients'], 'curl with a proxy that voms-proxy-fake made does as documented', async () => {
    const results = await served(['identity', 'list-jobs', 'submit-job'], async (settings, further) => {
      const proxy = await vomsProxy(folder, further);
      // The VOMS clients sign with SHA-1, which OpenSSL rejects at its default security level.
      const configuration = temporaryFile(
        'openssl.cnf',
        'openssl_conf = c\n[c]\nssl_conf = s\n[s]\nsystem_default = d\n[d]\nCipherString = DEFAULT@SECLEVEL=0\n',
      );
      const env = { ...process.env, OPENSSL_CONF: configuration };
      const fixed = ['-sS', '--fail', '--cacert', settings.TRANSFER_CA ?? '', '--cert', proxy, '--key', proxy];
      const curl = async (...more: string[]) => (await run('curl', [...fixed, ...more], { env })).stdout;
      const url = settings.TRANSFER_URL;
      expect(JSON.parse(await curl(`${url}/whoami`))).toMatchObject({
        method: 'certificate',
        voms_cred: ['/assay/Role=NULL/Capability=NULL'],
      });
      await curl(`${url}/jobs`);
      await curl('-H', 'Content-Type: application/json', '-d', SUBMISSION, `${url}/jobs`);
    });
    expectRecorded('curl-with-voms-proxy', results);
    expect(results.exitCode).toBe(0);
  });

  testWith(PEERS.curl, 'curl without a media type of its own sends another one, which is a finding', async () => {
    const results = await served(['submit-job'], async (settings) => {
      await run('curl', [
        '-sS',
        '--cacert',
        settings.TRANSFER_CA ?? '',
        '-H',
        `Authorization: Bearer ${settings.TRANSFER_TOKEN}`,
        '-d',
        SUBMISSION,
        `${settings.TRANSFER_URL}/jobs`,
      ]);
    });
    expectRecorded('curl-without-media-type', results);
    expect(results.exitCode).toBe(1);
  });

  testWith(PEERS.python, "Python's http.client does as documented", async () => {
    const program = temporaryFile(
      'client.py',
      `import http.client, json, ssl, sys
host, ca, cert = sys.argv[1:4]
context = ssl.create_default_context(cafile=ca)
context.load_cert_chain(cert)
connection = http.client.HTTPSConnection(host, context=context)
def ask(method, path, body=None, headers={}):
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return json.loads(answer.read())
me = ask('GET', '/whoami')
ask('GET', '/delegation/' + me['delegation_id'])
job = ask('POST', '/jobs', json.dumps({'files': [{'sources': ['https://a.example.org/f'], 'destinations': ['https://b.example.org/f'], 'checksum': 'ADLER32:1'}], 'params': {'overwrite': True}}), {'Content-Type': 'application/json'})
ask('GET', '/jobs/' + job['job_id'])
`,
    );
    const results = await served(['identity', 'delegation', 'submit-job', 'job-status'], (settings, further) =>
      run(PYTHON, [
        program,
        new URL(settings.TRANSFER_URL ?? '').host,
        settings.TRANSFER_CA ?? '',
        further['plain proxy'] ?? '',
      ]),
    );
    expectRecorded('python-http-client', results);
    expect(results.exitCode).toBe(0);
  });
});
