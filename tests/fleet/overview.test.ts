import { type GatheredMember, memberOf, overviewOf, shardOf } from '../../src/compare/fleet.ts';
import type { Basis } from '../../src/contract/types.ts';
import type { Blame, Results, Verdict } from '../../src/engine/words/types.ts';
import { renderFleetHtml } from '../../src/report/html/fleet.ts';
import { renderFleet } from '../../src/report/terminal/fleet.ts';
import { resultsWith } from '../gate/results.ts';

const NAMES = ['e', 'b', 'd', 'a', 'c'];

const PLAIN = { width: 100, colour: false, verbose: false, directory: 'out', unfinished: [] };

function overview(verdicts: Record<string, Verdict>, problem?: string) {
  const names = Object.keys(verdicts);
  const members: GatheredMember[] = names.map((name) => ({
    name,
    exitCode: verdicts[name] === 'fail' ? 1 : 0,
    directory: name,
    verdicts: new Map([['transfer/a', verdicts[name] as Verdict]]),
  }));
  if (problem !== undefined) members.push({ name: 'gone', exitCode: 4, problem });
  return overviewOf(members, names, undefined);
}

test('shards are the same whatever the order of names, take each name once, and differ by one at most', () => {
  const parts = [1, 2, 3].map((index) => shardOf(NAMES, { index, of: 3 }));
  expect(parts).toEqual([1, 2, 3].map((index) => shardOf(NAMES.toReversed(), { index, of: 3 })));
  expect(parts.flat().sort()).toEqual(NAMES.toSorted());
  expect(parts.map(({ length }) => length)).toEqual([2, 2, 1]);
});

describe('an overview', () => {
  const pass = new Map<string, Verdict>([['transfer/a', 'pass']]);
  const member = (name: string, exitCode = 0) => ({ name, exitCode });

  test('tells of each requirement which verdict is usual, who has another, and who did not plan it', () => {
    const members = [
      {
        ...member('a'),
        verdicts: new Map<string, Verdict>([
          ['transfer/a', 'fail'],
          ['transfer/b', 'warn'],
        ]),
      },
      { ...member('b'), verdicts: pass },
      { ...member('c'), verdicts: pass },
    ];
    expect(overviewOf(members, [], undefined).requirements).toEqual([
      { id: 'transfer/a', usual: 'pass', of: 3, without: [], others: { a: 'fail' }, undecided: [], odd: true },
      { id: 'transfer/b', usual: 'warn', of: 1, without: ['b', 'c'], others: {}, undecided: [], odd: false },
    ]);
  });
});

describe('a member', () => {
  test('counts the requirements that its conclusion counts', () => {
    const made = resultsWith({ 'transfer/a': 'pass', 'transfer/b': 'skipped', 'transfer/c': 'skipped' });
    const bases = { 'transfer/b': 'gap', 'transfer/c': 'inferred' } as Record<string, Basis>;
    const requirements = made.requirements.map((one) => ({ ...one, basis: bases[one.id] ?? one.basis }));
    expect(memberOf('north', 'runs/north', { ...made, requirements }).counts).toMatchObject({ pass: 1, skipped: 0 });
  });
});

describe('a requirement that fails in every deployment that was judged', () => {
  const among = (verdicts: Record<string, Verdict>) => renderFleet(overview(verdicts, 'No results.'), PLAIN);

  test('is named with their number, and that of all', () => {
    expect(among({ a: 'fail', b: 'fail' })).toContain(
      'Fails everywhere: 1\n  transfer/a: fail in all 2 that could be compared (of 3)\n',
    );
  });

  test('is not compared if only one was judged', () => {
    expect(among({ a: 'fail', b: 'inconclusive' })).not.toContain('Fails everywhere');
  });
});

