/** `assay explain`: its output for each kind of word, and for a misspelt one. */
import { shippedProfiles } from '../../../src/profile/profile.ts';
import { inProcess } from '../in-process.ts';

async function explained(word: string) {
  const { code, stdout, stderr } = await inProcess(['explain', word]);
  expect(stdout === '').toBe(code !== 0);
  return `${stdout}${stderr}`.replace(/\s+/g, ' ');
}

test.each<[string, string | RegExp]>([
  ...shippedProfiles().map((name): [string, string] => [name, `ASSAY_PROFILE=${name}`]),
  // For a profile, the names in the document are beside those of the deployment.
  ['onedata', '/api/v3/zone /api/v3/onezone'],
  ['fts3', /transfer\/job\/space_token destination_spacetoken.*Handshake transfer\/handshake\/delegation: request \//],
  [
    'submit-job',
    / Requirements about submit-job: transfer\/submit-job\/.* all \d+ requirements: assay list requirements --only /,
  ],
  ['faults', /^fault: /],
  ['5', /^Unknown word "5"/],
  ['transfer-1', /To use it: assay run --plan transfer-1$/],
  ['not planned', 'not planned: In a comparison'],
  ['interface document', '"Ticket Bridge, Transfer Job and Data Hub Interfaces"'],
  // Other words: the settings, options and words that contain them; an option of a setting is the setting.
  ['timeout', /^"timeout" occurs here: ASSAY_REQUEST_TIMEOUT_MS .* --timeout <seconds> /],
  ['CA', /^"CA" occurs here: TICKET_BRIDGE_CA .* TRANSFER_CA .* CLIENT_LIBRARY_CA_ENV .* DATA_HUB_CA /],
  ['thorough', /^"thorough" occurs here: ASSAY_DEPTH /],
  ['har', /^HAR: HTTP Archive: /],
  ['--allow-create', /^ASSAY_ALLOW_CREATE: /],
  // A variant is explained by its id, a requirement with its faults, a fault with its requirement.
  ['lists-pairs', 'assay serve data-hub --variant data-hub/variant/lists-pairs'],
  ['transfer/job/priority', 'embedded reference: missing; string; boolean;'],
  [
    'transfer/identity/vos@null',
    'identity object: vos is an array of strings (fault: is null) Contradicts transfer/identity/vos',
  ],
  // Levels of a claim, and words of the summary table.
  ['re-judged', 'recomputed from the recorded exchanges'],
  [
    '401',
    /^Status 401 .* decides\..* SOAP fault .* with any status .* 401 .*Verdict: Fail .*the exit code is 3\. For other .* assay explain 3$/,
  ],
  ['responses', / Every 2xx is a success,.* The first row that applies decides\. assay explain 404 .*\s1\. SOAP fault/],
  ['HTTP 404', / 4xx other than 401.* 404, 405.* other 404, 405, 410 or 501\s+Verdict: Fail\..* For other responses/],
  ['transfer', 'transfer: an interface (Transfer service). It is tested if TRANSFER_URL is set. Requirements about'],
  ['exit 3', 'could not be verified'],
  // A word of reports in another form.
  ['baseline entry', 'baseline: A file of known failures'],
  [
    'besides',
    'Unknown word "besides". For lists: assay explain words (words), assay explain (topics), assay list requirements (ids), assay list settings',
  ],
  // An option gives a setting, or has a meaning in each command.
  ['--depth', /^--depth: an option .*how much evidence/],
  ['self-signed', /got no response .*certificate \(for example a self-signed one: DEPTH/],
  ['--out', /^--out: an option init +settings file to write/],
  ['not offered', 'ASSAY_NOT_OFFERED'],
  ['profiles', / profile +Required\..* profile: gateway +# required/],
  // A path has its operations; what the document leaves open has the setting that fills it.
  ['/jobs', /^list-jobs: .* submit-job: /],
  ['transfer/gap/job-status-path', 'Filled by TRANSFER_JOB_STATUS_PATH, for example'],
  // A setting has its interface, and the ways to set it.
  [
    'TRANSFER_URL',
    /Interface transfer .*Secret no.*in \.env \(or the file of --env-file\), in the environment, or as --transfer-url or --url/,
  ],
  ['TRANSFER_TOKEN', /Secret yes.* --token-file FILE/],
])('%s: %s', async (word, text) => expect(await explained(word)).toMatch(text));

test.each([
  ['tranfer', 'transfer'],
  ['--falt', '--fault'],
  ['--quite', '--quiet'],
  ['--transfer-ulr', '--transfer-url'],
  ['transfer/identity/vos@nul', 'transfer/identity/vos@null'],
  ['transfer/handshake/delegatoin', 'transfer/handshake/delegation'],
])('of %s, the nearest term is %s', async (word, near) =>
  expect(await explained(word)).toContain(`did you mean ${near}?`),
);

test.each([
  ['POST /jobs', 'submit-job'],
  ['transfer_url', 'TRANSFER_URL'],
])('%s is the same as %s', async (word, same) => expect(await explained(word)).toBe(await explained(same)));

test.each([
  // The beginning of ids, words at their end, inside them, in both places, and as a part of a segment.
  'transfer',
  'transfer/job',
  'garbage-token',
  'job',
  'by-vo',
  'refuses',
  'list',
])('the commands that list all requirements about %s list as many as stated', async (word) => {
  const stdout = (await inProcess(['explain', word])).stdout.replaceAll(/\n {3,}/g, ' ');
  const commands = [...stdout.matchAll(/^ {2}- all (\d+) [^:]+: assay (list \S+ --only) '?(.+?)'?$/gm)];
  expect(commands.length).toBeGreaterThan(0);
  for (const [, stated, start = '', only = ''] of commands)
    expect(JSON.parse((await inProcess([...start.split(' '), only, '--json'])).stdout)).toHaveLength(Number(stated));
});
