import { decodeMessage, MOST_BYTES } from '../../src/soap/decode.ts';
import { wrapBase64 } from '../../src/soap/encode.ts';
import { httpServer } from '../wire/loopback.ts';

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const around = (inside: string) => `<s:Envelope xmlns:s="${ENVELOPE}"><s:Body>${inside}</s:Body></s:Envelope>`;
const MIB = 1024 * 1024;

/**
 * Decodes, and returns the result with the growth of this thread's heap in MiB. Memory of the whole process would
 * include that of other tests.
 */
function decodeMeasured(bytes: Uint8Array) {
  const before = process.memoryUsage().heapUsed;
  const decoded = decodeMessage(bytes, 'text/xml; charset=utf-8');
  return { decoded, grown: (process.memoryUsage().heapUsed - before) / MIB };
}

describe('hostile answers get a verdict within bounds', () => {
  test('external entities, document types and references are not fetched', async () => {
    let asked = 0;
    const server = await httpServer((_, response) => {
      asked++;
      response.end('4711');
    });
    const url = `${server.url}/`;
    for (const text of [
      `<!DOCTYPE x [<!ENTITY e SYSTEM "${url}">]>${around('<r>&e;</r>')}`,
      `<!DOCTYPE x SYSTEM "${url}">${around('<r/>')}`,
      `<?xml-stylesheet href="${url}"?>${around('<r/>')}`,
      around(
        `<r xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:schemaLocation="urn:x ${url}"><a href="${url}"/></r>`,
      ),
      around(`<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="${url}"/>`),
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>${around('<r>&e;</r>')}`,
    ]) {
      expect(decodeMessage(Buffer.from(text), 'text/xml')).toBeDefined();
    }
    await new Promise((resume) => setImmediate(resume));
    await server.close();
    expect(asked).toBe(0);
  });

  test('a million nested elements', () => {
    const { decoded, grown } = decodeMeasured(Buffer.from('<a>'.repeat(1_000_000)));
    expect(decoded).toMatchObject({ ok: false, problem: 'elements nested more than 100 deep' });
    expect(grown).toBeLessThan(100);
  });

  test('200000 elements side by side', () => {
    const { decoded, grown } = decodeMeasured(Buffer.from(around(`<r>${'<a/>'.repeat(200_000)}</r>`)));
    expect(decoded).toMatchObject({ ok: false, problem: 'more than 100000 elements' });
    expect(grown).toBeLessThan(200);
  });

  test('100 MB of text', () => {
    const bytes = Buffer.alloc(100 * MIB, 0x61);
    const { decoded, grown } = decodeMeasured(bytes);
    expect(decoded).toMatchObject({ ok: false, stage: 'size', problem: `more than ${MOST_BYTES} bytes` });
    expect(grown).toBeLessThan(20);
  });

  test('text up to the limit is read, and unclosed input ends', () => {
    const body = 'a'.repeat(MOST_BYTES - 1000);
    expect(decodeMessage(Buffer.from(around(`<r><a>${body}</a></r>`)), 'text/xml')).toMatchObject({ ok: true });
    expect(decodeMessage(Buffer.from(`<a>${body.slice(0, MIB)}`), 'text/xml')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('not well-formed'),
    });
  });

  test('a long chain of references', () => {
    const references = Array.from({ length: 20_000 }, (_, index) => `<m id="i${index}" href="#i${index + 1}"/>`).join(
      '',
    );
    expect(decodeMessage(Buffer.from(around(`<r><a href="#i0"/></r>${references}`)), 'text/xml')).toHaveProperty('ok');
  });

  test('every cut of a good message is refused', () => {
    const text = around('<t:r xmlns:t="urn:t"><a href="#x"/><b>&amp;</b></t:r><m id="x">1</m>');
    for (let end = 0; end < text.length; end++)
      expect(decodeMessage(Buffer.from(text.slice(0, end)), 'text/xml').ok, text.slice(0, end)).toBe(false);
    expect(decodeMessage(Buffer.from(text), 'text/xml').ok).toBe(true);
  });

  test('every changed byte of a good message has a result and no exception', () => {
    const good = Buffer.from(around('<t:r xmlns:t="urn:t"><a href="#x"/><b>&amp;</b></t:r><m id="x">1</m>'));
    let refused = 0;
    for (let index = 0; index < good.length; index++) {
      for (const byte of [0, 0x3c, 0x26, 0x22, 0x80, 0xff]) {
        const changed = Buffer.from(good);
        changed[index] = byte;
        if (!decodeMessage(changed, 'text/xml').ok) refused++;
      }
    }
    expect(refused).toBeGreaterThan(good.length);
  });

  test('random bytes have a result and no exception', () => {
    let state = 1;
    const random = Uint8Array.from({ length: 5000 }, () => {
      state = (state * 48271) % 2147483647;
      return state & 255;
    });
    for (const charset of ['utf-8', 'utf-16', 'iso-8859-1', 'us-ascii', 'gb18030']) {
      expect(decodeMessage(random, `text/xml; charset=${charset}`).ok).toBe(false);
    }
    expect(wrapBase64(random).length).toBeGreaterThan(5000);
  });
});
