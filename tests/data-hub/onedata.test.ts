/**
 * Releases of Onedata that differ from the document in their published API descriptions: `doctor` finds the profile of
 * each.
 */
import { startDataHubReference } from '../../reference/data-hub/start.ts';
import type { Handler, ReferenceRequest } from '../../reference/types.ts';
import { closing } from '../afterwards.ts';
import { examined as doctored } from '../cli/in-process.ts';
import { ALL, alarms, idsWith, runInProcess, withNames, withToken } from './running.ts';

const named = withNames({ '/api/v3/zone': '/api/v3/onezone', '/api/v3/provider': '/api/v3/oneprovider' });

test('with the shipped profile of Onedata a deployment with its paths conforms', async () => {
  const ran = await runInProcess({}, { ...ALL, ASSAY_PROFILE: 'onedata' }, named);
  expect(idsWith(ran.results, 'fail', 'warn', 'inconclusive', 'error')).toEqual([]);
  expect(ran.results).toMatchObject({ conclusion: 'conformant', suite: { profile: { name: 'onedata' } } });
  expect(ran.verdict('gap/lookup-file-id-status/as-profile-says')).toBe('pass');
});

interface Release {
  profile: string;
  /** Requests that the release does not support. */
  lacks: RegExp[];
  /** Findings that a profile cannot avoid by names. */
  findings: string[];
}

const RELEASES: Release[] = [
  {
    profile: 'onedata-19.02',
    lacks: [/^POST .*\/lookup-file-id\//, /^(?:GET|POST) .*\/data\//],
    findings: [],
  },
  { profile: 'onedata-20.02', lacks: [/^POST .*\/shares-id\//], findings: ['create-share/answers'] },
  {
    profile: 'onedata-21.02',
    lacks: [/^POST .*\/shares-id\//, /^GET .*\/files\//],
    findings: ['create-share/answers'],
  },
];

/**
 * Returns a handler like a release: with Onedata's paths, without the operations that it lacks, and with a list of
 * spaces whose path does not end with a slash.
 */
const asRelease =
  ({ lacks }: Release, page = '') =>
  (handler: Handler): Handler => {
    const inner = named(handler);
    return async (request: ReferenceRequest) => {
      const { method, target } = request;
      const unknown = lacks.some((one) => one.test(`${method} ${target}`)) || target.endsWith('/effective_spaces/');
      if (unknown)
        return {
          status: 404,
          headers: [['Content-Type', 'text/html']],
          body: new TextEncoder().encode(page),
        };
      return inner(target.endsWith('/effective_spaces') ? { ...request, target: `${target}/` } : request);
    };
  };

const PAGE = '<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>';

/** Returns the diagnostics about profiles, operations not offered, and another service at an address. */
async function examined(env: Record<string, string>) {
  return (await doctored(env)).findings
    .filter(({ what }) => /the profile |NOT_OFFERED=|look like/.test(what))
    .map(({ what, hint }) => [what, hint].filter(Boolean).join('; '));
}

describe.each(RELEASES)('$profile', (release) => {
  const { profile, findings } = release;

  test('with its profile a run finds what no name can express, and nothing else', async () => {
    const settings = { ...ALL, ASSAY_PROFILE: profile };
    const ran = await runInProcess({}, settings, asRelease(release));
    expect(alarms(ran)).toEqual(findings);
    expect(ran.results.suite.profile).toMatchObject({ name: profile });
    expect(ran.results.exitCode).toBe(findings.length > 0 ? 1 : 0);
  });

  test('doctor names it, and CDMI that is not offered, although unknown paths are answered with HTML', async () => {
    const alone = { ...release, lacks: [...release.lacks, /\/cdmi\//, / \/api\/v3\/(?:zone|provider)\//] };
    const without =
      'no operation below /cdmi was accepted (cdmi-list 404), while others of the provider service were. If the deployment does not offer them, set ASSAY_NOT_OFFERED=token-grant,cdmi-list,cdmi-read,cdmi-write';
    const { env, reference } = closing(await startDataHubReference({ around: asRelease(alone, PAGE) }));
    const settings = { ...env, ...(await withToken(reference)) };
    expect(await examined(settings)).toEqual([
      `the responses fit the profile ${profile}; set ASSAY_PROFILE=${profile}`,
      without,
    ]);
    expect(await examined({ ...settings, ASSAY_PROFILE: profile })).toEqual([
      `the responses match the profile ${profile}`,
      without,
    ]);
  });
});
