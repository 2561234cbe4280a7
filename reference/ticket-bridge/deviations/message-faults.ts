/** Hand-written faults of the message around the parts: envelope, charset, media type, status, namespace, encoding style; each operation has them. */
import { NAMESPACES, STYLE, soapFault, style } from '../answer.ts';
import { OPERATION_NAMES, type OperationName } from '../operations.ts';
import { answer, type Change, everyPart, originator, page, replace, rewrite, wrapper } from '../operators.ts';
import { type FaultDefinition, fault } from './definitions.ts';

type Row = readonly [what: string, title: string, changes: Change | readonly Change[], rest?: Rest];
interface Rest {
  /** Statements below the operation that turn red with it. */
  readonly also?: readonly string[];
  /** Operations for which it can be seen; default all. */
  readonly only?: readonly OperationName[];
}

/** Without a ticket no other operation can be called, so only a fault distinguishes TicketCreate from a missing service. */
const BESIDE_CREATE: readonly OperationName[] = ['TicketModify', 'AddTicketAttachment'];

const BODY = /(<soap:Body>)([\s\S]*)(<\/soap:Body>)/;
const RESPONSE = /<ns1:[\s\S]*<\/ns1:[^>]*>/;
/** The end of the last part. */
const END = '</s-gensym5>';
const inOriginator = (xml: string): Change => replace(END, `${xml}${END}`);
const afterDeclaration = (xml: string): Change => replace('?>\n', `?>\n${xml}\n`);
/** Text with other characters at a share of its length; default: it ends there. */
export const spliced =
  (share: number, length = Infinity, put = ''): ((xml: string) => string) =>
  (xml) => {
    const from = Math.floor(xml.length * share);
    return `${xml.slice(0, from)}${put}${xml.slice(from + length)}`;
  };
export const envelopeOf = (namespace: string): Change => answer({ namespace });

export const styledWith = (attributes: string): Change => wrapper({ attributes });
const firstPart = (attributes: string): Change => everyPart({ attributes }, { element: 1 });
const OTHER = style('urn:other:encoding');

const failed = (code: string, status?: number): Change => answer(soapFault(code, 'internal error', status));
const UNANSWERED = { also: ['answers'] };

