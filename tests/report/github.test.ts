import type { Result, Results } from '../../src/index.ts';
import { renderGithub } from '../../src/report/files/github.ts';
import { KNOWN, UNCHANGED } from './fixed-results.ts';
import { HOSTILE, RECORDED } from './recorded.ts';

interface Annotation {
  kind: string;
  properties: Record<string, string>;
  message: string;
}

/** Parses lines like the runner (ActionCommand.TryParseV2): a command at the beginning of a line, then its escapes. */
function read(log: string): Annotation[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    const match = /^\s*::(\S+?)(?: (.*?))?::(.*)$/s.exec(line);
    if (match === null) return [];
    const [, kind = '', properties = '', message = ''] = match;
    const pairs = properties.split(',').map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=');
      return [name, data(value.join('=').replaceAll('%3A', ':').replaceAll('%2C', ','))];
    });
    return [{ kind, properties: Object.fromEntries(pairs), message: data(message) }];
  });
}

const data = (text: string) => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');

const FAILED = RECORDED.results.requirements.find(({ verdict }) => verdict === 'fail') as Result;

/** Returns the annotations of a run with these requirements. */
function annotated(requirements: Result[], more: Partial<Results> = {}): Annotation[] {
  return read(renderGithub({ ...RECORDED, results: { ...RECORDED.results, requirements, ...more } }));
}

test('a failure gives its id, the clause, what was expected, what came, and the command; a warning is a warning', () => {
  const [failure, warning, ...others] = read(renderGithub(RECORDED));
  expect(others).toEqual([]);
  expect(failure).toMatchObject({ kind: 'error', properties: { title: 'fail transfer/job/submit_time' } });
  expect(failure?.message.split('\n')).toEqual([
    'title of submit_time',
    'The document: Resources B, job object: what the document says of it.',
    'Expected: a valid timestamp YYYY-MM-DDTHH:MM:SS, without time zone or fraction',
    'Got: "\\u{1b}[2J\\u{202e}2026-01-02 03:04:05" (in 8 of 8 records), at /0/submit_time',
    'Reproduce: assay run --only transfer/job/submit_time',
  ]);
  expect(warning).toMatchObject({ kind: 'warning', properties: { title: 'warn transfer/job/job_finished/by-state' } });
});

const texts = ['::error::x', 'a\n::add-mask::b', '%0A::stop-commands::x', '##vso[task.complete]', HOSTILE];

test.each(texts)('text of a server: %j starts no command, and can be read', (text) => {
  const results = { ...FAILED, id: `transfer/${text}`, title: text, clause: text, expected: text, got: text };
  const log = renderGithub({ ...RECORDED, results: { ...RECORDED.results, requirements: [results] } });
  expect(log.split('\n')).toHaveLength(2);
  expect(log.replaceAll('%0A', '\n').replace(/^::error title=/, '')).not.toMatch(/^\s*::[a-z-]+|##\[|##vso\[/im);
  const [annotation, ...others] = read(log);
  expect(others).toEqual([]);
  // A reader sees the text with escaped control characters.
  const [first = ''] = annotation?.message.split('\n') ?? [];
  expect(
    first.replace(/\\u\{([0-9a-f]+)\}|\\([nr])/g, (_, code, short) =>
      short ? { n: '\n', r: '\r' }[short as 'n' | 'r'] : String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  ).toBe(text);
  expect(annotation?.properties.title).toBe(`fail transfer/${first}`);
});

const cause = { id: 'transfer/cause', headline: 'identity accepts every credential.' };
const many = (count: number, more: Partial<Result> = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...FAILED, id: `transfer/f${index}`, ...more }));

test('of many failures, faults of Assay come first, then what leads a cause; each kind has ten', () => {
  const rows: Result[] = [
    ...many(12, { cause }),
    { ...FAILED, id: 'transfer/alone' },
    { ...FAILED, id: 'transfer/broken', verdict: 'error' },
    ...many(12, { verdict: 'warn' }).map((one) => ({ ...one, id: `${one.id}/warned` })),
  ];
  const shown = annotated(rows);
  expect(shown.slice(0, 4).map(({ properties }) => properties.title)).toEqual([
    'error transfer/broken',
    'fail transfer/f0',
    'fail transfer/alone',
    'fail transfer/f1',
  ]);
  expect(shown.filter(({ kind }) => kind === 'error')).toHaveLength(10);
  expect(shown.filter(({ kind }) => kind === 'warning')).toHaveLength(10);
  expect(shown.at(-1)?.properties.title).toBe('3 more requirements warned');
});

describe('agrees with the gate:', () => {
  test('a known failure is left out, and a green run has no annotation', () => {
    expect(annotated([FAILED], { comparison: { ...UNCHANGED, known: KNOWN }, exitCode: 0 })).toEqual([]);
  });

  test('if nothing was sent, one annotation states why the gate is red', () => {
    const why = ['TRANSFER_URL is not an address.'];
    const [annotation, ...others] = annotated([], { exitCode: 2, problems: why, gate: why });
    expect(others).toEqual([]);
    expect(annotation).toMatchObject({ kind: 'error', properties: { title: 'Assay: exit code 2' } });
    expect(annotation?.message).toContain(why[0]);
  });
});
