/** Addresses where something answers that is not the documented service: never green, and the first sentence says so. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { concluded } from '../../src/report/conclusion.ts';
import { runConformance } from '../../src/run/run-conformance.ts';

const HTML = '<!doctype html><title>Welcome</title><p>It works!</p>';

/** What stands at the address, how it answers, and what the first sentence says. */
const STRANGERS: readonly (readonly [string, RequestListener, RegExp])[] = [
  [
    'a web server with an index page for every path',
    (_, answer) => answer.setHeader('Content-Type', 'text/html').end(HTML),
    /every path answers the same HTML page/,
  ],
  [
    'a web server with an HTML error page that names the path',
    ({ url }, answer) => answer.writeHead(404, { 'Content-Type': 'text/html' }).end(`${HTML}${url}`),
    /every path answers HTML/,
  ],
  [
    'a login page behind a redirect',
    ({ url }, answer) =>
      url?.startsWith('/login') ? answer.setHeader('Content-Type', 'text/html').end(HTML) : answer.writeHead(302, { Location: `/login?next=${url}` }).end(),
    /every path answers the same HTML page/,
  ],
  [
    'a login page at another host',
    ({ url }, answer) => answer.writeHead(302, { Location: `ftp://login.example${url}` }).end(),
    /every path redirects to another host/,
  ],
  [
    'a JSON API that knows none of the paths',
    ({ url }, answer) => answer.writeHead(404, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: 'no route', url })),
    /every path was answered with 404 \(application\/json\)/,
  ],
  [
    'a JSON API with other records',
    ({ url }, answer) => answer.setHeader('Content-Type', 'application/json').end(JSON.stringify({ hello: url })),
    /no answer holds a documented member/,
  ],
  [
    'one answer for every path',
    (_, answer) => answer.setHeader('Content-Type', 'application/json').end('{"status":"ok"}'),
    /every path answers the same application\/json/,
  ],
  [
    'an object store that denies access in XML',
    (_, answer) => answer.writeHead(403, { 'Content-Type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>'),
    /no operation of \S+ succeeded: \S+ was answered with 403 \("<Error><Code>AccessDenied/,
  ],
];

/** Settings that point an interface at an address. */
const SETTINGS: Readonly<Record<string, (url: string) => Record<string, string>>> = {
  transfer: (url) => ({ TRANSFER_URL: url, TRANSFER_TOKEN: 'opaque-token-of-the-test', TRANSFER_JOB_STATUS_PATH: '/jobs/{job_id}' }),
  'data-hub': (url) => ({
    DATA_HUB_ZONE_URL: url,
    DATA_HUB_PROVIDER_URL: url,
    DATA_HUB_TOKEN: 'opaque-token-of-the-test',
    DATA_HUB_SPACE_ID: 'space',
    DATA_HUB_SPACE_PATH: 'space',
  }),
};

let server: Server | undefined;

afterEach(async () => {
  await new Promise((closed) => (server ? server.close(closed) : closed(undefined)));
  server = undefined;
});

async function serve(listener: RequestListener): Promise<string> {
  const made = createServer((request, answer) => {
    request.resume();
    listener(request, answer);
  });
  server = made;
  await new Promise<void>((listening) => made.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

describe.each(Object.keys(SETTINGS))('%s', (name) => {
  // A hub shows no bodies, so JSON of any make may be its own.
  const strangers = STRANGERS.filter(([what]) => name === 'transfer' || what !== 'a JSON API with other records');
  test.each(strangers)('%s ends with 3', async (_, listener, sentence) => {
    const url = await serve(listener);
    const results = await runConformance({ env: { ...SETTINGS[name]?.(url), ASSAY_REQUEST_TIMEOUT_MS: '2000' } });
    expect(results.gate[0]).toMatch(sentence.source.startsWith('no operation') ? /never succeeded/ : sentence);
    expect(results.exitCode).toBe(3);
    expect(concluded(results).sentence).toMatch(sentence);
    expect(results.counts.pass + results.counts.fail).toBe(0);
  });
});