const MEDIA_TYPES: Readonly<Record<string, string | undefined>> = {
  json: 'application/json',
  'soap-1.2': 'application/soap+xml; charset=utf-8',
  'application-xml': 'application/xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  plain: 'text/plain; charset=utf-8',
  none: undefined,
};
/** By the statement below the operation. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  envelope: [
    ['not-xml', 'plain text instead of a message', rewrite(() => 'OK 4711')],
    ['json', 'JSON labelled as XML', rewrite(() => '{"s-gensym3": 4711, "s-gensym5": "tracker"}')],
    // A bridge that answers HTML to its first operation as well is not a ticket bridge at all.
    ['html', 'an HTML page with status 200', page(200), { only: BESIDE_CREATE, also: ['media-type'] }],
    ['empty', 'an empty body', rewrite(() => '')],
    ['cut-off', 'a message that ends in the middle', rewrite(spliced(0.7))],
    [
      'no-envelope',
      'the response element alone',
      [rewrite((xml) => RESPONSE.exec(xml)?.[0] ?? ''), replace(/ soap:encodingStyle="[^"]*"| xsi:type="[^"]*"/g, '')],
    ],
    ['soap-1.2', 'an envelope of SOAP 1.2', envelopeOf('http://www.w3.org/2003/05/soap-envelope')],
    ['foreign', 'an envelope of a foreign namespace', envelopeOf('urn:other:envelope')],
    ['other-root', 'a root element other than Envelope', replace(/soap:Envelope/g, 'soap:Message')],
    ['empty-body', 'an empty Body', replace(BODY, '$1$3')],
    ['no-body', 'an Envelope without a Body', replace(BODY, '')],
    ['two-bodies', 'two Bodies', replace(BODY, '$&$&')],
    ['two-responses', 'two responses in one Body', replace(RESPONSE, '$&$&')],
    ['late-header', 'a Header after the Body', answer({ afterBody: '<soap:Header/>' })],
    ['stray-text', 'text beside the response', answer({ beforeWrapper: 'OK ' })],
    ['two-roots', 'two root elements', replace(/$/, '<more/>')],
    ['trailing-text', 'text after the message', replace(/$/, '\nDone.')],
    ['blank-before-declaration', 'white space before the XML declaration', replace(/^/, '\n')],
    ['doctype', 'a document type', afterDeclaration('<!DOCTYPE Envelope [<!ENTITY t "4711">]>')],
    ['processing-instruction', 'a processing instruction', afterDeclaration('<?xml-stylesheet href="style.xsl"?>')],
    ['undeclared-entity', 'an undefined entity', inOriginator('&nbsp;')],
    ['bare-ampersand', 'an ampersand that is not escaped', inOriginator(' & more')],
    ['unbound-prefix', 'an undeclared prefix', replace(` xmlns:xsi="${NAMESPACES.instance}"`, '')],
    ['mismatched-tags', 'tags that do not match', replace(END, '</s-gensym6>')],
    ['control-character', 'a control character', inOriginator('\u0001')],
    [
      'wrong-charset',
      'Latin-1 labelled as UTF-8',
      [originator({ value: 'Bürgerbüro' }), answer({ encode: (xml) => Buffer.from(xml, 'latin1') })],
    ],
    ['unknown-charset', 'an unknown charset', answer({ contentType: 'text/xml; charset=x-tracker' })],
  ],
  'media-type': Object.entries(MEDIA_TYPES).map(
    ([what, contentType]): Row => [
      what,
      contentType === undefined ? 'no media type' : `the media type ${contentType}`,
      answer({ contentType }),
    ],
  ),
  namespace: [
    ['other', 'the response is in another namespace', wrapper({ namespace: 'urn:other:bridge' })],
    [
      'slash',
      'the response is in a namespace with an additional trailing slash',
      wrapper(({ namespace }) => ({ namespace: `${namespace}/` })),
    ],
    [
      'case',
      'the response is in a namespace in capitals',
      wrapper(({ namespace }) => ({ namespace: namespace.toUpperCase() })),
    ],
    ['none', 'the response is in no namespace', replace(/(<\/?)ns1:/g, '$1')],
    ['envelope', 'the response is in the namespace of the envelope', replace(/(<\/?)ns1:/g, '$1soap:')],
  ],
  'encoding-style': [
    ['none', 'the response states no encodingStyle', styledWith('')],
    ['empty', 'the response states an empty encodingStyle', styledWith(style(''))],
    [
      'unqualified',
      'the response states its encodingStyle in an attribute without namespace',
      styledWith(style(NAMESPACES.encoding, '')),
    ],
    ['first-part', 'only the first part states the encodingStyle', [styledWith(''), firstPart(STYLE)]],
    [
      'no-parts',
      'the response states no encodingStyle and has no parts',
      [styledWith(''), answer({ parts: [] })],
      { also: ['part-count'] },
    ],
  ],
  'no-other-encoding': [
    ['other', 'the response states another encodingStyle', styledWith(OTHER)],
    [
      'soap-1.2',
      'the response states the encodingStyle of SOAP 1.2',
      styledWith(style('http://www.w3.org/2003/05/soap-encoding')),
    ],
    [
      'several',
      'the response states two other encodingStyles',
      styledWith(style('urn:other:encoding urn:further:encoding')),
    ],
    [
      'one-part',
      'one part of the response states another encodingStyle, and the response none',
      [styledWith(''), firstPart(OTHER)],
    ],
  ],
  'http-status': [
    ['fault-with-200', 'a fault with status 200', failed('Client', 200), UNANSWERED],
    ['fault-with-400', 'a fault with status 400', failed('Client', 400), UNANSWERED],
    [
      'response-with-500',
      'a response with status 500',
      answer({ status: 500 }),
      { ...UNANSWERED, only: BESIDE_CREATE },
    ],
  ],
  answers: [
    ['server-fault', 'a documented request is answered with a fault of the server', failed('Server')],
    ['client-fault', 'a documented request is answered with a fault that blames the client', failed('Client')],
    ...[404, 405, 410, 500, 501].map(
      (status): Row => [
        `${status}`,
        `a documented request is answered with status ${status}`,
        page(status),
        { only: BESIDE_CREATE },
      ],
    ),
  ],
};

/** The rows for each operation. */
export const messageFaults = (): FaultDefinition[] =>
  OPERATION_NAMES.flatMap((operation) =>
    Object.entries(ROWS).flatMap(([statement, rows]) =>
      rows
        .filter(([, , , { only = OPERATION_NAMES } = {}]) => only.includes(operation))
        .map(([what, title, changes, { also } = {}]) =>
          fault(
            `${operation}/${statement}@${what}`,
            `${operation}: ${title}`,
            [changes].flat().map((change: Change) => ({ ...change, at: operation })),
            also && { also: also.map((other) => `ticket-bridge/${operation}/${other}`) },
          ),
        ),
    ),
  );
