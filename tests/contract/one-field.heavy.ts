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
  test('is a requirement with its clause; nothing else changes, and no plan of clients becomes stale', () => {
    const [before, after] = [loadContract('transfer'), loadContract('transfer', { root: copy })];
    expect([...after.requirements.keys()].filter((id) => !before.requirements.has(id))).toEqual([NEW]);
    expect(after.requirements.size).toBe(before.requirements.size + 1);
    expect(after.requirements.get(NEW)).toMatchObject({
      ...{ basis: 'documented', operation: 'list-jobs', title: 'job object: queue_position is an integer or null' },
    });
    expect(after.digest).not.toBe(before.digest);
    expect(after.clients?.().digest).toBe(before.clients?.().digest);
  });

  test('is checked in both lanes, and has faults, each killed by that requirement and no other', async () => {
    const script = `
      import { compareFault, startCampaign } from './dist/src/selftest/campaign.js';
      import { inProcessReferenceOf } from './dist/src/selftest/in-process.js';
      const reference = await inProcessReferenceOf('transfer');
      const campaign = await startCampaign(reference);
      const faults = reference.faults.filter(({ kills }) => kills === '${NEW}');
      const outcomes = [];
      for (const fault of faults)
        outcomes.push(compareFault(fault, (await campaign.run({ fault: fault.id })).results, campaign.clean, [fault]));
      await reference.close();
      const row = campaign.clean.requirements.find(({ id }) => id === '${NEW}');
      console.log(JSON.stringify({ row, outcomes }));`;
    const args = ['--input-type=module', '-e', script];
    const { stdout, stderr } = await start(process.execPath, args, copy, { TMPDIR: tmpdir() }).ended;
    expect(stderr).toBe('');
    const { row, outcomes } = JSON.parse(stdout) as {
      row: object;
      outcomes: { id: string; killed: boolean; red: string[] }[];
    };
    expect(row).toMatchObject({ verdict: 'pass', lanes: { certificate: 'pass', token: 'pass' } });
    expect(outcomes.length).toBeGreaterThanOrEqual(5);
    expect(outcomes.map(({ id }) => id)).toContain(`${NEW}@missing`);
    expect(outcomes.filter(({ killed, red }) => !killed || red.length !== 1)).toEqual([]);
  });
});
