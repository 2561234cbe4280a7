/** A service without an address receives no request, and its requirements are skipped. */
import { createDataHubReference } from '../../../reference/data-hub/index.ts';
import type { Result, Results } from '../../../src/index.ts';
import { sumOf } from '../../../src/report/parts/tally.ts';
import { forecast } from '../../../src/run/forecast.ts';
import { loadContract } from '../../../src/run/installed/suites.ts';
import { makeReady } from '../../../src/run/ready.ts';
import { hostRun } from '../../../src/run/run-conformance.ts';
import { SHORT } from '../../short.ts';
import { redOf } from '../../verdicts.ts';
import { transportTo, URLS, withToken } from '../running.ts';

const ADDRESSES = {
  'identity-provider': 'DATA_HUB_AUTH_URL',
  zone: 'DATA_HUB_ZONE_URL',
  provider: 'DATA_HUB_PROVIDER_URL',
};
type Service = keyof typeof ADDRESSES;
const SERVICES = Object.keys(ADDRESSES) as Service[];
/** Zone and provider are left out: a token of the settings gives them, in tokens.heavy.ts. */
const SETS: Service[][] = [
  ...SERVICES.map((service) => [service]),
  ...(['zone', 'provider'] as const).map((service): Service[] => ['identity-provider', service]),
];

const OPERATIONS = loadContract('data-hub').operations;
const isOf = (services: Service[]) => {
  return ({ operation, basis }: Result) =>
    basis !== 'gap' && services.includes(OPERATIONS.get(operation ?? '')?.service as Service);
};
const shown = ({ id, verdict, message }: Result) => `${id}: ${verdict} ${message}`;

/** Returns settings with only these services, and with a token if the identity provider is not among them. */
async function settingsOf(services: Service[], create: string) {
  const reference = createDataHubReference();
  const left = SERVICES.filter((service) => !services.includes(service)).map((service) => ADDRESSES[service]);
  const env: Record<string, string> = {
    ...reference.settings(URLS),
    ...SHORT['data-hub'],
    ASSAY_ALLOW_CREATE: create,
    ...Object.fromEntries(left.map((name) => [name, ''])),
    ...(services.includes('identity-provider') ? {} : await withToken(reference)),
  };
  return { reference, env };
}

async function run(services: Service[], create: string) {
  const { reference, env } = await settingsOf(services, create);
  const { results, conducted } = await hostRun({ env, transport: transportTo(reference), backoffMs: 1 });
  return {
    results,
    asked: new Set(conducted?.judgeables.flatMap(({ recording }) => recording.exchanges.map(({ service }) => service))),
  };
}

/**
 * Returns the reasons why requirements of configured services are undecided although they pass on the whole data hub.
 */
function undecided(results: Results, services: Service[]) {
  return [
    ...new Set(
      results.requirements
        .filter(isOf(services))
        .flatMap((row) => (row.verdict === 'pass' ? [] : `${row.verdict} ${row.message}`)),
    ),
  ].sort();
}

describe.each(SETS.map((services) => [services.join(' and '), services]))('with %s alone', (_, services) => {
  const unset = SERVICES.filter((service) => !services.includes(service));
  const token = services.includes('identity-provider')
    ? []
    : ['skipped DATA_HUB_TOKEN is set, so the token flow is skipped; to test it, set a refresh token instead.'];
  const reasons = [...unset.map((service) => `skipped ${ADDRESSES[service]} is not set.`), ...token];

  test.each(services.length === 1 ? ['all', ''] : ['all'])('a run with ASSAY_ALLOW_CREATE=%s', async (create) => {
    const { results, asked } = await run(services, create);
    for (const service of unset) {
      const rows = results.requirements.filter(isOf([service]));
      expect(rows.length).toBeGreaterThan(0);
      expect(
        rows
          .filter((row) => row.verdict !== 'skipped' || row.message !== `${ADDRESSES[service]} is not set.`)
          .map(shown),
      ).toEqual([]);
    }
    expect([...asked].filter((service) => unset.includes(service as Service))).toEqual([]);
    expect(redOf(results).map(shown)).toEqual([]);
    // The whole data hub upholds everything: only a service that is not set, or the token that is, can leave something
    // of the others open.
    if (create === 'all') expect(undecided(results, services).filter((why) => !reasons.includes(why))).toEqual([]);
  });

  test('a plan', async () => {
    const made = await makeReady((await settingsOf(services, 'all')).env);
    if (!made.ok) throw new Error(made.problems.join('\n'));
    const plan = forecast(made.ready, made.target, []);
    const { asked, requirements, probes } = plan;
    const tested = [...sumOf(plan).matchAll(/(\d+) would be tested/g)].map(([, count]) => Number(count));
    expect(tested.reduce((sum, count) => sum + count, 0)).toBe(asked.size);
    expect(requirements.filter((one) => asked.has(one.id) && isOf(unset)(one)).map(({ id }) => id)).toEqual([]);
    expect(
      probes.filter(
        ({ operation, why }) => why === undefined && unset.includes(OPERATIONS.get(operation)?.service as Service),
      ),
    ).toEqual([]);
  });
});
