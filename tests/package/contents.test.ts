/**
 * The package contains everything to which its pages link, and no file that only the repository needs (`npm pack` lists
 * them).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from '../architecture/project-files.ts';

/** Limits of the tarball and of its files, in bytes: 1.01 and 3.7 MB when they were set. */
const MOST_PACKED = 1_100_000;
const MOST_UNPACKED = 4_000_000;

interface Packed {
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}

const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 << 20,
});
const [packed] = JSON.parse(stdout.replace(/^[^[]*/, '')) as [Packed];
const paths = packed.files.map(({ path }) => path);

/** Returns the relative links of a page, as paths from the package's root. */
function linksOf(page: string) {
  const targets = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target]) => target ?? '',
  );
  return targets
    .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
    .map((target) => posix.join(posix.dirname(page), target.replace(/#.*$/, '')));
}

test('every relative link of a packed page leads to a packed file or folder', () => {
  const pages = paths.filter((path) => path.endsWith('.md'));
  const links = pages.flatMap((page) => linksOf(page).map((target) => ({ page, target })));
  expect(links.length).toBeGreaterThan(20);
  const leadsSomewhere = (target: string) =>
    paths.some((path) => path === target || path.startsWith(target.endsWith('/') ? target : `${target}/`));
  expect(links.filter(({ target }) => !leadsSomewhere(target))).toEqual([]);
});

/** Files that the package may contain. */
const OWN =
  /^(bin\/assay\.mjs|dist\/(src|suites|reference)\/.*|dist\/(catalogue|specs)\.json|(specs|schemas|deploy)\/.*|docs\/(?!images\/).*|(reference|suites)\/.*\.py|action\.yml|reports\/README\.md|[A-Z]+(\.md)?|\.env\.example|package\.json)$/;

test('holds what it needs and nothing else', () => {
  expect(paths.filter((path) => !OWN.test(path) || /\.(test|heavy)\./.test(path))).toEqual([]);
  expect(paths).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      '.env.example',
      'action.yml',
      'bin/assay.mjs',
      'deploy/github/nightly.yml',
      'deploy/gitlab/assay.gitlab-ci.yml',
      'dist/src/cli/main.js',
      'dist/src/index.d.ts',
      'dist/suites/transfer/suite.js',
    ]),
  );
});

test('its size stays within limits', () => {
  expect(packed.size).toBeLessThan(MOST_PACKED);
  expect(packed.unpackedSize).toBeLessThan(MOST_UNPACKED);
});
