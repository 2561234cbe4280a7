import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schemasOf } from '../../reference/package-root.ts';

/** Calls `use` with a folder that holds the schemas of transfer, in which a job has one more property: `shade`. */
export async function schemasWithShade(use: (dir: string) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'assay-schemas-'));
  try {
    await cp(schemasOf('transfer'), dir, { recursive: true });
    const path = join(dir, 'job.schema.json');
    const schema = JSON.parse(await readFile(path, 'utf8'));
    schema.properties.shade = { type: 'string', examples: ['grey'] };
    await writeFile(path, JSON.stringify(schema));
    await use(dir);
  } finally {
    await rm(dir, { recursive: true });
  }
}
