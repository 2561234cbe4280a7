/** Proxies with an attribute certificate, as the VOMS clients make them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Lets voms-proxy-fake make a proxy of a user certificate. @returns its file, in the directory */
export async function vomsProxy(folder: string, user: Record<string, string>) {
  // The attribute certificate requires an RSA key of its issuer.
  const [out, host, hostKey] = ['voms-proxy', 'voms-host', 'voms-host-key'].map((name) =>
    join(folder, `${name}.pem`),
  ) as [string, string, string];
  const request = 'req -x509 -newkey rsa:2048 -nodes -subj /CN=voms.example.org -days 1 -out'.split(' ');
  await run('openssl', [...request, host, '-keyout', hostKey]);
  const options = {
    cert: user['user certificate'] ?? '',
    key: user['user key'] ?? '',
    hostcert: host,
    hostkey: hostKey,
    voms: 'assay',
    uri: 'localhost:15000',
    fqan: '/assay/Role=NULL/Capability=NULL',
    certdir: folder,
    out,
    hours: '1',
  };
  // voms-proxy-fake keeps its random state in the home directory.
  await run('voms-proxy-fake', ['-rfc', ...Object.entries(options).flatMap(([name, value]) => [`-${name}`, value])], {
    env: { ...process.env, HOME: folder },
  });
  return out;
}
