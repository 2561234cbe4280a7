// Writes what a release consists of: the package, its bill of materials (CycloneDX), the proof page, and checksums of all.
// Two runs on one commit write the same bytes.
// Last, it names the image of deploy/container, built on a Debian of today, or says why there is none.
//   node .ci/release.js [DIR] [--as-built]     DIR: dist-release; --as-built: packs dist/ as it is, and builds no image
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const asBuilt = args.includes('--as-built');
const out = resolve(args.find((one) => !one.startsWith('--')) ?? join(root, 'dist-release'));
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const npm = (...words) =>
  execFileSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
npm('pack', '--silent', '--pack-destination', out, ...(asBuilt ? ['--ignore-scripts'] : []));

// What the package installs, by the lock file: with --omit dev, npm leaves out packages that development tools use too.
const locked = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
const shipped = new Set(
  locked.flatMap(([path, { version: own, dev, devOptional, peer }]) =>
    path === '' || dev || devOptional || peer ? [] : [`${path.split('node_modules/').at(-1)}@${own}`],
  ),
);
// npm names the component after the folder, and adds a time and a random number.
const bill = JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx'));
bill.components = bill.components.filter((one) => shipped.has(one['bom-ref']));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => shipped.has(ref) || ref === `${name}@${version}`)
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) }));
delete bill.serialNumber;
delete bill.metadata.timestamp;
bill.metadata.component.name = name;
writeFileSync(join(out, `${name}-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
copyFileSync(join(root, 'docs', 'evidence', 'proof.md'), join(out, 'proof.md'));

const sums = readdirSync(out)
  .sort()
  .map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(out, file)))
        .digest('hex')}  ${file}\n`,
  );
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
process.stdout.write(`${out}\n${sums.join('')}`);

if (!asBuilt) {
  const { status, stdout } = spawnSync(join(root, '.ci', 'container'), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const last = stdout.trimEnd().split('\n').at(-1);
  process.stdout.write(status === 0 ? `image ${last}\n` : `${last}\n`);
  if (status !== 0 && status !== 77) process.exitCode = 1;
}
