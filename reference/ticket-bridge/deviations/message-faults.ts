/**
 * Hand-written faults of the message around the parts: envelope, charset, media type, status, namespace, encoding
 * style; each operation has them.
 */
import { each, type FaultTable, linesIn, listOf, series } from '../../change.ts';
import { NAMESPACES, STYLE, soapFault, style } from '../answer.ts';
import { OPERATION_NAMES } from '../operations.ts';
import { answer, type Change, everyPart, fault, originator, page, replace, rewrite, wrapper } from '../operators.ts';

/** Statuses that are not that of a response. */
const STATUSES = [404, 405, 406, 410, 415, 500, 501];

/**
 * Faults that TicketCreate does not have: if it fails without a SOAP fault, no other operation can be called, and the
 * service itself seems to be missing.
 */
const BESIDE_CREATE: ReadonlySet<string> = new Set([
  // A bridge that responds with HTML to its first operation as well is not a ticket bridge at all.
  'envelope@html',
  'http-status@response-with-500',
  ...STATUSES.map((status) => `answers@${status}`),
]);

const BODY = /(<soap:Body>)([\s\S]*)(<\/soap:Body>)/;
const RESPONSE = /<ns1:[\s\S]*<\/ns1:[^>]*>/;
/** The end of the last part. */
const END = '</s-gensym5>';
const inOriginator = (xml: string) => replace(END, `${xml}${END}`);
const afterDeclaration = (xml: string) => replace('?>\n', `?>\n${xml}\n`);
/** Text with other characters at a share of its length; default: it ends there. */
export const spliced =
  (share: number, length = Infinity, put = ''): ((xml: string) => string) =>
  (xml) => {
    const from = Math.floor(xml.length * share);
    return `${xml.slice(0, from)}${put}${xml.slice(from + length)}`;
  };
const envelopeOf = (namespace: string) => answer({ namespace });

const styledWith = (attributes: string) => wrapper({ attributes });
const firstPart = (attributes: string) => everyPart({ attributes }, { element: 1 });
const OTHER = style('urn:other:encoding');

const failed = (code: string, status?: number) => answer(soapFault(code, 'internal error', status));
const UNANSWERED = ['answers'];

const MEDIA_TYPES: Readonly<Record<string, string | undefined>> = {
  json: 'application/json',
  'soap-1.2': 'application/soap+xml; charset=utf-8',
  'application-xml': 'application/xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  plain: 'text/plain; charset=utf-8',
  none: undefined,
};
/** Faults by the statement below the operation, and the statements below it that fail or warn because of them. */
const TABLE: FaultTable<Change> = {
  envelope: {
    'not-xml': rewrite(() => 'OK 4711'),
    json: rewrite(() => '{"s-gensym3": 4711, "s-gensym5": "tracker"}'),
    // A bridge that responds with HTML to its first operation as well is not a ticket bridge at all.
    html: [page(200), ['media-type']],
    empty: rewrite(() => ''),
    'cut-off': rewrite(spliced(0.7)),
    'no-envelope': [
      rewrite((xml) => RESPONSE.exec(xml)?.[0] ?? ''),
      replace(/ soap:encodingStyle="[^"]*"| xsi:type="[^"]*"/g, ''),
    ],
    'soap-1.2': envelopeOf('http://www.w3.org/2003/05/soap-envelope'),
    foreign: envelopeOf('urn:other:envelope'),
    'other-root': replace(/soap:Envelope/g, 'soap:Message'),
    'empty-body': replace(BODY, '$1$3'),
    'no-body': replace(BODY, ''),
    'two-bodies': replace(BODY, '$&$&'),
    'two-responses': replace(RESPONSE, '$&$&'),
    'late-header': answer({ afterBody: '<soap:Header/>' }),
    'stray-text': answer({ beforeWrapper: 'OK ' }),
    'two-roots': replace(/$/, '<more/>'),
    'trailing-text': replace(/$/, '\nDone.'),
    'blank-before-declaration': replace(/^/, '\n'),
    doctype: afterDeclaration('<!DOCTYPE Envelope [<!ENTITY t "4711">]>'),
    'processing-instruction': afterDeclaration('<?xml-stylesheet href="style.xsl"?>'),
    'undeclared-entity': inOriginator('&nbsp;'),
    'bare-ampersand': inOriginator(' & more'),
    'unbound-prefix': replace(` xmlns:xsi="${NAMESPACES.instance}"`, ''),
    'mismatched-tags': replace(END, '</s-gensym6>'),
    'control-character': inOriginator('\u0001'),
    'wrong-charset': [originator({ value: 'Bürgerbüro' }), answer({ encode: (xml) => Buffer.from(xml, 'latin1') })],
    'unknown-charset': answer({ contentType: 'text/xml; charset=x-tracker' }),
  },
  'media-type': each(MEDIA_TYPES, (contentType) => answer({ contentType })),
  namespace: {
    other: wrapper({ namespace: 'urn:other:bridge' }),
    slash: wrapper(({ namespace }) => ({ namespace: `${namespace}/` })),
    case: wrapper(({ namespace }) => ({ namespace: namespace.toUpperCase() })),
    none: replace(/(<\/?)ns1:/g, '$1'),
    envelope: replace(/(<\/?)ns1:/g, '$1soap:'),
  },
  'encoding-style': {
    none: styledWith(''),
    empty: styledWith(style('')),
    unqualified: styledWith(style(NAMESPACES.encoding, '')),
    'first-part': [styledWith(''), firstPart(STYLE)],
    'no-parts': [[styledWith(''), answer({ parts: [] })], ['part-count']],
  },
  'no-other-encoding': {
    other: styledWith(OTHER),
    'soap-1.2': styledWith(style('http://www.w3.org/2003/05/soap-encoding')),
    several: styledWith(style('urn:other:encoding urn:further:encoding')),
    'one-part': [styledWith(''), firstPart(OTHER)],
    'one-part-within-the-encoding': firstPart(OTHER),
  },
  'http-status': {
    'fault-with-200': [failed('Client', 200), UNANSWERED],
    'fault-with-400': [failed('Client', 400), UNANSWERED],
    'response-with-500': [answer({ status: 500 }), UNANSWERED],
  },
  answers: {
    'server-fault': failed('Server'),
    'client-fault': failed('Client'),
    'fault-with-200': [failed('Server', 200), ['http-status']],
    ...series('', STATUSES, (status) => page(status)),
  },
};

/** Returns the faults of each operation. */
export const messageFaults = () =>
  OPERATION_NAMES.flatMap((at) =>
    linesIn(TABLE)
      .filter(([statement, what]) => at !== 'TicketCreate' || !BESIDE_CREATE.has(`${statement}@${what}`))
      .map(([statement, what, changes, also]) =>
        fault(
          `${at}/${statement}@${what}`,
          listOf(changes).map((change) => ({ ...change, at })),
          { also: also?.map((other) => `${at}/${other}`) },
        ),
      ),
  );
