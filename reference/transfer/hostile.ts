/** Answers of a hostile or broken server. They contradict no requirement: clients have to survive them and to name the side at fault. */
import { gzipSync } from 'node:zlib';
import type { ReferenceResponse } from '../types.ts';
import type { Behaviour, OperationName } from './behaviour.ts';

/** A hostile answer; `id` is `transfer/hostile/<what>@<operation>`. */
export interface Hostility {
  readonly id: string;
  readonly title: string;
  readonly operation: OperationName;
  readonly create: () => Behaviour;
}

const JSON_TYPE: ReferenceResponse['headers'] = [['Content-Type', 'application/json']];
const MIB = 1024 * 1024;

type Make = (text: string) => Partial<ReferenceResponse>;

/** Written to the socket as it is, then the connection ends. */
const raw = (head: readonly string[], body: string): Partial<ReferenceResponse> => ({ raw: Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1') });
const ok = (...more: string[]): string[] => ['HTTP/1.1 200 OK', 'Content-Type: application/json', 'Connection: close', ...more];

/** Waits until the client has gone. */
const forever = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Waits, or less where the client has gone. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

const MAKERS: Readonly<Record<string, { readonly title: string; readonly make: Make }>> = {
  'endless-body': {
    title: 'a body that does not end',
    make: () => ({
      body: async function* (signal) {
        const blank = Buffer.alloc(64 * 1024, ' ');
        yield Buffer.from('[');
        while (!signal.aborted) {
          yield blank;
          // Lets other connections have their turn.
          await new Promise(setImmediate);
        }
      },
    }),
  },
  'two-gib-declared': {
    title: 'a length of 2 GiB is declared, and little is sent',
    make: () => ({
      headers: [...JSON_TYPE, ['Content-Length', String(2048 * MIB)]],
      body: async function* (signal) {
        yield Buffer.from('[');
        await forever(signal);
      },
    }),
  },
  'one-byte-a-second': {
    title: 'a body at one byte a second',
    make: (text) => ({
      body: async function* (signal) {
        for (const octet of Buffer.from(text)) {
          if (signal.aborted) return;
          yield Buffer.from([octet]);
          await pause(1000, signal);
        }
      },
    }),
  },
  silence: {
    title: 'headers, and then nothing',
    make: () => ({
      body: async function* (signal) {
        await forever(signal);
        yield new Uint8Array();
      },
    }),
  },
  'gzip-bomb': {
    title: 'two MiB of gzip that hold two GiB',
    make: () => {
      const member = gzipSync(Buffer.alloc(64 * MIB, ' '));
      return { headers: [...JSON_TYPE, ['Content-Encoding', 'gzip']], body: Buffer.concat(Array.from({ length: 32 }, () => member)) };
    },
  },
  'gzip-broken': {
    title: 'a coding that is not what it says',
    make: (text) => ({ headers: [...JSON_TYPE, ['Content-Encoding', 'gzip']], body: Buffer.from(text) }),
  },
  'coding-unknown': {
    title: 'an unknown content coding',
    make: (text) => ({ headers: [...JSON_TYPE, ['Content-Encoding', 'rot13']], body: Buffer.from(text) }),
  },
  'ten-mib-header': { title: 'a header of 10 MiB', make: (text) => raw(ok(`X-Long: ${'a'.repeat(10 * MIB)}`, `Content-Length: ${text.length}`), text) },
  'deep-json': { title: 'JSON nested 200,000 deep', make: () => ({ body: Buffer.from(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) }) },
  'deep-json-in-a-member': {
    title: 'a member nested 50,000 deep',
    make: (text) => ({ body: Buffer.from(text.replace('{', `{"deep":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)},`)) }),
  },
  'duplicate-members': {
    title: 'members that are there twice, the documented value last',
    make: (text) => ({ body: Buffer.from(text.replace(/"(job_id|user_dn|vo_name|method)":/g, '"$1":7,"$1":')) }),
  },
  'invalid-utf-8': { title: 'octets that are no UTF-8', make: (text) => ({ body: Buffer.from(text.replace(/"([^"]*)":"/, '"$1":"\u00ff\u00fe'), 'latin1') }) },
  'not-a-number': {
    title: 'NaN and Infinity',
    make: (text) => ({ body: Buffer.from(text.replace(/:(-?\d+|false|true)([,}])/g, ':NaN$2').replace(/^\{/, '{"more":Infinity,')) }),
  },
  'huge-number': { title: 'a number beyond every double', make: (text) => ({ body: Buffer.from(text.replace('{', '{"more":1e400,')) }) },
  'length-too-long': { title: 'Content-Length says more than there is', make: (text) => raw(ok(`Content-Length: ${text.length + 100}`), text) },
  'length-too-short': { title: 'Content-Length says less than there is', make: (text) => raw(ok(`Content-Length: ${Math.max(0, text.length - 10)}`), text) },
  'length-twice': { title: 'two lengths that differ', make: (text) => raw(ok(`Content-Length: ${text.length}`, 'Content-Length: 3'), text) },
  'half-closed': { title: 'the connection ends within the headers', make: () => ({ raw: Buffer.from('HTTP/1.1 200 OK\r\nContent-Ty') }) },
  'chunk-garbage': { title: 'a chunk whose size is not a number', make: (text) => raw(ok('Transfer-Encoding: chunked'), `zz\r\n${text}\r\n0\r\n\r\n`) },
  'chunks-cut': {
    title: 'the connection ends within a chunk',
    make: (text) => raw(ok('Transfer-Encoding: chunked'), `${(text.length + 50).toString(16)}\r\n${text}`),
  },
  'not-http': { title: 'another protocol', make: () => ({ raw: Buffer.from('SSH-2.0-OpenSSH_9.2\r\n') }) },
  'status-999': {
    title: 'a status that does not exist',
    make: (text) => raw(['HTTP/1.1 999 What', 'Connection: close', `Content-Length: ${text.length}`], text),
  },
  'closed-at-once': { title: 'the connection ends without an answer', make: () => ({ connection: 'reset' }) },
};

/** Operations whose answers are spoilt; the rest of the service answers. */
const OPERATIONS: readonly OperationName[] = ['list-jobs', 'identity', 'submit-job'];

let known: ReadonlyMap<string, Hostility> | undefined;

/** Every hostile answer by its id. */
export function hostilities(): ReadonlyMap<string, Hostility> {
  known ??= new Map(
    OPERATIONS.flatMap((operation) =>
      Object.entries(MAKERS).map(([what, { title, make }]) => {
        const id = `transfer/hostile/${what}@${operation}`;
        return [id, { id, title: `${operation}: ${title}`, operation, create: () => spoiling(operation, make) }] as const;
      }),
    ),
  );
  return known;
}

const spoiling = (operation: OperationName, make: Make): Behaviour => ({
  answer: (response, asked) => {
    if (asked.operation !== operation || response.status >= 300 || !(response.body instanceof Uint8Array)) return response;
    return { status: response.status, headers: JSON_TYPE, body: response.body, ...make(Buffer.from(response.body).toString('utf8')) };
  },
});