describe('a requirement that a deployment does not decide', () => {
  const without = (blame: Blame, verdict: Verdict = 'inconclusive') => {
    const made = resultsWith({ 'transfer/a': verdict, 'transfer/b': 'pass' });
    const requirements = made.requirements.map((one) => (one.id === 'transfer/a' ? { ...one, blame } : one));
    return { ...made, requirements, exitCode: 3 };
  };
  const among = (...results: Results[]) =>
    overviewOf(
      ['a', 'b', 'c', 'd', 'e'].flatMap((name, at) => (results[at] ? [memberOf(name, name, results[at])] : [])),
      [],
      undefined,
    );
  const passes = resultsWith({ 'transfer/a': 'pass', 'transfer/b': 'pass' });

  test.each(['infrastructure', 'credential', 'settings'] as const)('because of %s is not compared', (blame) => {
    const most = among(without(blame), passes, without(blame), without(blame));
    expect(most.requirements[0]).toMatchObject({ usual: 'pass', undecided: ['a', 'c', 'd'], odd: false });
    for (const made of [most, among(without(blame), passes), among(passes, passes, passes, without(blame))]) {
      expect(renderFleet(made, PLAIN)).not.toMatch(/Outliers|Divided/);
      expect(renderFleetHtml(made)).toContain('Inconclusive requirements are not compared.');
    }
  });

  test.each([
    ['target', 'inconclusive'],
    ['document', 'inconclusive'],
    ['settings', 'skipped'],
  ] as const)('because of %s and is %s is compared', (blame, verdict) => {
    const made = among(passes, passes, passes, without(blame, verdict));
    expect(renderFleet(made, PLAIN)).toContain(`Outliers: 1\n  transfer/a: pass, but ${verdict} in d\n`);
  });

  test('hides no other outlier', () => {
    const fails = resultsWith({ 'transfer/a': 'fail', 'transfer/b': 'pass' });
    const made = among(passes, passes, passes, without('credential'), fails);
    expect(renderFleet(made, PLAIN)).toContain('Outliers: 1\n  transfer/a: pass, but fail in e\n');
    expect(renderFleetHtml(made).match(/ odd"/g)).toHaveLength(1);
    expect(renderFleet(among(fails, fails, without('credential')), PLAIN)).toContain(
      'Fails everywhere: 1\n  transfer/a: fail in all 2 that could be compared (of 3)\n',
    );
  });
});

test('of two, none is odd', () => {
  expect(overview({ a: 'pass', b: 'fail' }).requirements[0]?.odd).toBe(false);
});

describe('a deployment that was not run, and one that did not answer', () => {
  const ids = Array.from({ length: 110 }, (_, index) => `transfer/${index}`);
  const all = (verdict: Verdict) => new Map(ids.map((id) => [id, verdict]));
  const names = ['a', 'b', 'c'];
  const made = overviewOf(
    [
      ...names.map((name) => ({ name, exitCode: 0, directory: name, verdicts: all('pass') })),
      {
        name: 'refused',
        exitCode: 3,
        directory: 'refused',
        problem: 'Connection refused.',
        verdicts: all('inconclusive'),
      },
      { name: 'misspelt', exitCode: 2, directory: 'misspelt', problem: 'TRANSFER_URL is no address.' },
      { name: 'gone', exitCode: 4, problem: 'No results.' },
    ],
    [...names, 'refused', 'misspelt', 'gone'],
    undefined,
  );

  test('have their own states, and no part in any requirement', () => {
    expect(Object.fromEntries(made.deployments.map(({ name, state }) => [name, state]))).toEqual({
      a: 'judged',
      b: 'judged',
      c: 'judged',
      gone: 'not-run',
      misspelt: 'not-run',
      refused: 'nothing-verified',
    });
    expect(made.requirements).toHaveLength(110);
    expect(
      made.requirements.filter(
        ({ of, others, without }) => of !== 3 || Object.keys(others).length + without.length > 0,
      ),
    ).toEqual([]);
  });

  test('are a row each on a terminal, with the reason below, and are counted as in the rows', () => {
    const text = renderFleet(made, PLAIN);
    expect(text).toMatch(/^refused +3 .*\n {4}Connection refused\.$/m);
    expect(text).toMatch(/^misspelt +2 +not run\n/m);
    expect(text).toMatch(/^2 not run \(gone, misspelt\), 1 not verified \(refused\)\. Exit code 2\.$/m);
    const narrow = renderFleet(made, { ...PLAIN, width: 80 });
    expect(narrow.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(text).not.toContain('Outliers');
  });

  test('have a remedy that is not cut off, and the next commands', () => {
    const problem = `GET /jobs returned 401 with the body "${'x'.repeat(300)}"; check TRANSFER_TOKEN.`;
    const long = overviewOf([{ name: 'a', exitCode: 3, problem }], ['a'], undefined);
    const options = { ...PLAIN, width: 200 };
    expect(renderFleet(long, { ...options, settings: 'fleet', again: 'assay fleet fleet --out out --resume' })).toMatch(
      /x"; check\s+TRANSFER_TOKEN\.[\s\S]*Next:\n {2}assay doctor --env-file fleet\/a\.env .*\n {2}assay fleet fleet --out out --resume .*\n {2}assay open out /,
    );
    const several = overviewOf(
      [{ name: 'a', exitCode: 2, problem: 'TRANSFER_URL is no address.\nMore.' }],
      ['a'],
      undefined,
    );
    expect(renderFleet(several, options)).toContain(
      '    TRANSFER_URL is no address.\n    and 1 more (use -v to show all)\n',
    );
    expect(renderFleetHtml(several)).toContain('<div>TRANSFER_URL is no address.</div><div>More.</div>');
    expect(renderFleet(long, options)).toMatch(/Next:\n {2}assay open out /);
  });

  test('have no verdict in the HTML page', () => {
    const divided = overviewOf(
      made.deployments.map((one) => {
        const verdict = { a: 'pass', b: 'pass', c: 'fail', refused: 'inconclusive' }[one.name] as Verdict | undefined;
        return verdict ? { ...one, verdicts: all(verdict) } : one;
      }),
      [],
      undefined,
    );
    const page = renderFleetHtml(divided);
    const verdicts = page.slice(page.indexOf('<h2>Differences'));
    expect(verdicts.match(/title="pass"/g)).toHaveLength(220);
    expect(page).toMatch(/misspelt<\/a><\/th><td>not run<\/td>/);
  });
});

describe('shown', () => {
  const shown = overview({ 'a<b>': 'pass', b: 'pass', 'c"\u001b[31m': 'fail' }, '<script>alert(1)</script>');

  test('on a terminal: what did not pass, and who is odd; no control character', () => {
    const text = renderFleet(shown, { ...PLAIN, unfinished: ['b.unfinished-00000000'] });
    expect(text).toContain('4 deployments: 2 passed, 2 did not.');
    expect(text).toContain('transfer/a: pass, but fail in c"\\u{1b}[31m');
    expect(text).toContain('b.unfinished-00000000');
    expect(text.includes('\u001b')).toBe(false);
  });

  test('as HTML: one file without script or request, in which no name is markup', () => {
    const page = renderFleetHtml(shown);
    expect(page).not.toMatch(/<script|<b>|src=|@import|url\(|https?:/);
    expect(page).toContain('&lt;script&gt;');
    expect(page).toMatch(/class="v-fail odd" title="fail">✗/);
  });
});
