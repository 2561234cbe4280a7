/** A newly documented field is one edit in one file: everything else follows from it. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadContract } from '../../src/contract/contracts.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { temporaryFolder } from '../afterwards.ts';
import { start } from '../process.ts';

const NEW = 'transfer/job/queue_position';
const copy = temporaryFolder();

/** What a command of the copied package, or a script that imports its modules, prints. */
async function output(...args: string[]) {
  const { stdout, stderr } = await start(process.execPath, args, copy, { TMPDIR: tmpdir() }).ended;
  expect(stderr).toBe('');
  return stdout;
}
const module = (...path: string[]) => JSON.stringify(join(copy, 'dist', ...path));

beforeAll(() => {
  for (const part of ['dist', 'specs', 'schemas', 'package.json'])
    cpSync(join(packageRoot(), part), join(copy, part), { recursive: true });
  symlinkSync(join(packageRoot(), 'node_modules'), join(copy, 'node_modules'), 'dir');
  // This is the only edit.
  const file = join(copy, 'schemas', 'transfer', 'job.schema.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { properties: Record<string, unknown> };
  schema.properties.queue_position = {
    type: ['integer', 'null'],
    clause: 'Resources B, job object: `queue_position` is an integer or null.',
    examples: [4, null],
  };
  writeFileSync(file, JSON.stringify(schema));
});

describe('a property added to the schema of the job object', () => {
  test('is a requirement, with its clause, and nothing else changes', () => {
    const [before, after] = [loadContract('transfer'), loadContract('transfer', { root: copy })];
    const added = [...after.requirements.keys()].filter((id) => !before.requirements.has(id));
    expect(added).toEqual([NEW]);
    expect(after.requirements.size).toBe(before.requirements.size + 1);
    expect(after.requirements.get(NEW)).toMatchObject({
      basis: 'documented',
      operation: 'list-jobs',
      title: 'job object: queue_position is an integer or null',
    });
    expect(after.digest).not.toBe(before.digest);
  });

  test('leaves the contract of clients as it is, so their plan stays current', () => {
    const [before, after] = [undefined, copy].map((root) => loadContract('transfer', { root }).clients?.());
    expect(after?.digest).toBe(before?.digest);
  });

  test('is checked, and the reference has a value for it', async () => {
    const judged = await output(
      '--input-type=module',
      '-e',
      `import { runConformance } from ${module('src', 'index.js')};
       import { startTransferReference } from ${module('reference', 'transfer', 'start.js')};
       const started = await startTransferReference();
       const { exitCode, requirements } = await runConformance({ env: { ...started.env, ASSAY_ALLOW_CREATE: 'jobs', TRANSFER_CANCEL_WAIT_MS: '300' } });
       await started.close();
       console.log(JSON.stringify({ exitCode, row: requirements.find(({ id }) => id === ${JSON.stringify(NEW)}) }));`,
    );
    expect(JSON.parse(judged)).toMatchObject({
      exitCode: 0,
      row: { verdict: 'pass', lanes: { certificate: 'pass', token: 'pass' } },
    });
  });

  test('has faults, each killed by that requirement and no other', async () => {
    const killed = await output(
      '--input-type=module',
      '-e',
      `import { compareFault, startCampaign } from ${module('src', 'selftest', 'campaign.js')};
       import { inProcessReferenceOf } from ${module('src', 'selftest', 'in-process-references.js')};
       const reference = await inProcessReferenceOf('transfer');
       const campaign = await startCampaign(reference);
       const outcomes = [];
       for (const fault of reference.faults.filter(({ kills }) => kills === ${JSON.stringify(NEW)}))
         outcomes.push(compareFault(fault, (await campaign.run({ fault: fault.id })).results, campaign.clean, [fault]));
       await reference.close();
       console.log(JSON.stringify(outcomes));`,
    );
    const outcomes = JSON.parse(killed) as { id: string; killed: boolean; red: string[] }[];
    expect(outcomes.length).toBeGreaterThanOrEqual(5);
    expect(outcomes.map(({ id }) => id)).toContain(`${NEW}@missing`);
    expect(outcomes.filter((outcome) => !outcome.killed || outcome.red.length !== 1)).toEqual([]);
  });
});
