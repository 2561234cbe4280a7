/** Titles of faults and variants: they follow from the words of the id. */

type Words = string | ((word: string) => string);

/** Words of ids that sentences spell differently. */
const SPELLED: readonly (readonly [form: RegExp, words: Words])[] = [
  [/-/g, ' '],
  [/^(?=\d{3}$)/, 'status '],
  [/^(.+) alone$/, 'only $1'],
  [/\bnon ascii/g, 'non-ASCII'],
  [/\bnot a number/g, 'NaN'],
  [/\be mail/g, 'e-mail'],
  [/\b(utf|iso|latin|windows) (?=\d)/g, '$1-'],
  [/\banswer/g, 'response'],
  [/\boctet/g, 'byte'],
  [
    /\b(?:bmp|bom|cdata|cdmi|cr|crlf|dn|html|http|iso|json|jwt|kib|lf|mib|rest|soap|tls|urn|utf|uuid|xml)\b/g,
    (word) => word.toUpperCase(),
  ],
];

const wordsOf = (id: string): string => SPELLED.reduce((words, [form, by]) => words.replace(form, by as string), id);

/** Returns what a fault does, in the words of its id. */
export const faultInWords = (id: string): string => wordsOf(id.replace(/^.*@/, ''));

/** Variants whose names only their authors would understand. */
const PHRASES: Readonly<Record<string, string>> = {
  'untyped-identifier': 's-gensym3 has no xsi:type',
  untyped: 'no part has an xsi:type',
  'reference-within': 's-gensym5 has an id that no href refers to',
  'style-list-special-first': 'encodingStyle is a list that begins with a different URI',
  'style-tightened': 'encodingStyle is the URI of SOAP encoding with a suffix',
  'large-413': 'returns 413 for a large attachment',
  'large-closed': 'resets the connection on a large attachment',
  'large-unnumbered': 'returns the identifier 0 for a large attachment',
  'empty-400': 'returns 400 for an empty attachment',
  'empty-unnumbered': 'returns the identifier -1 for an empty attachment',
  'busy-creations': 'TicketCreate returns 503',
  'busy-odd-creation': 'TicketCreate returns 503 for a non-ASCII Subject',
  'busy-plain-creation': 'TicketCreate returns 503 for an ASCII Subject',
  'closed-odd-creation': 'TicketCreate resets the connection on a non-ASCII Subject',
  'busy-modifications': 'TicketModify returns 503',
  'busy-odd-modification': 'TicketModify returns 503 for a non-ASCII Subject',
  'forbidden-odd-modification': 'TicketModify returns 403 for a non-ASCII Subject',
  'known-late': 'the first TicketModify of each ticket returns a SOAP fault',
  'busy-attachments': 'AddTicketAttachment returns 503',
  'closed-attachments': 'AddTicketAttachment resets the connection',
  'busy-odd-name': 'AddTicketAttachment returns 503 for a non-ASCII AttachmentName',
  'busy-every-byte': 'AddTicketAttachment returns 503 for the byte 255',
  'unsuited-creations': 'TicketCreate returns a SOAP fault for made-up values',
  'unsuited-priority': 'TicketCreate returns a SOAP fault if some values are made up',
  'unsuited-modifications': 'TicketModify returns a SOAP fault for made-up values',
  'unsuited-zero': 'TicketModify returns the identifier 0 for made-up values',
  'unsuited-minus-one': 'TicketModify returns the identifier -1 if some values are made up',
  'unsuited-not': 'identifiers of tickets are negative',
  'unsuited-binaries': 'with made-up values, AddTicketAttachment returns a SOAP fault for the byte 255',
  'status-elsewhere': 'jobs are read at a different path',
  'first-503': 'the first GET of each operation returns 503',
  'first-429': 'the first GET of each operation returns 429',
  'each-first-425': 'the first request of each operation returns 425',
  'each-first-429': 'the first request of each operation returns 429',
  'others-first-403': "returns 403 for the first listed job, a different user's",
  'others-first-404': "returns 404 for the first listed job, a different user's",
  'others-alone-404': 'returns 404 for all jobs of different users',
  'submit-collides': 'POST /jobs returns 409 once for each new body',
  'submit-quota': 'POST /jobs returns 400 after the first submission',
  'cancel-known-later': 'the first cancellation of each job returns 404',
  'http-status-1': 'http_status is "404 Not Found"',
  'http-status-2': 'http_status is empty',
  'http-status-3': 'http_status is "200"',
  'silent-about-tls': 'trusts no certificate authority, and hides TLS errors',
  'details-words-of-others': 'details have no identifier, and lists have identifiers and types',
};

/** Returns what a variant does, in the words of its name, or of `PHRASES`. */
export function variantInWords(id: string): string {
  const name = id.split('/').at(-1) ?? '';
  return PHRASES[name] ?? wordsOf(name);
}
