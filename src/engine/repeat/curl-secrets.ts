/** Which placeholders of a recorded request stand for secrets that the request sends: a server can write the same text. */
import type { Exchange } from '../../wire/types.ts';
import { variableOf } from './shell.ts';

/** Secrets that a request may send. */
export interface OwnSecrets {
  /** Settings of the interface that are one secret text. */
  readonly settings: ReadonlySet<string>;
  /** Secret settings of the interface whose members are headers. */
  readonly headers: readonly string[];
  /** Secret settings of all interfaces. */
  readonly all: ReadonlySet<string>;
}

/** A header whose value is a member of a setting. */
export interface HeaderVariable {
  readonly variable: string;
  readonly header: string;
  readonly setting: string;
}

const PLACEHOLDER = /\[redacted:([\w.-]+)\]/g;
/** A credential alone, after a scheme, or after a prefix. */
const IN_HEADER = /^(?:[\w-]+[ :])?\[redacted:([\w.-]+)\]$/;
/** Names that Assay gives to credentials that are not settings. */
const DERIVED = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/;

/** Whether each placeholder of a request stands where a header sends a credential, and names a secret of the same interface. */
export function sendsOnlyOwn({ request, attempts }: Exchange, own: OwnSecrets): boolean {
  const isOwn = (name: string): boolean =>
    own.settings.has(name) || (DERIVED.test(name) && !own.all.has(variableOf(name)));
  const isForeign = (text: string): boolean => text.search(PLACEHOLDER) !== -1;
  const elsewhere = [
    request.url,
    ...attempts.map(({ url }) => url),
    request.method,
    ...request.headers.map(([name]) => name),
    Buffer.from(request.body?.bytes ?? '').toString('latin1'),
  ];
  const values = request.headers.map(([, value]) =>
    value.replace(IN_HEADER, (whole, name: string) => (isOwn(name) ? '' : whole)),
  );
  return ![...elsewhere, ...values].some(isForeign);
}

/** Headers from a setting, each with a placeholder for its whole value. */
export function withHeaderVariables(
  exchange: Exchange,
  { headers: settings }: OwnSecrets,
): { exchange: Exchange; made: readonly HeaderVariable[] } {
  const made: HeaderVariable[] = [];
  const headers = exchange.request.headers.map(([header, value]) => {
    const setting = settings.find((name) => value.includes(`[redacted:${name}]`));
    if (setting === undefined) return [header, value] as const;
    const variable = variableOf(`${setting}_${header}`);
    made.push({ variable, header, setting });
    return [header, `[redacted:${variable}]`] as const;
  });
  return { exchange: { ...exchange, request: { ...exchange.request, headers } }, made };
}
