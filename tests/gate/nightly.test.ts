/** Nights against a reference: clean; with a new fault, and again; the same with an entry in the baseline; the entry expired; gone. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTransferReference } from '../../reference/transfer/reference.ts';
import { type StartedTransferReference, startTransferReference } from '../../reference/transfer/start.ts';
import type { Handler } from '../../reference/types.ts';
import { dayAfter } from '../../src/compare/baseline.ts';
import { renderMarkdown } from '../../src/report/files/markdown.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { type HostOutcome, hostRun } from '../../src/run/run-conformance.ts';

const FAULTY = 'transfer/job/priority';
const TODAY = new Date().toISOString().slice(0, 10);

let folder: string;
/** Nights are compared, so the deployment keeps its address: what answers there is changed. */
let deployment: StartedTransferReference;
let tonight: Handler;
const nights: HostOutcome[] = [];
const summaries: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-nights-'));
  const baseline = join(folder, 'baseline.yaml');
  deployment = await startTransferReference({ around: () => (request) => tonight(request) });
  await night({});
  await night({ fault: `${FAULTY}@missing`, compare: 0 });
  await night({ fault: `${FAULTY}@missing`, compare: 1 });
  await writeBaseline(baseline, dayAfter(TODAY, 10));
  await night({ fault: `${FAULTY}@missing`, compare: 2, baseline });
  await writeBaseline(baseline, dayAfter(TODAY, -1));
  await night({ fault: `${FAULTY}@missing`, compare: 3, baseline });
  await night({ compare: 4, baseline });
});
afterAll(async () => {
  await deployment?.close();
  await rm(folder, { recursive: true, force: true });
});

async function night({
  fault,
  compare,
  baseline,
}: {
  fault?: string;
  compare?: number;
  baseline?: string;
}): Promise<void> {
  tonight = createTransferReference({ pki: deployment.pki, ...(fault !== undefined && { fault }) }).handler;
  const outcome = await hostRun({
    env: deployment.env,
    out: directoryOf(nights.length),
    ...(compare !== undefined && { compare: directoryOf(compare) }),
    ...(baseline !== undefined && { baseline }),
  });
  nights.push(outcome);
  const { results, conducted } = outcome;
  const exchanges = (conducted?.judgeables ?? []).flatMap(({ recording }) => recording.exchanges);
  summaries.push(renderMarkdown({ results, exchanges, ...(results.comparison && { comparison: results.comparison }) }));
}

function directoryOf(night: number): string {
  return join(folder, `night-${night}`);
}

async function writeBaseline(path: string, expires: string): Promise<void> {
  await writeFile(
    path,
    `format: assay-baseline/1
entries:
  - requirement: ${FAULTY}
    verdict: fail
    reason: the next release sends it
    owner: ada
    expires: ${expires}
`,
  );
}

/** Headings of the summary that count something, and the requirements named below each. */
function named(summary: string, heading: string): string[] | undefined {
  const [, part] = new RegExp(`^### ${heading}: \\d+\\n(.*?)(?=^### |^<|\\Z)`, 'ms').exec(`${summary}\n<`) ?? [];
  return part === undefined
    ? undefined
    : [...new Set([...part.matchAll(/`(transfer\/[^`\s]+)`/g)].map(([, id]) => id as string))];
}

const PARTS = [
  'Unexpected',
  'New',
  'Still',
  'Known',
  'Fixed',
  'Lost',
  'Expired baseline entries',
  'Baseline entries that expire soon',
  'Stale baseline entries',
];

/** The night, its exit code, and what its summary names. */
const STORY: readonly (readonly [string, number, Readonly<Record<string, readonly string[]>>])[] = [
  ['clean', 0, {}],
  ['a new fault', 1, { New: [FAULTY] }],
  ['the same fault', 1, { Still: [FAULTY] }],
  ['the same with an entry in the baseline', 0, { Known: [FAULTY], 'Baseline entries that expire soon': [FAULTY] }],
  ['the entry expired', 1, { 'Expired baseline entries': [FAULTY] }],
  ['the fault gone, the entry still there', 1, { 'Expired baseline entries': [FAULTY], Fixed: [FAULTY] }],
];

describe('night by night', () => {
  test.each(STORY.map(([name, exitCode, parts], index) => ({ name, exitCode, parts, index })))(
    '$name: exit $exitCode, and the summary names exactly what changed',
    ({ exitCode, parts, index }) => {
      const summary = summaries[index] ?? '';
      expect(nights[index]?.results.exitCode).toBe(exitCode);
      expect(
        Object.fromEntries(
          PARTS.flatMap((part) => {
            const ids = named(summary, part);
            return ids === undefined ? [] : [[part, ids]];
          }),
        ),
      ).toEqual(parts);
      const told =
        'The gate fails on: unexpected failures \\(no live baseline entry\\), expired baseline entries, lost passes, passes that became worse.';
      expect(summary.includes(told)).toBe(index > 0);
    },
  );

  test('no verdict is changed by a baseline', () => {
    const verdicts = nights
      .slice(1, 5)
      .map(({ results }) => results.requirements.map(({ id, verdict }) => `${id} ${verdict}`));
    expect(verdicts[1]).toEqual(verdicts[0]);
    expect(verdicts[2]).toEqual(verdicts[0]);
    expect(verdicts[3]).toEqual(verdicts[0]);
    expect(nights.map(({ results }) => results.conclusion === 'non-conformant')).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  test('judged again from its evidence each night comes to the same exit code and comparison', async () => {
    for (const [index, { results }] of nights.entries()) {
      const again = await judgeAgain(directoryOf(index));
      expect({ exitCode: again.exitCode, gate: again.gate, comparison: again.comparison }).toEqual({
        exitCode: results.exitCode,
        gate: results.gate,
        comparison: results.comparison,
      });
      expect(JSON.parse(await readFile(join(directoryOf(index), 'results.json'), 'utf8'))).toMatchObject({
        policy: { failOn: ['new', 'expired', ...(index === 0 ? [] : ['lost', 'worse'])] },
      });
    }
  });
});
