/** Describes arrivals that are not requests, for the developer of a client. */
import type { Broken } from '../../reference/serve.ts';

/** Maximum number of kinds that are reported separately; the rest counts as one kind. */
const MOST = 20;

/** Remark on connections without a request, which `assay doctor` also opens. */
const OF_DOCTOR = '; assay doctor causes this, too';

/** Sentences for the codes of OpenSSL and Node for a failed TLS handshake, as the server sees it. */
const TLS_FAILURES: readonly (readonly [code: RegExp, meaning: string])[] = [
  [
    /UNKNOWN_CA|CERTIFICATE_UNKNOWN|BAD_CERTIFICATE/,
    "the client does not trust the server's certificate; the setting that ends in _CA names the authority to trust",
  ],
  [/HTTP_REQUEST/, 'the client sent plain HTTP to a TLS port; use an address that begins with https://'],
  [/WRONG_VERSION|UNEXPECTED_MESSAGE|RECORD_LENGTH/, 'the received data are not TLS'],
  [
    /ECONNRESET|EPIPE/,
    `the client closed the connection during the TLS handshake, as some clients do if they do not trust the server's certificate${OF_DOCTOR}`,
  ],
];

const SENTENCES: Readonly<Record<Broken['what'], (code: string) => string>> = {
  handshake: (code) =>
    `A TLS handshake failed: ${TLS_FAILURES.find(([pattern]) => pattern.test(code))?.[1] ?? 'see the code'} (${code}).`,
  tls: () => `The client sent TLS to a port without TLS; use an address that begins with http://${OF_DOCTOR}.`,
  malformed: (code) => `The received data are not an HTTP request (${code})${OF_DOCTOR}.`,
  'cut-short': () => 'A request was truncated: the connection was closed before the request was complete.',
  'too-large': () =>
    'A request with a body beyond the limit was rejected: 64 MiB, or 4 GiB for an upload that is streamed.',
  unhandled: (code) => `An error in Assay: the reference could not respond to a request (${code.slice(0, 200)}).`,
};

/** Returns a sentence about an arrival that is not a request. */
export const brokenSentence = ({ what, code }: Broken): string => SENTENCES[what](code);

/** Counts arrivals that are not requests, in bounded memory. */
export class BrokenRequests {
  readonly #times = new Map<string, number>();

  /** @returns whether the sentence is the first of its kind */
  add(sentence: string): boolean {
    const key = this.#times.has(sentence) || this.#times.size < MOST ? sentence : 'Further arrivals were not requests.';
    const times = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, times);
    return times === 1;
  }

  /** One sentence per kind. */
  get sentences(): readonly string[] {
    return [...this.#times].map(([sentence, times]) => (times === 1 ? sentence : `${sentence} (${times} times)`));
  }
}
