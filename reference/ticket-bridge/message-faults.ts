/** Hand-written faults of the message around the parts: envelope, charset, media type, status, namespace, encoding style; each operation has them. */
import { NAMESPACES, STYLE, soapFault, style } from './answer.ts';
import { type FaultDefinition, fault } from './definitions.ts';
import { OPERATION_NAMES, type OperationName } from './operations.ts';
import { answer, type Change, everyPart, originator, page, replace, rewrite, wrapper } from './operators.ts';

/** `<statement>@<what>` below the operation. */
type Row = readonly [id: string, title: string, changes: Change | readonly Change[], rest?: Rest];
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
export const cutOff =
  (share: number): ((xml: string) => string) =>
  (xml) =>
    xml.slice(0, Math.floor(xml.length * share));
export const envelopeOf = (namespace: string): Change => answer({ namespace });

const ENVELOPE: readonly Row[] = [
  ['envelope@not-xml', 'plain text instead of a message', rewrite(() => 'OK 4711')],
  ['envelope@json', 'JSON labelled as XML', rewrite(() => '{"s-gensym3": 4711, "s-gensym5": "tracker"}')],
  // A bridge that answers HTML to its first operation as well is not a ticket bridge at all.
  ['envelope@html', 'an HTML page with status 200', page(200), { only: BESIDE_CREATE, also: ['media-type'] }],
  ['envelope@empty', 'an empty body', rewrite(() => '')],
  ['envelope@cut-off', 'a message that ends in the middle', rewrite(cutOff(0.7))],
  [
    'envelope@no-envelope',
    'the response element alone',
    [rewrite((xml) => RESPONSE.exec(xml)?.[0] ?? ''), replace(/ soap:encodingStyle="[^"]*"| xsi:type="[^"]*"/g, '')],
  ],
  ['envelope@soap-1.2', 'an envelope of SOAP 1.2', envelopeOf('http://www.w3.org/2003/05/soap-envelope')],
  ['envelope@foreign', 'an envelope of a foreign namespace', envelopeOf('urn:other:envelope')],
  ['envelope@other-root', 'a root element other than Envelope', replace(/soap:Envelope/g, 'soap:Message')],
  ['envelope@empty-body', 'an empty Body', replace(BODY, '$1$3')],
  ['envelope@no-body', 'an Envelope without a Body', replace(BODY, '')],
  ['envelope@two-bodies', 'two Bodies', replace(BODY, '$&$&')],
  ['envelope@two-responses', 'two responses in one Body', replace(RESPONSE, '$&$&')],
  ['envelope@late-header', 'a Header after the Body', answer({ afterBody: '<soap:Header/>' })],
  ['envelope@stray-text', 'text beside the response', answer({ beforeWrapper: 'OK ' })],
  ['envelope@two-roots', 'two root elements', replace(/$/, '<more/>')],
  ['envelope@trailing-text', 'text after the message', replace(/$/, '\nDone.')],
  ['envelope@blank-before-declaration', 'white space before the XML declaration', replace(/^/, '\n')],
  ['envelope@doctype', 'a document type', afterDeclaration('<!DOCTYPE Envelope [<!ENTITY t "4711">]>')],
  [
    'envelope@processing-instruction',
    'a processing instruction',
    afterDeclaration('<?xml-stylesheet href="style.xsl"?>'),
  ],
  ['envelope@undeclared-entity', 'an undefined entity', inOriginator('&nbsp;')],
  ['envelope@bare-ampersand', 'an ampersand that is not escaped', inOriginator(' & more')],
  ['envelope@unbound-prefix', 'an undeclared prefix', replace(` xmlns:xsi="${NAMESPACES.instance}"`, '')],
  ['envelope@mismatched-tags', 'tags that do not match', replace(END, '</s-gensym6>')],
  ['envelope@control-character', 'a control character', inOriginator('\u0001')],
  [
    'envelope@wrong-charset',
    'Latin-1 labelled as UTF-8',
    [originator({ value: 'Bürgerbüro' }), answer({ encode: (xml) => Buffer.from(xml, 'latin1') })],
  ],
  ['envelope@unknown-charset', 'an unknown charset', answer({ contentType: 'text/xml; charset=x-tracker' })],
];

