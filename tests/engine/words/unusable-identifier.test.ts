/** Identifiers that are not sent, and all others, which are sent unchanged. */
import fc from 'fast-check';
import { made } from '../../../src/engine/words/origins.ts';
import { whyNotSent, whyUnusable } from '../../../src/engine/words/unusable-identifier.ts';
import { anyText } from '../../any-text.ts';
import { asker, parameter } from '../asker.ts';

const UUID = '2f9c1c1e-6a0b-4b6e-9d4b-0c6f5d3e7a11';

test.each<[string, string]>([
  ['', 'is blank'],
  [' \t ', 'is blank'],
  ['\ud800', 'is not well-formed Unicode'],
  ['a\nb', 'contains a control character'],
  ['a\u0085b', 'contains a control character'],
  ['.', 'has a segment that leads to another path'],
  ['../../all', 'has a segment that leads to another path'],
  ['a\\..\\b', 'has a segment that leads to another path'],
  ['https://other.example.org/x', 'is a URL'],
  ['//other.example.org/x', 'is a URL'],
  ['/etc/passwd', 'is a path'],
  ['ALL', 'names every object'],
  ['*', 'names every object'],
  ['a,b', 'is a list'],
  [`${UUID}, ${UUID}`, 'is a list'],
  ['x'.repeat(4097), 'is longer than 4096 bytes'],
])('%j is not sent: it %s', (identifier, why) => expect(whyUnusable(identifier)).toBe(why));

test.each([
  UUID,
  'Ü 世界 𝄞',
  'abc+/def=',
  'vault/0a1b/share',
  'CN=Jane Doe,O=Example,C=EU',
  '.hidden',
  '%2e%2e',
  'a?b#c&d;e',
  '"quoted" <b>',
  'allow',
  'x'.repeat(4096),
])('%j is sent: the document does not forbid it', (identifier) => expect(whyUnusable(identifier)).toBeUndefined());

test('an identifier that is sent is one segment of the address, and comes back from it unchanged', () => {
  const texts = fc.oneof(
    anyText(),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom(...['..', 'all', '\ud800', '%2e', 'http://'], ...'./\\,\0a% ?#ä'), { maxLength: 5 })
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (identifier) => {
      if (whyUnusable(identifier) !== undefined) return;
      const { pathname, search, hash } = new URL(`https://t.example.org/api/jobs/${encodeURIComponent(identifier)}`);
      const segments = pathname.split('/');
      expect([segments.length, decodeURIComponent(segments[3] ?? ''), search, hash]).toEqual([4, identifier, '', '']);
    }),
    { numRuns: 2000 },
  );
});

describe('an operation', () => {
  const [id, path, query] = [
    parameter('id', 'path', { format: 'uuid' }),
    parameter('path', 'path', { segments: true }),
    parameter('vo', 'query'),
  ];
  const sentWith = (params: Record<string, string>, foreign?: Set<string>) =>
    whyNotSent(
      { parameters: [id, path, query] },
      Object.fromEntries(Object.entries(params).map(([name, text]) => [name, made(text)])),
      foreign,
    );

  test.each<[string, Record<string, string>, string | undefined]>([
    ['a documented form', { id: UUID.toUpperCase() }, undefined],
    ['a path that may hold slashes and commas', { path: 'space/a, b/all' }, undefined],
    [
      'a path that leads elsewhere',
      { path: 'space/../other' },
      'the value "space/../other" of path has a segment that leads to another path',
    ],
    ['any text in a query', { vo: '/atlas/../x,y' }, undefined],
    ['half a surrogate pair in a query', { vo: '\udbff' }, 'the value "\\udbff" of vo is not well-formed Unicode'],
  ])('with %s', (_, params, why) => expect(sentWith(params)).toBe(why));

  test('is not sent with an identifier that must not be changed, in either case', () => {
    const foreign = new Set([UUID]);
    const why = `the value "${UUID.toUpperCase()}" of id is that of an object that existed before the run`;
    expect(sentWith({ id: UUID.toUpperCase() }, foreign)).toBe(why);
  });

  test.each([
    ['a DELETE', { method: 'DELETE', creates: 'jobs' }, 0],
    ['a GET', { method: 'GET', creates: 'jobs' }, 1],
  ])('with the identifier of an object that existed before: %s', async (_, operation, times) => {
    const { ask: context, sent } = asker({ operation: { ...operation, path: '/jobs/{id}', parameters: [id] } });
    context.foreign.add(UUID);
    await context.send('jobs', { params: { id: made(UUID) } });
    expect(sent.length).toBe(times);
  });

  test('is recorded with the reason, and nothing is sent', async () => {
    const { ask: context, sent, recorded } = asker({ operation: { path: '/jobs/{id}', parameters: [id] } });
    const exchange = await context.send('jobs', { params: { id: made('\ud800') } });
    expect(sent).toEqual([]);
    expect(recorded).toEqual([[exchange, undefined]]);
    expect(exchange).toMatchObject({
      attempts: [],
      request: { method: 'GET', url: 'https://t.example.org/api/jobs/{id}' },
      outcome: {
        kind: 'failure',
        phase: 'refused-by-safety',
        code: 'UNUSABLE_IDENTIFIER',
        message: expect.stringContaining('"\\ud800" of id is not a UUID'),
      },
    });
  });
});
