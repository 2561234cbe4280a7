/** Addresses of other services: the gate never passes, and the first line says so. */
import { runConformance } from '../../src/run/run-conformance.ts';
import { type Listening, REFERENCES, SETTINGS, STRANGERS, serve } from './strangers.ts';

describe.each(Object.keys(SETTINGS))('%s', (name) => {
  // The document specifies no bodies for the data hub, so any JSON may be its response. Any JSON is none for SOAP.
  const unlike: Record<string, RegExp> = {
    'data-hub': /a JSON API with other records|an empty list|names the path|another scheme/,
    'ticket-bridge': /other records|an empty list/,
  };
  const strangers = STRANGERS.filter(({ what }) => !unlike[name]?.test(what));
  const rows = strangers.map(({ what, answers, says, saysOfPost = says }) => ({
    what,
    answers,
    says: name === 'ticket-bridge' ? saysOfPost : says,
  }));

  test.each(rows)('$what ends with 3', async ({ answers, says }) => {
    const there = await serve(answers);
    const results = await runConformance({ env: { ...SETTINGS[name]?.(there), ASSAY_REQUEST_TIMEOUT_MS: '2000' } });
    expect(results.exitCode).toBe(3);
    expect(results.gate[0]).toMatch(says);
    expect(results.gate[0]).toContain(there.url);
    expect(results.counts.pass + results.counts.fail).toBe(0);
  });
});

test.each([
  ['transfer', 'text/html', '<!doctype html><title>Welcome</title>'],
  ['data-hub', 'text/html', '<!doctype html><title>Welcome</title>'],
  ['transfer', 'application/json', '[]'],
])('%s at an address that always returns %s %s: nothing is created there', async (name, type, text) => {
  const methods = new Set<string>();
  const there = await serve(({ method = '', url = '' }, answer) => {
    // Two documented POST requests change nothing.
    if (!/lookup-file-id|changes/.test(url)) methods.add(method);
    answer.setHeader('Content-Type', type).end(text);
  });
  const storages = { TRANSFER_SOURCE: 'https://a.example/1', TRANSFER_DESTINATION: 'https://b.example/2' };
  const { exitCode, residue, notices } = await runConformance({
    env: { ...SETTINGS[name]?.(there), ...(name === 'transfer' && storages), ASSAY_ALLOW_CREATE: 'all' },
  });
  expect([...methods]).toEqual(['GET']);
  expect({ exitCode, residue, notices }).toEqual({ exitCode: 3, residue: [], notices: [] });
});

/** Other references at the address of a reference, recognised by their first responses. */
const OTHERS: [name: string, reference: string, says: RegExp][] = [
  ['ticket-bridge', 'transfer', /\(TicketCreate\) returned 401.* Never succeeded: TicketCreate /],
  ['transfer', 'ticket-bridge', /does not seem to be that of the transfer service: every path returns 405/],
  ['data-hub', 'transfer', /data-hub: [A-Z]+ \S+ \(\S+\) returned 401/],
];

test.each(OTHERS)('%s at the address of the %s reference ends with 3', async (name, reference, says) => {
  const there = await REFERENCES[reference]?.();
  const results = await runConformance({ env: SETTINGS[name]?.(there as Listening) ?? {} });
  expect(results.exitCode).toBe(3);
  expect(results.gate[0]).toMatch(says);
  expect(results.counts.pass + results.counts.fail).toBe(0);
});
