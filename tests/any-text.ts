import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any text without lone surrogates. The unit `binary` of fast-check gives such texts, too, but first makes a table of a
 * million characters.
 */
export const anyText = (lengths: Pick<fc.StringConstraints, 'minLength' | 'maxLength'> = {}): fc.Arbitrary<string> =>
  fc.string({
    ...lengths,
    unit: fc
      .nat({ max: 0x10ffff - SURROGATES.count })
      .map((at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count)),
  });
