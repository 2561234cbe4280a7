/** Output for monitoring systems, parsed by their own tools. */
import { spawnSync } from 'node:child_process';
import type { Results } from '../../src/index.ts';
import { pluginText, renderNagios } from '../../src/report/files/nagios.ts';
import { renderOpenMetrics } from '../../src/report/files/openmetrics.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import { RESULTS, row } from './fixed-results.ts';
import { answered, exchange, HOSTILE, RECORDED } from './recorded.ts';

const credentials = [{ interface: 'transfer', lane: 'certificate', expires: '2026-01-04T03:04:07.500Z' }];
const withCredential = { ...RECORDED.results, credentials };

test.each<[number, string, Partial<Results>]>([
  [0, 'OK', {}],
  [1, 'CRITICAL', {}],
  [2, 'UNKNOWN', { problems: ['TRANSFER_URL is not a URL.'] }],

  [3, 'WARNING', {}],
  [3, 'CRITICAL', { verified: {} }],
  [
    3,
    'WARNING',
    {
      conclusions: { transfer: 'incomplete', 'data-hub': 'incomplete' },
      // `--only` left out the data hub.
      requirements: [
        ...RESULTS.requirements,
        row('data-hub/a', 'skipped', { interface: 'data-hub', blame: 'settings', notSelected: true }),
      ],
    },
  ],
  [
    3,
    'CRITICAL',
    {
      otherServices: [
        {
          interface: 'transfer',
          service: 'transfer',
          address: 'https://transfer.example.org',
          why: 'every path returns HTML',
        },
      ],
    },
  ],
  [4, 'UNKNOWN', {}],
  [130, 'UNKNOWN', {}],
])('exit code %i is %s', (exitCode, state, more) => {
  const { code, text } = renderNagios({ ...RESULTS, ...more, exitCode }, 60);
  expect(text).toMatch(new RegExp(`^ASSAY ${state} - `));
  expect(['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'][code]).toBe(state);
});

test('of several problems with the settings, the first line states one, and how many more there are', () => {
  const problems = ['TRANSFER_URL is not a URL.', 'TRANSFER_VO is empty.', 'ASSAY_DEPTH is unknown.'];
  const { text } = renderNagios(
    { ...RESULTS, requirements: [], residue: [], problems, gate: problems, exitCode: 2 },
    60,
  );
  expect(text).toBe(`ASSAY UNKNOWN - ${problems[0]} (and 2 more problems)\n${problems[1]}\n${problems[2]}\n`);
});

test('residue has its own line, also if the first line contains its name', () => {
  const residue = [{ interface: 'transfer' as const, kind: 'jobs' as const, name: 'fail', why: 'left' }];
  const { text } = renderNagios({ ...RESULTS, residue, exitCode: 1, gate: ['1 requirement failed.'] }, 60);
  expect(text.split('\n')[0]).toContain('fail');
  expect(text).toContain('\nRESIDUE jobs fail\n');
});

test('the first line holds the performance data, and no text of a target adds any', () => {
  const { text } = renderNagios(withCredential, 60);
  const [first = '', ...rest] = text.split('\n');
  expect(first.split('|')).toHaveLength(2);
  expect(first.split(' | ')[1]).toBe(
    "time=2.500s;;;0;60 verified=2;;;0 failed=1;;0;0 warned=1;;;0 inconclusive=6;;;0 skipped=2;;;0 requests=42;;;0 'transfer certificate days left'=2.00",
  );
  expect(first).toContain('Failed: transfer/job/submit_time: Expected a timestamp');
  expect(rest.join('\n')).toContain('WARN transfer/job/job_finished');
  expect(rest.join('\n')).toContain('alert(1)');
  expect(rest.join('\n')).not.toMatch(/\||\u202e/);
  expect(text.split('\n').filter((line) => line === '')).toHaveLength(1);
});

test('texts of a server cannot add lines or performance data, and long ones are cut', () => {
  const text = pluginText(2, `down | 'x'=1\r\n${HOSTILE}`, ['a=1'], Array<string>(100).fill(`|\n${'x'.repeat(2000)}`));
  expect(text.match(/\|/g)).toHaveLength(1);
  expect(text.length).toBeLessThan(8192);
  expect(text.endsWith('… (more in the report)\n')).toBe(true);
});

testWith(PEERS['monitoring-plugin'], 'Monitoring::Plugin reads the performance data', () => {
  const [, values = ''] = renderNagios(withCredential, 60).text.split('\n')[0]?.split(' | ') ?? [];
  const script =
    'print map { join("=", $_->label, $_->value . ($_->uom // ""), $_->threshold->critical->is_set ? 1 : 0) . "\\n" } Monitoring::Plugin::Performance->parse_perfstring($ARGV[0])';
  const { stdout, status } = spawnSync('perl', ['-MMonitoring::Plugin::Performance', '-e', script, values], {
    encoding: 'utf8',
  });
  expect({ status, lines: stdout.trim().split('\n') }).toEqual({
    status: 0,
    lines: [
      'time=2.5s=0',
      'verified=2=0',
      'failed=1=1',
      'warned=1=0',
      'inconclusive=6=0',
      'skipped=2=0',
      'requests=42=0',
      'transfer certificate days left=2=0',
    ],
  });
});

const secure = exchange('e20', answered(200, '{}'));
const metrics = renderOpenMetrics({
  results: withCredential,
  exchanges: [
    ...RECORDED.exchanges,
    {
      ...secure,
      attempts: secure.attempts.map((attempt) => ({
        ...attempt,
        tls: { protocol: 'TLSv1.3', validTo: 'Mar  1 00:00:00 2026 GMT' },
      })),
    },
  ],
});

test('metrics hold verdicts, conclusion, durations and the end of certificates, each with the deployment', () => {
  const lines = metrics.split('\n');
  const of = 'deployment="transfer.example.org:8446"';
  for (const line of [
    `assay_exit_code{${of}} 1`,
    `assay_run_duration_seconds{${of}} 2.5`,
    `assay_requirements{${of},interface="transfer",verdict="fail"} 1`,
    `assay_conclusion{${of},interface="transfer",conclusion="non-conformant"} 1`,
    `assay_conclusion{${of},interface="transfer",conclusion="conformant"} 0`,
    `assay_finding{${of},interface="transfer",requirement="transfer/job/submit_time",verdict="fail"} 1`,
    `assay_request_duration_seconds_count{${of},interface="transfer",operation="list-jobs"} 4`,
    `assay_request_duration_seconds_sum{${of},interface="transfer",operation="list-jobs"} 0.048`,
    `assay_credential_expiry_timestamp_seconds{${of},interface="transfer",lane="certificate"} ${Date.parse('2026-01-04T03:04:07.5Z') / 1000}`,
    `assay_server_certificate_expiry_timestamp_seconds{${of},address="transfer.example.org:8446"} ${Date.parse('2026-03-01T00:00:00Z') / 1000}`,
  ])
    expect(lines).toContain(line);
  expect(lines.filter((line) => line !== '' && !line.startsWith('#') && !line.includes('{deployment="'))).toEqual([]);
  expect(metrics.endsWith('\n# EOF\n')).toBe(true);
});

testWith(PEERS.promtool, 'promtool accepts the metrics', () => {
  const profile = { name: `site "north" \\ ${HOSTILE}`, digest: 'a'.repeat(64) };
  const hostile = renderOpenMetrics({
    ...RECORDED,
    results: { ...RECORDED.results, suite: { ...RECORDED.results.suite, profile } },
  });
  for (const input of [metrics, hostile]) {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  }
});
