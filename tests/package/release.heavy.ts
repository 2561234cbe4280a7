/** The files of a release have the same bytes each time, and matching checksums. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../afterwards.ts';
import { ROOT } from '../architecture/project-files.ts';

const folder = temporaryFolder();

function release(name: string) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, '.ci', 'release.js'), join(folder, name), '--as-built'],
    { encoding: 'utf8' },
  );
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return join(folder, name);
}

test('two releases have the same bytes, a bill of materials and checksums', () => {
  const [one, other] = [release('one'), release('other')];
  const files = readdirSync(one).sort();
  expect(files).toEqual(['SHA256SUMS', 'assay-0.1.0.cdx.json', 'assay-0.1.0.tgz', 'proof.md']);
  for (const file of files)
    expect([file, readFileSync(join(other, file)).equals(readFileSync(join(one, file)))]).toEqual([file, true]);
  expect(spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: one }).status).toBe(0);
  const bill = JSON.parse(readFileSync(join(one, 'assay-0.1.0.cdx.json'), 'utf8')) as {
    components: { name: string }[];
    metadata: { component: object };
  };
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const named = bill.components.map(({ name }) => name);
  expect(Object.keys(dependencies).filter((one) => !named.includes(one))).toEqual([]);
  expect(named).not.toContain('knip');
  expect(bill.metadata.component).toMatchObject({ name: 'assay', version: '0.1.0' });
});
