import { stripVTControlCharacters } from 'node:util';
import type { Result, Results } from '../../../src/index.ts';
import { byId } from '../../../src/report/parts/report-input.ts';
import { renderTerminal } from '../../../src/report/terminal/terminal.ts';
import { withVerdict } from '../../verdicts.ts';
import { RESULTS, shown } from '../fixed-results.ts';
import { answered, exchange } from '../recorded.ts';

const requests = byId([exchange('e3', answered(200, '[]'))]);

test('at the usual width', () => {
  expect(
    renderTerminal(RESULTS, { width: 100, colour: false, requests, directory: 'reports/run' }),
  ).toMatchInlineSnapshot(`
    "NON-CONFORMANT: 1 requirement failed; 2 of 11 requirements verified; 6 inconclusive, 1 warned
    (inferred) and 2 skipped.
    Exit code 1: 1 documented requirement failed.

    Notices
      TRANSFER_VOO is not a setting; did you mean TRANSFER_VO?

    Findings (for the developers of the tested software)
      FAIL title of submit_time
        id        transfer/job/submit_time
        document  Resources B, job object: what the document says of it.
        expected  a valid timestamp YYYY-MM-DDTHH:MM:SS, without time zone or fraction
        got       "\\u{1b}[2J\\u{202e}2026-01-02 03:04:05" (in 8 of 8 records), at /0/submit_time
        also      expected a timestamp; got null, with token at /4/submit_time (e4)
        where     list-jobs, exchanges e3 (GET /jobs?vo_name=dteam), e4, e5 and more, with certificate
        show      assay explain e3 reports/run
        reproduce assay run --only transfer/job/submit_time

      WARN title of by-state
        id        transfer/job/job_finished/by-state
        document  Resources B, job object: what the document says of it. (inferred)
        expected  a time
        got       null
        where     list-jobs, exchange e3 (GET /jobs?vo_name=dteam)
        show      assay explain e3 reports/run
        reproduce assay run --only transfer/job/job_finished/by-state

                      transfer
    verified                 2
    failed                   1
    inconclusive             6
    skipped                  2
    inferred: warned         1
    left open                1
    total                   13
    Not configured: ticket-bridge, client-library, data-hub.

    Inconclusive: 6 requirements
         6  identity returned 503; the same for delegation. Blame: the infrastructure.
    Skipped: 2 requirements
         2  Creating jobs is not allowed; ASSAY_ALLOW_CREATE=jobs allows it.

    Residue: 1
      job davs://storage.example.org/out-assay-1a2b3c4d-token-plain: the removal was not confirmed

    42 requests in 2.5 s, depth standard, run 1a2b3c4d, Assay 0.1.0.
    Results: reports/run
    Next:
      assay explain transfer/job/submit_time     show its clause, and how it is judged
      assay clean reports/run                    list the objects that are left, and how to remove them
      assay run --only-failed-from reports/run   test again what failed or warned
      assay doctor                               check addresses, certificates and credentials
    "
  `);
});

test.each([40, 60, 80, 120])('no line is wider than %i columns, commands to copy aside', (width) => {
  const lines = renderTerminal(RESULTS, { width, colour: false, requests, verbose: true }).split('\n');
  expect(lines.filter((line) => line.length > width && !/^ +(id|reproduce|transfer\/)/.test(line))).toEqual([]);
});

test('colour adds nothing but colour', () => {
  const plain = renderTerminal(RESULTS, { width: 100, colour: false, requests });
  const coloured = renderTerminal(RESULTS, { width: 100, colour: true, requests });
  expect(coloured).not.toBe(plain);
  expect(stripVTControlCharacters(coloured)).toBe(plain);
});

test('nothing that a target wrote reaches the terminal as a control character', () => {
  const nasty = '\u001b]0;title\u0007\u009b31m\r\n\u2028\u200bx\u202e\ud800';
  const odd: Results = {
    ...RESULTS,
    requirements: RESULTS.requirements.map((row) => ({
      ...row,
      message: nasty,
      got: nasty,
      expected: nasty,
      at: nasty,
      title: nasty,
    })),
    residue: [{ interface: 'transfer', kind: 'jobs', name: nasty, why: nasty }],
    notices: [nasty],
    gate: [nasty],
  };
  for (const verbose of [false, true]) {
    const text = shown(odd, verbose);
    expect(text.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu)?.filter((character) => character !== '\n') ?? []).toEqual(
      [],
    );
    expect(text).toContain('\\u{1b}');
  }
});

test('a screen holds six findings, and names the others', () => {
  const finding = RESULTS.requirements[0];
  const many: Results = {
    ...RESULTS,
    requirements: Array.from({ length: 400 }, (_, index) => ({
      ...(finding as (typeof RESULTS.requirements)[number]),
      id: `transfer/job/field_${index}`,
    })),
  };
  const text = shown(many);
  expect(text.match(/^ +document /gm)).toHaveLength(6);
  expect(text).toContain('and 394 more (use -v to show all)');
  expect(text).toContain('    and 374 more\n');
  expect(shown(many, true).match(/^ +document /gm)).toHaveLength(400);
});

