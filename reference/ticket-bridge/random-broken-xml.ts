/** Random texts in the place of a message, none of them XML. */
import fc, { type Arbitrary } from 'fast-check';
import { SaxesParser } from 'saxes';
import { oddStrings } from '../random-json.ts';

/** Whether a text is not XML; then it cannot be a message. */
function malformed(text: string): boolean {
  const parser = new SaxesParser({ xmlns: true });
  try {
    parser.write(text).close();
    return false;
  } catch {
    return true;
  }
}

/** Changes of a text that leave no XML; where a change leaves some, the text is cut off. */
export const spoilt: Arbitrary<{ readonly what: string; readonly make: (xml: string) => string }> = fc
  .oneof(
    fc
      .tuple(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('<', '&', '</x>', '\u0000', '\u0008', '<?', '<![CDATA[', ']]>', '<x>', '&nbsp;', '"'),
      )
      .map(([share, put]) => ({
        what: `${JSON.stringify(put)} put in`,
        make: (xml: string) =>
          `${xml.slice(0, Math.floor(xml.length * share))}${put}${xml.slice(Math.floor(xml.length * share))}`,
      })),
    fc.tuple(fc.double({ min: 0, max: 0.95, noNaN: true }), fc.integer({ min: 1, max: 60 })).map(([share, length]) => ({
      what: `${length} characters taken out`,
      make: (xml: string) =>
        `${xml.slice(0, Math.floor(xml.length * share))}${xml.slice(Math.floor(xml.length * share) + length)}`,
    })),
    fc
      .double({ min: 0, max: 0.95, noNaN: true })
      .map((share) => ({ what: 'cut off', make: (xml: string) => xml.slice(0, Math.floor(xml.length * share)) })),
    oddStrings().map((text) => ({ what: `the text ${JSON.stringify(text).slice(0, 80)}`, make: () => text })),
    fc.jsonValue().map((value) => ({ what: 'JSON', make: () => JSON.stringify(value) })),
  )
  .map(({ what, make }) => ({ what, make: (xml) => (malformed(make(xml)) ? make(xml) : xml.slice(0, -3)) }));
