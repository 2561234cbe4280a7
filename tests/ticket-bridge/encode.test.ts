import fc from 'fast-check';
import { encodeRequest, escapeText, wrapBase64 } from '../../src/soap/encode.ts';
import { readAs } from '../../src/soap/xsd-types.ts';
import { anyText } from '../any-text.ts';
import { NAMESPACE, startBridge, VALUES } from './sending.ts';

describe('requests', () => {
  const bridge = startBridge();

  test('carry every text of XML 1.0 to the tracker as it is', async () => {
    const xmlText = anyText().map((text) => text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
    await fc.assert(
      fc.asyncProperty(xmlText, async (Subject) => {
        const { reference, ask } = startBridge();
        await ask('TicketCreate', { ...VALUES.TicketCreate, Subject });
        expect(reference.tickets.get(4711)?.subject).toBe(Subject);
      }),
      { numRuns: 200 },
    );
  });

  test('carry every byte of an attachment, wrapped or not', async () => {
    const { reference, ask } = startBridge();
    await ask('TicketCreate');
    await ask('AddTicketAttachment');
    await ask('AddTicketAttachment', {
      ...VALUES.AddTicketAttachment,
      AttachmentData: wrapBase64(VALUES.AddTicketAttachment.AttachmentData),
    });
    const { attachments } = reference.tickets.get(4711)!;
    expect(attachments.map(({ data }) => [...data])).toEqual([
      [...VALUES.AddTicketAttachment.AttachmentData],
      [...VALUES.AddTicketAttachment.AttachmentData],
    ]);
    expect(attachments[0]?.name).toBe('Übersicht 1.bin');
  });

  test('wrapped base64 has lines of 76 characters and is the same bytes', () => {
    const bytes = new Uint8Array(200).map((_, index) => index);
    const lines = wrapBase64(bytes).split('\n');
    expect(lines.slice(0, -1).every((line) => line.length === 76)).toBe(true);
    expect(readAs('base64Binary', lines.join('\n'))).toEqual({ value: bytes });
    expect(wrapBase64(new Uint8Array())).toBe('');
  });

  test.each(['\u0000', 'a\u0008', '\u001f', '\ufffe', '\uffff', '\ud800', '\udc00x', '\ud83d\ud83d\ude00'])(
    '%j cannot be carried, and is refused',
    (text) => {
      expect(() => escapeText(text)).toThrow(/XML 1\.0 cannot carry U\+[0-9A-F]{4}/);
    },
  );

  test('are refused where a part is missing or none of the operation', () => {
    const operation = bridge.operation('AddTicketAttachment');
    expect(() => encodeRequest(operation, { ExternalTicketId: 1 }, { namespace: NAMESPACE })).toThrow(
      /lacks its part AttachmentData/,
    );
    expect(() =>
      encodeRequest(operation, { ...VALUES.AddTicketAttachment, Subject: 'x' }, { namespace: NAMESPACE }),
    ).toThrow(/no part Subject/);
  });
});