test('different conclusions are below the table, which fits in 80 columns', () => {
  const conclusions: Results['conclusions'] = {
    ...{ 'ticket-bridge': 'conformant', transfer: 'non-conformant' },
    ...{ 'client-library': 'conformant', 'data-hub': 'conformant' },
  };
  const text = renderTerminal({ ...RESULTS, conclusions, notConfigured: [] }, { width: 80, colour: false });
  expect(text).toMatch(/^ +ticket-bridge {2}transfer {2}client-library {2}data-hub {2}total$/m);
  expect(text).toMatch(
    /^total .*\nConformant: ticket-bridge, client-library, data-hub\. Non-conformant: transfer\.\n\n/m,
  );
});

test('of a narrowed run, the headline counts those that were left out, and the table the selected requirements', () => {
  const requirements = RESULTS.requirements.map((one) =>
    one.verdict === 'skipped' || one.basis === 'gap'
      ? { ...one, verdict: 'skipped' as const, notSelected: true as const }
      : one,
  );
  const text = shown({ ...RESULTS, requirements });
  expect(text).toMatch(
    /^NON-CONFORMANT: 1 requirement failed; 2 of 9 requirements verified; [^.]*\s2\srequirements not\sselected\./,
  );
  expect(text).toMatch(/^total +10\nNot configured: .*\n\n/m);
  expect(text).not.toMatch(/^skipped/im);
});

test('an interrupted run proposes only to run again, and its counts add up', () => {
  const requirements = withVerdict(RESULTS, 'inconclusive');
  const run = { ...RESULTS.run, interrupted: true };
  const text = shown({ ...RESULTS, run, requirements, verified: {}, residue: [] });
  expect(text).toMatch(/^total +6$/m);
  expect(text).toMatch(/Next:\n {2}assay run {3}run again\n$/);
  const invocation = {
    options: { assay: { depth: 'thorough' } },
    again: ['--base', 'last good', '--require-complete'],
  };
  const again = shown({
    ...RESULTS,
    residue: [],
    conclusion: 'incomplete',
    requirements,
    run: { ...run, invocation },
  });
  expect(again).toContain("  assay run --depth thorough --base 'last good' --require-complete");
});

test('further values of a finding are on one line, which says how many more there are', () => {
  const requirements = RESULTS.requirements.map((one) => {
    const also = one.also?.flatMap((further) =>
      ['"a"', '"b"', '"c"'].map((got) => ({ ...further, expected: one.expected ?? '', got })),
    );
    return also ? { ...one, also } : one;
  });
  const text = shown({ ...RESULTS, requirements });
  expect(text.match(/^ {4}also .*/gm)).toEqual(['    also      "a", with token at /4/submit_time (e4); and 2 more']);
});

test('if the disk was full, the last lines do not promise results', () => {
  const written = { ...RESULTS, residue: [] };
  const terminal = { width: 100, colour: false, directory: 'out' };
  expect(renderTerminal(written, { ...terminal, files: ['results.json', 'ledger.jsonl'] })).toMatch(/^Results: out$/m);
  const full = renderTerminal(written, { ...terminal, files: ['ledger.jsonl'] });
  expect(full).toMatch(
    /^Only ledger\.jsonl could be written: out\nNext:\n {2}assay run {3}after the correction, or with another --out: these results were not kept\n$/m,
  );
  expect(full).not.toContain('Results:');
});

test('the reasons of the gate are below the conclusion', () => {
  const gate = ['The gate passed: no documented requirement failed except 1 known failure.'];
  expect(shown({ ...RESULTS, exitCode: 0, gate })).toMatch(
    /^NON-CONFORMANT: 1 requirement failed; 2 of 11 [^.]*\.\nExit code 0: The gate passed: [^.]* except 1 known failure\.\n/,
  );
});

test('problems with the settings stand alone', () => {
  const text = shown({
    ...RESULTS,
    requirements: [],
    conclusions: {},
    exitCode: 2,
    problems: ['TRANSFER_URL is missing.'],
  });
  expect(text).toMatch(/^TRANSFER_URL is missing\.\n[\s\S]*^No request was sent\.$/m);
  expect(text).not.toContain('conformant');
});

test('after a conformant run for a claim, the next step is to certify it', () => {
  const requirements = withVerdict(RESULTS, 'pass');
  const run = { ...RESULTS.run, plan: 'transfer/1' };
  const claim: Results = { ...RESULTS, run, requirements, conclusion: 'conformant', residue: [] };
  expect(shown(claim)).toMatch(/Next:\n {2}assay certify --help {3}how to pack and sign .*\n$/);
  expect(shown({ ...claim, run: { ...run, only: ['transfer'] } })).not.toContain('certify');
});

test('an interface of which --only selects no requirement is not in the table', () => {
  const other = { ...(RESULTS.requirements[0] as Result), id: 'data-hub/space/name', interface: 'data-hub' };
  const results: Results = {
    ...RESULTS,
    conclusions: { ...RESULTS.conclusions, 'data-hub': 'incomplete' },
    requirements: [...RESULTS.requirements, { ...other, verdict: 'skipped', notSelected: true }],
  };
  expect(shown(results)).toMatch(/^ +transfer$/m);
});

test('of a finding with many exchanges, the first ones are named', () => {
  const [found] = RESULTS.requirements.filter(({ verdict }) => verdict === 'fail');
  const exchanges = Array.from({ length: 20 }, (_, index) => `e${index + 1}`);
  const requirements = [{ ...(found as Result), exchanges }];
  const text = shown({ ...RESULTS, requirements });
  expect(text).toContain('exchanges e1, e2, e3 and more');
});
