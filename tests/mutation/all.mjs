/** Every part of `npm run mutation`, one by one; `node tests/mutation/all.mjs PART …` runs only those. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const parts = Object.keys(JSON.parse(readFileSync(new URL('parts.json', import.meta.url), 'utf8')));
const asked = process.argv.slice(2);
let status = 0;
for (const part of asked.length > 0 ? asked : parts) {
  console.log(`\n== ${part}`);
  const ended = spawnSync('npx', ['stryker', 'run'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, MUTATION_OF: part },
  });
  status ||= ended.status ?? 1;
}
process.exitCode = status;
