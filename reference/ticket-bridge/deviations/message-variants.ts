/** Legal ways to write the envelope and to send it (SOAP 1.1, sections 4 and 6; XML 1.0; HTTP). */
import { contentOf, escapeXml, NAMESPACES, STYLE, style } from '../answer.ts';
import {
  answer,
  type Change,
  coding,
  everyPart,
  more,
  pieces,
  replace,
  rewrite,
  type VariantTable,
  type Where,
  wrapper,
} from '../operators.ts';
import { inTags } from './loose-xml.ts';

const tags = (changed: (tag: string) => string) => rewrite((xml) => inTags(xml, changed));
const declared = (declaration: string) => answer({ declaration });
/** Returns a Header with these entries. */
export const header = (content: string): Change => answer({ beforeBody: `<soap:Header>${content}</soap:Header>` });

// RFC 9110, section 12.5.3: without Accept-Encoding any coding is acceptable, but servers send none unasked.
const GZIP_ACCEPTED: Where = { when: ({ request }) => /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') };

export const messageVariants: VariantTable = {
  'soap-lite': [
    answer({
      envelopeAttributes: `${STYLE} xmlns:soapenc="${NAMESPACES.encoding}" xmlns:xsd="${NAMESPACES.schema}" xmlns:xsi="${NAMESPACES.instance}"`,
    }),
    wrapper({ prefix: '', attributes: '' }),
  ],
  axis: [
    answer({ prefix: 'soapenv' }),
    wrapper({ attributes: style(NAMESPACES.encoding, 'soapenv:') }),
    everyPart({
      reference: {
        element: (id, part) =>
          `<multiRef id="${id}" soapenc:root="0"${style(NAMESPACES.encoding, 'soapenv:')} xsi:type="soapenc:${part.type?.replace('xsd:', '')}">${contentOf(part)}</multiRef>`,
      },
    }),
  ],
  php: [
    answer(({ envelopeAttributes }, { namespace }) => ({
      prefix: 'SOAP-ENV',
      envelopeAttributes: `${envelopeAttributes} xmlns:ns1="${escapeXml(namespace)}"${style(NAMESPACES.encoding, 'SOAP-ENV:')}`,
    })),
    wrapper({ attributes: '' }),
  ],
  'envelope-default-namespace': [
    answer({ prefix: '' }),
    answer(more('envelopeAttributes', ` xmlns:e="${NAMESPACES.envelope}"`)),
    wrapper({ attributes: style(NAMESPACES.encoding, 'e:') }),
    everyPart({ prefix: 'ns1' }),
  ],
  'prefix-odd': rewrite((xml) => xml.replaceAll('soap:', 'Sóäp-1.x_:').replace('xmlns:soap=', 'xmlns:Sóäp-1.x_=')),
  'prefix-rebound': replace(
    /<ns1:(\S+) xmlns:ns1="([^"]*)" soap:encodingStyle="([^"]*)">([\s\S]*)<\/ns1:/,
    `<soap:$1 xmlns:soap="$2" xmlns:e="${NAMESPACES.envelope}" e:encodingStyle="$3">$4</soap:`,
  ),
  'single-quotes': [
    tags((tag) => tag.replaceAll('"', "'")),
    replace(/<\?xml[^>]*\?>/, "<?xml version='1.0' encoding='UTF-8'?>"),
  ],
  'attributes-spread': tags((tag) => tag.replace(/ (?=[\w:-]+=")/g, '\n\t').replace(/=(?=")/g, ' = ')),
  'end-tags-spaced': replace(/<\/([^>]+)>/g, '</$1 \n>'),
  indented: answer({ space: '\n    ' }),
  'carriage-returns': answer({ space: '\r\n\t' }),
  comments: [
    replace('?>\n', '?>\n<!-- <a> & -->'),
    replace(/></g, '><!-- between --><'),
    replace(/$/, '<!-- end -->\n'),
  ],
  'namespace-references': rewrite((xml) =>
    xml.replace(/(?<=xmlns:ns1=")./, (first) => `&#x${first.charCodeAt(0).toString(16)};`),
  ),
  'trailing-white-space': replace(/$/, '\n\r\n \t\n'),
  'blank-after-declaration': declared('<?xml version="1.0" encoding="UTF-8"?>\n\n   \n'),
  standalone: declared('<?xml version="1.0" encoding="utf-8" standalone="yes" ?>'),

  'header-empty': answer({ beforeBody: '<soap:Header/>' }),
  'header-optional': header('<t:Trace xmlns:t="urn:trace" soap:mustUnderstand="0">abc</t:Trace>'),
  'header-nested': header(
    '<t:A xmlns:t="urn:trace" id="id0"><t:B><t:C xmlns="urn:c"/></t:B></t:A><t:D xmlns:t="urn:d" soap:actor="urn:next">&lt;</t:D>',
  ),
  'after-body': answer({ afterBody: '<x:signature xmlns:x="urn:x">none</x:signature>' }),
  'body-attributes': answer({ bodyAttributes: ' xmlns:u="urn:u" u:Id="body"' }),

  'http-headers': answer({
    headers: [
      ['SOAPServer', 'SOAP::Lite/Perl/1.27'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['Server', 'tracker'],
      ['Cache-Control', 'private, max-age=0'],
    ],
  }),
  'status-202': answer({ status: 202 }),
  'status-201': answer({ status: 201 }),
  chunked: pieces(7),
  gzip: coding('gzip', GZIP_ACCEPTED),
};
