/** Servers of other kinds at the address of a service, and their responses. */
import type { RequestListener } from 'node:http';
import { startTicketBridgeReference } from '../../reference/ticket-bridge/start.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { closing } from '../afterwards.ts';
import { httpServer } from '../wire/loopback.ts';

const PAGE = '<!doctype html><title>Welcome</title><p>It works!</p>';

/** Such a server, its responses, and the first line of the output about it. */
export interface Stranger {
  what: string;
  answers: RequestListener;
  says: RegExp;
  /** The first line for a service that gets only POST requests, whose redirects are not followed. */
  saysOfPost?: RegExp;
}

const json = (answer: Parameters<RequestListener>[1], status: number, value: unknown) =>
  answer.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

export const STRANGERS: Stranger[] = [
  {
    what: 'an index page for every path',
    answers: (_, answer) => answer.setHeader('Content-Type', 'text/html').end(PAGE),
    says: /every path returns the same HTML page/,
    saysOfPost: /the only operation that was requested returns 200 \(an HTML page\), not SOAP/,
  },
  {
    what: 'an HTML error page that names the path',
    answers: ({ url }, answer) => answer.writeHead(404, { 'Content-Type': 'text/html' }).end(`${PAGE}${url}`),
    says: /every path returns 404 \(an HTML page\)/,
    saysOfPost: /the only operation that was requested returns 404 \(an HTML page\), not SOAP/,
  },
  {
    what: 'a login page behind a redirect',
    answers: ({ url }, answer) =>
      url?.startsWith('/login')
        ? answer.setHeader('Content-Type', 'text/html').end(PAGE)
        : answer.writeHead(302, { Location: `/login?next=${url}` }).end(),
    says: /every path returns the same HTML page/,
    saysOfPost: /returns a redirect to http:\/\/\S+ \(302\)/,
  },
  {
    what: 'a login page at another host',
    answers: ({ url }, answer) => answer.writeHead(302, { Location: `ftp://login.example${url}` }).end(),
    says: /(?:every path|the only operation that was requested) returns a redirect to ftp:\/\/login\.example\S* \(302\)/,
  },
  {
    what: 'the same host under another scheme',
    answers: ({ url }, answer) => answer.writeHead(308, { Location: `ftp://127.0.0.1:8443${url}` }).end(),
    says: /(?:every path|the only operation that was requested) returns a redirect to ftp:\/\/127\.0\.0\.1:8443\S* \(308\)/,
  },
  {
    what: 'a JSON API that knows none of the paths',
    answers: ({ url }, answer) => json(answer, 404, { error: 'no route', url }),
    says: /every path returns 404 \(application\/json\)/,
    saysOfPost: /returns 404 \(application\/json\), not SOAP/,
  },
  {
    what: 'a JSON API with other records',
    answers: ({ url }, answer) => json(answer, 200, { hello: url }),
    says: /every path returns 200 \(application\/json\), and no response contains a documented member/,
    saysOfPost: /returns 200 \(application\/json\), not SOAP/,
  },
  {
    what: 'an empty list for every path',
    answers: (_, answer) => json(answer, 200, []),
    says: /every path returns the same response \(application\/json\)/,
    saysOfPost: /returns 200 \(application\/json\), not SOAP/,
  },
  {
    what: 'an object store that denies access',
    answers: ({ url }, answer) =>
      answer
        .writeHead(403, { 'Content-Type': 'application/xml' })
        .end(
          `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied.</Message><Resource>${url}</Resource></Error>`,
        ),
    says: /(?:every path|the only operation that was requested) returns 403 \(the error AccessDenied of an object store\)/,
  },
];

/** A started server. */
export interface Listening {
  url: string;
  /** Certificate authorities to trust. */
  ca?: string;
}

/** Starts it on loopback until the end of the test. */
export async function serve(listener: RequestListener): Promise<Listening> {
  return await httpServer((request, answer) => {
    request.resume();
    listener(request, answer);
  });
}

/** Settings that point an interface at an address. */
export const SETTINGS: Record<string, (at: Listening) => Record<string, string>> = {
  'ticket-bridge': ({ url, ca = '' }) => ({
    TICKET_BRIDGE_URL: `${url}/NoAuth/bridge`,
    TICKET_BRIDGE_NAMESPACE: 'urn:example:TicketBridgeHandler',
    TICKET_BRIDGE_CA: ca,
    ASSAY_ALLOW_CREATE: 'all',
  }),
  transfer: ({ url, ca = '' }) => ({
    TRANSFER_URL: url,
    TRANSFER_TOKEN: 'opaque-token-of-the-test',
    TRANSFER_JOB_STATUS_PATH: '/jobs/{job_id}',
    TRANSFER_CA: ca,
  }),
  'data-hub': ({ url, ca = '' }) => ({
    DATA_HUB_ZONE_URL: url,
    DATA_HUB_PROVIDER_URL: url,
    DATA_HUB_TOKEN: 'opaque-token-of-the-test',
    DATA_HUB_SPACE_ID: 'space',
    DATA_HUB_SPACE_PATH: 'space',
    DATA_HUB_CA: ca,
  }),
};

/** The embedded references, at whose addresses other interfaces are tested. */
export const REFERENCES: Record<string, () => Promise<Listening>> = {
  'ticket-bridge': async () => {
    const { url } = closing(await startTicketBridgeReference());
    return { url: new URL(url).origin };
  },
  transfer: async () => {
    const { env } = closing(await startTransferReference());
    return { url: env.TRANSFER_URL ?? '', ca: env.TRANSFER_CA ?? '' };
  },
};
