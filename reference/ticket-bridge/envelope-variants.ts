/** Lawful ways to write the envelope and to send it (SOAP 1.1, sections 4 and 6; XML 1.0; HTTP). */
import { gzipSync } from 'node:zlib';
import type { ReferenceResponse } from '../types.ts';
import { type Answer, escapeXml, NAMESPACES } from './answer.ts';
import { type VariantDefinition, variant } from './variant-definition.ts';

const rewrites = (id: string, title: string, change: (xml: string) => string, ...tags: string[]): VariantDefinition =>
  variant(id, title, (answer) => void answer.rewrite.push(change), ...tags);
const sets = (id: string, title: string, values: Partial<Answer>, ...tags: string[]): VariantDefinition =>
  variant(id, title, (answer) => void Object.assign(answer, values), ...tags);
const sends = (
  id: string,
  title: string,
  change: (response: ReferenceResponse) => ReferenceResponse,
  ...tags: string[]
): VariantDefinition => variant(id, title, (answer) => void answer.send.push(change), ...tags);
const header = (content: string): string => `<soap:Header>${content}</soap:Header>`;
/** Replaces outside of tags' inside only: attribute quotes. */
const inTags = (xml: string, change: (tag: string) => string): string => xml.replace(/<[^!?][^>]*>/g, change);

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const envelopeVariants: readonly VariantDefinition[] = [
  variant('soap-lite', 'the form in which SOAP::Lite answers', (answer) => {
    answer.envelopeAttributes = ` soap:encodingStyle="${NAMESPACES.encoding}" xmlns:soapenc="${NAMESPACES.encoding}" xmlns:xsd="${NAMESPACES.schema}" xmlns:xsi="${NAMESPACES.instance}"`;
    Object.assign(answer.wrapper, { prefix: '', attributes: '' });
  }),
  variant('axis', 'the form in which Axis 1 answers', (answer) => {
    answer.soap.prefix = 'soapenv';
    answer.wrapper.attributes = ` soapenv:encodingStyle="${NAMESPACES.encoding}"`;
    for (const [index, part] of answer.parts.entries()) {
      answer.afterWrapper += `<multiRef id="id${index}" soapenc:root="0" soapenv:encodingStyle="${NAMESPACES.encoding}" xsi:type="soapenc:${part.type?.replace('xsd:', '')}">${escapeXml(part.value)}</multiRef>`;
      Object.assign(part, { attributes: ` href="#id${index}"`, type: undefined, content: '' });
    }
  }),
  variant('php', 'the form in which the extension of PHP answers', (answer) => {
    answer.soap.prefix = 'SOAP-ENV';
    answer.envelopeAttributes += ` xmlns:ns1="${escapeXml(answer.wrapper.namespace)}" SOAP-ENV:encodingStyle="${NAMESPACES.encoding}"`;
    answer.wrapper.attributes = '';
  }),
  variant(
    'envelope-default-namespace',
    'the envelope is in a default namespace',
    (answer) => {
      answer.soap.prefix = '';
      answer.envelopeAttributes += ` xmlns:e="${NAMESPACES.envelope}"`;
      answer.wrapper.attributes = ` e:encodingStyle="${NAMESPACES.encoding}"`;
      for (const part of answer.parts) part.prefix = 'ns1';
    },
    'prefix',
  ),
  rewrites(
    'prefix-odd',
    'the envelope has a long non-ASCII prefix',
    (xml) => xml.replaceAll('soap:', 'Sóäp-1.x_:').replace('xmlns:soap=', 'xmlns:Sóäp-1.x_='),
    'prefix',
  ),
  rewrites(
    'prefix-rebound',
    'the prefix of the envelope means the service inside',
    (xml) =>
      xml.replace(
        /<ns1:(\S+) xmlns:ns1="([^"]*)" soap:encodingStyle="([^"]*)">([\s\S]*)<\/ns1:/,
        '<soap:$1 xmlns:soap="$2" xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" e:encodingStyle="$3">$4</soap:',
      ),
    'prefix',
  ),
  rewrites(
    'single-quotes',
    'attributes have single quotes',
    (xml) =>
      inTags(xml, (tag) => tag.replaceAll('"', "'")).replace(
        /<\?xml[^>]*\?>/,
        "<?xml version='1.0' encoding='UTF-8'?>",
      ),
    'lexical',
  ),
  rewrites(
    'attributes-spread',
    'attributes stand on separate lines',
    (xml) => inTags(xml, (tag) => tag.replace(/ (?=[\w:-]+=")/g, '\n\t').replace(/=(?=")/g, ' = ')),
    'lexical',
  ),
  rewrites('end-tags-spaced', 'end tags hold white space', (xml) => xml.replace(/<\/([^>]+)>/g, '</$1 \n>'), 'lexical'),
  sets('indented', 'elements stand on separate lines', { space: '\n    ' }, 'lexical'),
  sets('carriage-returns', 'lines end with carriage return and line feed', { space: '\r\n\t' }, 'lexical'),
  rewrites(
    'comments',
    'comments stand everywhere',
    (xml) => xml.replace('?>\n', '?>\n<!-- <a> & -->').replace(/></g, '><!-- between --><').concat('<!-- end -->\n'),
    'lexical',
  ),
  rewrites(
    'namespace-references',
    'the service namespace is written with character references',
    (xml) => xml.replace(/xmlns:ns1="(.)/, (_, first: string) => `xmlns:ns1="&#x${first.charCodeAt(0).toString(16)};`),
    'lexical',
  ),
  rewrites('trailing-white-space', 'line breaks follow the message', (xml) => `${xml}\n\r\n \t\n`, 'lexical'),
  sets(
    'blank-after-declaration',
    'white space follows the XML declaration',
    { declaration: '<?xml version="1.0" encoding="UTF-8"?>\n\n   \n' },
    'lexical',
  ),
  sets(
    'standalone',
    'the XML declaration says standalone',
    { declaration: '<?xml version="1.0" encoding="utf-8" standalone="yes" ?>' },
    'lexical',
  ),

  sets('header-empty', 'there is an empty Header', { beforeBody: '<soap:Header/>' }, 'header'),
  sets(
    'header-optional',
    'a header need not be understood',
    { beforeBody: header('<t:Trace xmlns:t="urn:trace" soap:mustUnderstand="0">abc</t:Trace>') },
    'header',
  ),
  sets(
    'header-nested',
    'headers hold elements, ids and namespaces',
    {
      beforeBody: header(
        '<t:A xmlns:t="urn:trace" id="id0"><t:B><t:C xmlns="urn:c"/></t:B></t:A><t:D xmlns:t="urn:d" soap:actor="urn:next">&lt;</t:D>',
      ),
    },
    'header',
  ),
  sets('after-body', 'an element of another namespace follows the Body', {
    afterBody: '<x:signature xmlns:x="urn:x">none</x:signature>',
  }),
  sets('body-attributes', 'Envelope and Body have attributes of other namespaces', {
    bodyAttributes: ' xmlns:u="urn:u" u:Id="body"',
  }),

  sends(
    'http-headers',
    'the answer has many headers',
    (response) => ({
      ...response,
      headers: [
        ...response.headers,
        ['SOAPServer', 'SOAP::Lite/Perl/1.27'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['Server', 'tracker'],
        ['Cache-Control', 'private, max-age=0'],
      ],
    }),
    'http',
  ),
  sets('status-202', 'the status is 202', { status: 202 }, 'http'),
  sets('status-201', 'the status is 201', { status: 201 }, 'http'),
  sends(
    'chunked',
    'the answer comes in small pieces',
    (response) =>
      response.body instanceof Uint8Array
        ? { ...response, body: () => inPieces(response.body as Uint8Array, 7) }
        : response,
    'http',
  ),
  variant(
    'gzip',
    'the answer is compressed where the request allows it',
    (answer, { request }) => {
      // RFC 9110, section 12.5.3: without Accept-Encoding any coding is acceptable, but servers send none unasked.
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return;
      answer.send.push((response) =>
        response.body instanceof Uint8Array
          ? {
              ...response,
              headers: [...response.headers, ['Content-Encoding', 'gzip']],
              body: new Uint8Array(gzipSync(response.body)),
            }
          : response,
      );
    },
    'http',
  ),
];