const MEDIA_TYPES: Readonly<Record<string, string | undefined>> = {
  json: 'application/json',
  'soap-1.2': 'application/soap+xml; charset=utf-8',
  'application-xml': 'application/xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  plain: 'text/plain; charset=utf-8',
  none: undefined,
};
const MEDIA_TYPE = Object.entries(MEDIA_TYPES).map(
  ([what, contentType]): Row => [
    `media-type@${what}`,
    contentType === undefined ? 'no media type' : `the media type ${contentType}`,
    answer({ contentType }),
  ],
);

const NAMESPACE: readonly Row[] = [
  ['namespace@other', 'the response is in another namespace', wrapper({ namespace: 'urn:other:bridge' })],
  [
    'namespace@slash',
    'the response is in a namespace with an additional trailing slash',
    wrapper(({ namespace }) => ({ namespace: `${namespace}/` })),
  ],
  [
    'namespace@case',
    'the response is in a namespace in capitals',
    wrapper(({ namespace }) => ({ namespace: namespace.toUpperCase() })),
  ],
  ['namespace@none', 'the response is in no namespace', replace(/(<\/?)ns1:/g, '$1')],
  ['namespace@envelope', 'the response is in the namespace of the envelope', replace(/(<\/?)ns1:/g, '$1soap:')],
];

export const styledWith = (attributes: string): Change => wrapper({ attributes });
const firstPart = (attributes: string): Change => everyPart({ attributes }, { element: 1 });
const OTHER = style('urn:other:encoding');

const ENCODING_STYLE: readonly Row[] = [
  ['encoding-style@none', 'the response states no encodingStyle', styledWith('')],
  ['encoding-style@empty', 'the response states an empty encodingStyle', styledWith(style(''))],
  [
    'encoding-style@unqualified',
    'the response states its encodingStyle in an attribute without namespace',
    styledWith(style(NAMESPACES.encoding, '')),
  ],
  ['no-other-encoding@other', 'the response states another encodingStyle', styledWith(OTHER)],
  [
    'no-other-encoding@soap-1.2',
    'the response states the encodingStyle of SOAP 1.2',
    styledWith(style('http://www.w3.org/2003/05/soap-encoding')),
  ],
  [
    'no-other-encoding@several',
    'the response states two other encodingStyles',
    styledWith(style('urn:other:encoding urn:further:encoding')),
  ],
  [
    'no-other-encoding@one-part',
    'one part of the response states another encodingStyle, and the response none',
    [styledWith(''), firstPart(OTHER)],
  ],
  ['encoding-style@first-part', 'only the first part states the encodingStyle', [styledWith(''), firstPart(STYLE)]],
  [
    'encoding-style@no-parts',
    'the response states no encodingStyle and has no parts',
    [styledWith(''), answer({ parts: [] })],
    { also: ['part-count'] },
  ],
];

const failed = (code: string, status?: number): Change => answer(soapFault(code, 'internal error', status));
const UNANSWERED = { also: ['answers'] };

const STATUS: readonly Row[] = [
  ['http-status@fault-with-200', 'a fault with status 200', failed('Client', 200), UNANSWERED],
  ['http-status@fault-with-400', 'a fault with status 400', failed('Client', 400), UNANSWERED],
  [
    'http-status@response-with-500',
    'a response with status 500',
    answer({ status: 500 }),
    { ...UNANSWERED, only: BESIDE_CREATE },
  ],
  ['answers@server-fault', 'a documented request is answered with a fault of the server', failed('Server')],
  ['answers@client-fault', 'a documented request is answered with a fault that blames the client', failed('Client')],
  ...[404, 405, 410, 500, 501].map(
    (status): Row => [
      `answers@${status}`,
      `a documented request is answered with status ${status}`,
      page(status),
      { only: BESIDE_CREATE },
    ],
  ),
];

/** The rows for each operation. */
export const messageFaults = (): FaultDefinition[] =>
  OPERATION_NAMES.flatMap((operation) =>
    [...ENVELOPE, ...MEDIA_TYPE, ...NAMESPACE, ...ENCODING_STYLE, ...STATUS]
      .filter(([, , , { only = OPERATION_NAMES } = {}]) => only.includes(operation))
      .map(([id, title, changes, { also } = {}]) =>
        fault(
          `${operation}/${id}`,
          `${operation}: ${title}`,
          [changes].flat().map((change: Change) => ({ ...change, at: operation })),
          also && { also: also.map((statement) => `ticket-bridge/${operation}/${statement}`) },
        ),
      ),
  );
