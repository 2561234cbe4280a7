/** Hand-written faults of the message around the parts: envelope, charset, media type, status, namespace, encoding style; once an operation. */
import type { ReferenceResponse } from '../types.ts';
import { type Answer, NAMESPACES } from './answer.ts';
import type { AnswerContext } from './behaviour.ts';
import { OPERATION_NAMES, type OperationName } from './operations.ts';
import type { FaultDefinition } from './part-faults.ts';

interface MessageFault {
  /** `<statement>@<what>` below the operation. */
  readonly id: string;
  readonly title: string;
  readonly verdict?: 'warn';
  /** Statements below the operation that turn red with it. */
  readonly also?: readonly string[];
  /** Operations for which it can be seen; default all. */
  readonly only?: readonly OperationName[];
  readonly answer?: (answer: Answer, context: AnswerContext) => void;
  readonly instead?: () => ReferenceResponse;
}

const rewrites = (id: string, title: string, change: (xml: string) => string): MessageFault => ({
  id,
  title,
  answer: (answer) => void answer.rewrite.push(change),
});
const sets = (id: string, title: string, values: Partial<Answer>, more: Partial<MessageFault> = {}): MessageFault => ({
  id,
  title,
  answer: (answer) => void Object.assign(answer, values),
  ...more,
});
const latin1 = (xml: string): Uint8Array => new Uint8Array(Buffer.from(xml, 'latin1'));
const html = (status: number): ReferenceResponse => ({
  status,
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: new TextEncoder().encode(
    `<!DOCTYPE html><html><head><title>${status}</title></head><body><p>Ticket bridge<br></body></html>`,
  ),
});

const withOriginator = (answer: Answer, value: string): void => {
  const part = answer.parts.find(({ name }) => name === 's-gensym5');
  if (part) part.value = value;
};

