/** Runs the suite with a library and short time limits. */
import { loadContract } from '../../src/contract/contracts.ts';
import type { Profile } from '../../src/contract/types.ts';
import { conduct, type Ready } from '../../src/engine/send/run.ts';
import { withEveryOperation } from '../../src/engine/words/derived/every-operation.ts';
import type { Limits } from '../../suites/client-library/prepare.ts';
import { createClientLibrarySuite } from '../../suites/client-library/suite.ts';
import { targetOf } from '../settings/given-settings.ts';
import { interpreter, libraryFolder } from './hostile-library.ts';
import { recordingEndpoints } from './recording-endpoints.ts';

/** A small client library, written from the document, that tests change. */
export const LIBRARY = `
import http.client, json, os, ssl, urllib.parse

class Context:
  def __init__(self, endpoint, ucert=None, ukey=None, verify=True):
    self.endpoint, self.verify = endpoint, verify
    if ucert is None:
      ucert = os.environ.get("X509_USER_PROXY") or os.environ["X509_USER_CERT"]
      ukey = os.environ.get("X509_USER_PROXY") or os.environ["X509_USER_KEY"]
    self.cert, self.key = ucert, ukey or ucert

def ask(context, method, path, body=None):
  tls = ssl.create_default_context()
  if not context.verify:
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
  tls.load_cert_chain(context.cert, context.key)
  url = urllib.parse.urlsplit(context.endpoint)
  connection = http.client.HTTPSConnection(url.hostname, url.port, context=tls)
  connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"})
  return json.loads(connection.getresponse().read())

def whoami(context):
  return ask(context, "GET", "/whoami")

def new_transfer(source, destination, checksum=None, filesize=None, metadata=None):
  return {"sources": [source], "destinations": [destination], "checksum": checksum}

def new_job(transfers):
  return {"files": transfers, "params": {}}

def submit(context, job):
  return ask(context, "POST", "/jobs", job)["job_id"]

def get_job_status(context, job_id):
  return ask(context, "GET", "/jobs/" + job_id)
`;

interface How extends Limits {
  /** The requirements to test; default: all. */
  only?: string[];
  /** A profile. */
  declared?: { names: Record<string, string> };
}

/** Runs the suite with a library, and judges it. */
export async function judged(library: string, { only = [], declared, ...limits }: How = {}) {
  const target = targetOf({
    CLIENT_LIBRARY_PYTHON: await interpreter(),
    CLIENT_LIBRARY_PATH: libraryFolder(library),
    CLIENT_LIBRARY_MODULE: 'hostile',
  });
  const profile: Profile | undefined = declared && {
    ...{ name: 'test', digest: JSON.stringify(declared), fills: new Map() },
    names: new Map(Object.entries(declared.names)),
  };
  const contract = loadContract('client-library', { profile });
  const suite = withEveryOperation(createClientLibrarySuite(recordingEndpoints, limits), contract);
  const prepared = await suite.prepare(target.values, contract, new Set());
  const ready: Ready = { suite, contract, prepared };
  const unused = { send: () => Promise.reject(new Error('nothing is sent over HTTP')), close: async () => undefined };
  const { results } = await conduct({
    ready: [ready],
    target,
    reference: false,
    only: only.map((id) => `client-library/${id}`),
    version: 'test',
    transport: () => unused,
    seed: 1,
  });
  return results;
}
