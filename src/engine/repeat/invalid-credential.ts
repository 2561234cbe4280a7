// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a shell expands them
/** Invalid credentials in a shell: made as a run makes them, so that a refused request can be sent again by hand. */

import type { Exchange, Headers } from '../../wire/types.ts';
import { variablesIn } from './shell.ts';

/** A variable of a command, and the commands that give it its value. */
export interface Assignment {
  readonly variable: string;
  readonly commands: string;
  /** Variables that the commands read. */
  readonly needs: readonly string[];
}

/** Values of invalid tokens by the name of the credential, for a POSIX shell; `GOOD`: the variable that contains the valid one. */
const TOKENS: Readonly<Record<string, string>> = {
  'garbage-token': 'garbage-made-by-hand',
  'garbage-token~other-case': '$(printf %s "$GOOD" | tr a-zA-Z A-Za-z)',
  'garbage-token~one-more-before': 'z$GOOD',
  'garbage-token~first-less': '${GOOD#?}',
  'garbage-token~half-of-it': '$(printf %s "$GOOD" | cut -c 1-$((${#GOOD} / 2)))',
  'garbage-token~more-behind': '${GOOD}AA',
  'garbage-token~last-less': '${GOOD%?}',
  'garbage-token~changed-header': 'x$GOOD',
  'garbage-token~changed-payload': '${GOOD%%.*}.x${GOOD#*.}',
  // The ninth character of the signature becomes an x, or a y if it is one: another byte.
  'tampered-token':
    "${GOOD%.*}.$(printf %s \"${GOOD##*.}\" | sed -e 's/^\\(.\\{8\\}\\)[^x]/\\1x/' -e t -e 's/^\\(.\\{8\\}\\)x/\\1y/')",
  // The header is {"alg":"none"}.
  'unsigned-token': 'eyJhbGciOiJub25lIn0.$(printf %s "$GOOD" | cut -d . -f 2).',
  // The header may name another algorithm than RS256; the signature is a stranger's in any case.
  'foreign-token':
    '${GOOD%.*}.$(BAD_KEY=$(mktemp) && openssl genrsa -out "$BAD_KEY" 2048 2>/dev/null && printf %s "${GOOD%.*}" | openssl dgst -sha256 -sign "$BAD_KEY" | openssl base64 -A | tr +/ -_ | tr -d =; rm -f "$BAD_KEY")',
};

/** Bytes as a part of a token (RFC 7515, section 2). */
const encoded = (text: string): string => `$(printf '${text}' | openssl base64 -A | tr +/ -_ | tr -d =)`;
/** A token of a stranger, to sign it if none is configured. Written out, it would look like a leaked one. */
const STRANGER = `STRANGER="${encoded('{"alg":"RS256"}')}.${encoded('{"sub":"stranger"}')}."`;

/** A certificate of an unknown issuer with the name of the user: that of the configured one, without the names that proxies add. */
const FOREIGN_CERTIFICATE =
  'BAD_CERT=$(mktemp); openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "$(openssl x509 -in "$GOOD" -noout -subject -nameopt compat | sed \'s,^subject=,,; s,\\(/CN=[0-9]*\\)*$,,\')" -keyout "$BAD_CERT" >>"$BAD_CERT" 2>/dev/null';

/** Makes a variable for an invalid token from that of the valid one. Undefined if the command cannot be written, or needs a token that is not configured. */
export function invalidToken(credential: string, good: string | undefined): Assignment | undefined {
  const value = TOKENS[credential] ?? TOKENS[credential.replace(/^(tampered-token)~.*|~behind-a-valid-one$/, '$1')];
  if (value === undefined) return undefined;
  const made = (from: string) => `BAD_TOKEN="${value.replaceAll('GOOD', from)}"`;
  if (!value.includes('GOOD')) return { variable: 'BAD_TOKEN', commands: made(''), needs: [] };
  if (good !== undefined) return { variable: 'BAD_TOKEN', commands: made(good), needs: [good] };
  return credential === 'foreign-token'
    ? { variable: 'BAD_TOKEN', commands: `${STRANGER}; ${made('STRANGER')}`, needs: [] }
    : undefined;
}

/** Makes a file with certificate and key from the variable that names the configured certificate. */
export function invalidCertificate(credential: string, good: string | undefined): Assignment | undefined {
  if (credential !== 'foreign-certificate' || good === undefined) return undefined;
  return { variable: 'BAD_CERT', commands: FOREIGN_CERTIFICATE.replace('GOOD', good), needs: [good] };
}

/** The header of a request with a credential as its whole value, and the variable of the same header in a documented request. */
export function tokenHeader(
  { request, lane }: Exchange,
  documented: readonly Exchange[],
): { readonly name: string; readonly good: string | undefined } | undefined {
  const name = request.headers.find(([, value]) => variablesIn(value).length === 1)?.[0];
  if (name === undefined) return undefined;
  const valueIn = (headers: Headers): string => headers.find(([other]) => other === name)?.[1] ?? '';
  const [good] = documented
    .toSorted((one, other) => Number(other.lane === lane) - Number(one.lane === lane))
    .flatMap((one) => variablesIn(valueIn(one.request.headers)));
  return { name, good };
}