const ENVELOPE: readonly MessageFault[] = [
  rewrites('envelope@not-xml', 'plain text instead of a message', () => 'OK 4711'),
  rewrites('envelope@json', 'JSON labelled as XML', () => '{"s-gensym3": 4711, "s-gensym5": "tracker"}'),
  // A bridge that answers HTML to its first operation as well is not a ticket bridge at all.
  {
    id: 'envelope@html',
    title: 'an HTML page with status 200',
    only: ['TicketModify', 'AddTicketAttachment'],
    also: ['media-type'],
    instead: () => html(200),
  },
  rewrites('envelope@empty', 'an empty body', () => ''),
  rewrites('envelope@cut-off', 'a message that ends in the middle', (xml) =>
    xml.slice(0, Math.floor(xml.length * 0.7)),
  ),
  rewrites(
    'envelope@no-envelope',
    'the response element alone',
    (xml) =>
      /<ns1:[\s\S]*<\/ns1:[^>]*>/.exec(xml)?.[0]?.replace(/ soap:encodingStyle="[^"]*"| xsi:type="[^"]*"/g, '') ?? '',
  ),
  sets('envelope@soap-1.2', 'an envelope of SOAP 1.2', {
    soap: { prefix: 'soap', namespace: 'http://www.w3.org/2003/05/soap-envelope' },
  }),
  sets('envelope@foreign', 'an envelope of a foreign namespace', {
    soap: { prefix: 'soap', namespace: 'urn:other:envelope' },
  }),
  rewrites('envelope@other-root', 'a root element other than Envelope', (xml) =>
    xml.replaceAll('soap:Envelope', 'soap:Message'),
  ),
  rewrites('envelope@empty-body', 'an empty Body', (xml) => xml.replace(/(<soap:Body>)[\s\S]*(<\/soap:Body>)/, '$1$2')),
  rewrites('envelope@no-body', 'an Envelope without a Body', (xml) =>
    xml.replace(/<soap:Body>[\s\S]*<\/soap:Body>/, ''),
  ),
  rewrites('envelope@two-bodies', 'two Bodies', (xml) => xml.replace(/<soap:Body>[\s\S]*<\/soap:Body>/, '$&$&')),
  rewrites('envelope@two-responses', 'two responses in one Body', (xml) =>
    xml.replace(/<ns1:[\s\S]*<\/ns1:[^>]*>/, '$&$&'),
  ),
  sets('envelope@late-header', 'a Header after the Body', { afterBody: '<soap:Header/>' }),
  sets('envelope@stray-text', 'text beside the response', { beforeWrapper: 'OK ' }),
  rewrites('envelope@two-roots', 'two root elements', (xml) => `${xml}<more/>`),
  rewrites('envelope@trailing-text', 'text after the message', (xml) => `${xml}\nDone.`),
  rewrites('envelope@blank-before-declaration', 'white space before the XML declaration', (xml) => `\n${xml}`),
  rewrites('envelope@doctype', 'a document type', (xml) =>
    xml.replace('?>\n', '?>\n<!DOCTYPE Envelope [<!ENTITY t "4711">]>\n'),
  ),
  rewrites('envelope@processing-instruction', 'a processing instruction', (xml) =>
    xml.replace('?>\n', '?>\n<?xml-stylesheet href="style.xsl"?>\n'),
  ),
  rewrites('envelope@undeclared-entity', 'an undefined entity', (xml) =>
    xml.replace('</s-gensym5>', '&nbsp;</s-gensym5>'),
  ),
  rewrites('envelope@bare-ampersand', 'an ampersand that is not escaped', (xml) =>
    xml.replace('</s-gensym5>', ' & more</s-gensym5>'),
  ),
  rewrites('envelope@unbound-prefix', 'an undeclared prefix', (xml) =>
    xml.replace(` xmlns:xsi="${NAMESPACES.instance}"`, ''),
  ),
  rewrites('envelope@mismatched-tags', 'tags that do not match', (xml) => xml.replace('</s-gensym5>', '</s-gensym6>')),
  rewrites('envelope@control-character', 'a control character', (xml) =>
    xml.replace('</s-gensym5>', '\u0001</s-gensym5>'),
  ),
  {
    id: 'envelope@wrong-charset',
    title: 'Latin-1 labelled as UTF-8',
    answer(answer) {
      withOriginator(answer, 'Bürgerbüro');
      answer.encode = latin1;
    },
  },
  sets('envelope@unknown-charset', 'an unknown charset', { contentType: 'text/xml; charset=x-tracker' }),
];

const mediaType = (what: string, contentType: string | undefined): MessageFault =>
  sets(
    `media-type@${what}`,
    contentType === undefined ? 'no media type' : `the media type ${contentType}`,
    { contentType },
    { verdict: 'warn' },
  );

const MEDIA_TYPE: readonly MessageFault[] = [
  mediaType('json', 'application/json'),
  mediaType('soap-1.2', 'application/soap+xml; charset=utf-8'),
  mediaType('application-xml', 'application/xml; charset=utf-8'),
  mediaType('html', 'text/html; charset=utf-8'),
  mediaType('plain', 'text/plain; charset=utf-8'),
  mediaType('none', undefined),
];

const namespace = (what: string, uri: (of: string) => string, title: string): MessageFault => ({
  id: `namespace@${what}`,
  title,
  answer: (answer) => void Object.assign(answer.wrapper, { namespace: uri(answer.wrapper.namespace) }),
});

const NAMESPACE: readonly MessageFault[] = [
  namespace('other', () => 'urn:other:bridge', 'the response is in another namespace'),
  namespace('slash', (of) => `${of}/`, 'the response is in a namespace with an additional trailing slash'),
  namespace('case', (of) => of.toUpperCase(), 'the response is in a namespace in capitals'),
  rewrites('namespace@none', 'the response is in no namespace', (xml) => xml.replace(/(<\/?)ns1:/g, '$1')),
  rewrites('namespace@envelope', 'the response is in the namespace of the envelope', (xml) =>
    xml.replace(/(<\/?)ns1:/g, '$1soap:'),
  ),
];

