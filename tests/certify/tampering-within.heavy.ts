/**
 * Impossible evidence is rejected, even if the vendor signed it: its exchanges, probes and clocks contradict each
 * other.
 */

import type { CheckName } from '../../src/certify/types.ts';
import { sha256 } from '../../src/files/sha256.ts';
import { edited, type Har, HonestRun, refusals } from './honest-run.ts';

type Entry = Har['log']['entries'][number];
/** The evidence about transfer. */
interface Told {
  entries: Entry[];
  probes: Har['log']['_assay']['recordings'][number]['probes'];
}

const honest = await HonestRun.shared();
const bundle = await honest.bundle();

const dated = ({ response }: Entry) => response.headers.some(({ name }) => /^date$/i.test(name));
const redate = (entry: Entry | undefined, by: number) => {
  for (const header of entry?.response.headers ?? [])
    if (/^date$/i.test(header.name)) header.value = new Date(Date.parse(header.value) + by).toUTCString();
  for (const header of entry?._assay.attempts.at(-1)?.outcome.headers ?? [])
    if (/^date$/i.test(header[0])) header[1] = new Date(Date.parse(header[1]) + by).toUTCString();
};
const expire = (entry: Entry) => {
  const text = entry.response.content.text?.replace(/("termination_time":\s*")\d{4}/, '$12020') ?? '';
  const digest = sha256(text);
  entry.response.content.text = text;
  Object.assign(entry._assay.attempts.at(-1)?.outcome.body ?? {}, { digest, rawDigest: digest });
};

test.each<[string, (told: Told) => void, CheckName, RegExp]>([
  [
    'a probe names an exchange that there is not',
    ({ probes }) => void probes[0]?.exchanges.push('e99999'),
    'evidence',
    /Exchange e99999 of the probe \S+ is missing/,
  ],
  [
    'a probe names an exchange of another',
    ({ probes: [one, ...others] }) =>
      void one?.exchanges.push(others.find(({ probe }) => probe !== one.probe)?.exchanges[0] ?? ''),
    'evidence',
    /e\d+ is not an exchange of the probe/,
  ],
  [
    'an exchange of another interface',
    ({ entries }) => void Object.assign(entries[1]?._assay ?? {}, { interface: 'data-hub' }),
    'evidence',
    /e\d+ is not an exchange of the interface transfer/,
  ],
  [
    'an exchange began before its predecessor',
    ({ entries: [one, other] }) =>
      void Object.assign(other?._assay ?? {}, { startedAt: (one?._assay.startedAt ?? 0) - 1 }),
    'evidence',
    /e\d+ began before its predecessor/,
  ],
  [
    'an exchange ended before it began',
    ({ entries: [one] }) => void Object.assign(one?._assay ?? {}, { endedAt: (one?._assay.startedAt ?? 0) - 1 }),
    'evidence',
    /e\d+ ended before it began/,
  ],
  [
    'an attempt began before its exchange',
    ({ entries: [one] }) =>
      void Object.assign(one?._assay.attempts[0] ?? {}, { startedAt: (one?._assay.startedAt ?? 0) - 1 }),
    'evidence',
    /its attempts are not within it/,
  ],
  [
    'an exchange ended after the run',
    ({ entries }) => void Object.assign(entries.at(-1)?._assay ?? {}, { endedAt: 86_400_000 }),
    'clocks',
    /ended after it/,
  ],
  [
    'an exchange began before the run',
    ({ entries }) => void Object.assign(entries[0]?._assay ?? {}, { startedAt: -86_400_000 }),
    'clocks',
    /began before the run did/,
  ],
  [
    'a clock goes back',
    ({ entries }) => redate(entries.filter(dated).at(-1), -5 * 60_000),
    'clocks',
    /The clock of transfer went back: the response to e\d+ is dated before an earlier one/,
  ],
  [
    'one response is dated far from the others',
    ({ entries }) => redate(entries.find(dated), -3 * 86_400_000),
    'clocks',
    /The Date header of transfer in the response to e\d+ is .* UTC; its claimed time is .* UTC/,
  ],
  [
    'the certificate of a service had expired',
    ({ entries }) => {
      const tls = entries.find(({ _assay }) => _assay.attempts[0]?.tls)?._assay.attempts[0]?.tls;
      Object.assign(tls ?? {}, { validTo: 'Jan  1 00:00:00 2020 GMT' });
    },
    'clocks',
    /The service's certificate had expired when e\d+ was sent/,
  ],
  [
    'a response shows that something documented had ended',
    ({ entries }) =>
      entries
        .filter(({ response, _assay }) => _assay.operation === 'delegation' && response.status === 200)
        .forEach(expire),
    'clocks',
    /At the claimed time of the run, the delegated credential had expired \(e\d+\)/,
  ],
])('sealed by the vendor: %s', async (_, change, check, why) => {
  const made = await honest.resealed(bundle, (members) =>
    edited<Har>(members, 'evidence.har', ({ log }) => {
      const entries = log.entries.filter(({ _assay }) => _assay.interface === 'transfer');
      const probes = log._assay.recordings.find((one) => one.interface === 'transfer')?.probes ?? [];
      change({ entries, probes: probes.filter(({ exchanges }) => exchanges.length > 0) });
      // Only data for HAR viewers is changed.
      for (const entry of entries)
        Object.assign(entry, {
          startedDateTime: new Date(Date.parse(log._startedAt) + entry._assay.startedAt).toISOString(),
          time: Math.max(0, entry._assay.endedAt - entry._assay.startedAt),
        });
    }),
  );
  const verification = await honest.verify(made);
  expect(verification.verified).toBe(false);
  expect(refusals(verification, check)).toMatch(why);
  expect(refusals(verification, 'evidence')).not.toMatch(/viewers|digest/);
});