const style = (what: string, attributes: string, title: string): MessageFault => ({
  id: `encoding-style@${what}`,
  title,
  verdict: 'warn',
  answer: (answer) => void Object.assign(answer.wrapper, { attributes }),
});

const otherEncoding = (what: string, uri: string, title: string): MessageFault => ({
  id: `no-other-encoding@${what}`,
  title,
  answer: (answer) => void Object.assign(answer.wrapper, { attributes: ` soap:encodingStyle="${uri}"` }),
});

const ENCODING_STYLE: readonly MessageFault[] = [
  style('none', '', 'the response states no encodingStyle'),
  style('empty', ' soap:encodingStyle=""', 'the response states an empty encodingStyle'),
  style(
    'unqualified',
    ` encodingStyle="${NAMESPACES.encoding}"`,
    'the response states its encodingStyle in an attribute without namespace',
  ),
];

const OTHER_ENCODING: readonly MessageFault[] = [
  otherEncoding('other', 'urn:other:encoding', 'the response states another encodingStyle'),
  otherEncoding(
    'soap-1.2',
    'http://www.w3.org/2003/05/soap-encoding',
    'the response states the encodingStyle of SOAP 1.2',
  ),
  otherEncoding('several', 'urn:other:encoding urn:further:encoding', 'the response states two other encodingStyles'),
  {
    id: 'no-other-encoding@one-part',
    title: 'one part of the response states another encodingStyle, and the response none',
    answer(answer) {
      answer.wrapper.attributes = '';
      const [first] = answer.parts;
      if (first) first.attributes = ' soap:encodingStyle="urn:other:encoding"';
    },
  },
];

const soapFault = (code: string): Partial<Answer> => ({ status: 500, fault: { code, string: 'internal error' } });

/** Without a ticket no other operation can be called, so only a fault distinguishes TicketCreate from a missing service. */
const BESIDE_CREATE: readonly OperationName[] = ['TicketModify', 'AddTicketAttachment'];

const STATUS: readonly MessageFault[] = [
  sets(
    'http-status@fault-with-200',
    'a fault with status 200',
    { ...soapFault('Client'), status: 200 },
    { verdict: 'warn', also: ['answers'] },
  ),
  sets(
    'http-status@fault-with-400',
    'a fault with status 400',
    { ...soapFault('Client'), status: 400 },
    { verdict: 'warn', also: ['answers'] },
  ),
  sets(
    'http-status@response-with-500',
    'a response with status 500',
    { status: 500 },
    { verdict: 'warn', also: ['answers'], only: BESIDE_CREATE },
  ),
  sets('answers@server-fault', 'a documented request is answered with a fault of the server', soapFault('Server')),
  sets(
    'answers@client-fault',
    'a documented request is answered with a fault that blames the client',
    soapFault('Client'),
  ),
  ...[404, 405, 410, 500, 501].map(
    (status): MessageFault => ({
      id: `answers@${status}`,
      title: `a documented request is answered with status ${status}`,
      only: BESIDE_CREATE,
      instead: () => html(status),
    }),
  ),
];

/** Every fault of the message, for each operation. */
export function messageFaults(): FaultDefinition[] {
  return OPERATION_NAMES.flatMap((operation) =>
    [...ENVELOPE, ...MEDIA_TYPE, ...NAMESPACE, ...ENCODING_STYLE, ...OTHER_ENCODING, ...STATUS]
      .filter(({ only }) => only === undefined || only.includes(operation))
      .map(({ id, title, verdict, also, answer, instead }): FaultDefinition => {
        const below = (statement: string): string => `ticket-bridge/${operation}/${statement}`;
        return {
          id: below(id),
          kills: below(id.replace(/@.*/, '')),
          verdict: verdict ?? 'fail',
          ...(also && { also: also.map(below) }),
          title: `${operation}: ${title}`,
          origin: 'hand',
          behaviour: {
            ...(instead && { instead: (request) => (request.operation === operation ? instead() : undefined) }),
            ...(answer && {
              answer(written, context) {
                if (context.operation === operation && !written.fault) answer(written, context);
              },
            }),
          },
        };
      }),
  );
}
