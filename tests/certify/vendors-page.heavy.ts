/** Runs the commands of the page for vendors. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/root.ts';
import { inProcess } from '../cli/in-process.ts';
import { WarmWorkplace } from '../cli/warm.ts';
import type { Ended } from '../process.ts';

const PAGE = readFileSync(join(packageRoot(), 'docs', 'vendors.md'), 'utf8');

/** Returns the lines of the blocks with this opening fence, without the indentation of the fence and comments. */
function linesOf(fence: string) {
  const found = [...PAGE.matchAll(new RegExp(`^( *)\`\`\`${fence}\n(.*?)^ *\`\`\``, 'gms'))];
  return found.flatMap(([, indent = '', body = '']) =>
    body
      .split('\n')
      .map((line) => line.slice(indent.length).replace(/ +#.*/, ''))
      .filter((line) => line !== ''),
  );
}

test('from the installation to a signed bundle there are at most five commands', () => {
  const all = linesOf('sh');
  const way = all.slice(0, all.findIndex((line) => /^npx assay certify .* --out \S+$/.test(line)) + 1);
  expect(way[0]).toBe('npm install --prefix . ./assay-0.1.0.tgz');
  expect(way.length).toBeGreaterThan(3);
  expect(way.length).toBeLessThanOrEqual(5);
});

describe('the practice', () => {
  const place = new WarmWorkplace();
  const ended: Ended[] = [];
  beforeAll(async () => {
    place.write('statement.yaml', linesOf('yaml').join('\n'));
    // The steps are the same at both depths; elsewhere.heavy.ts shows them at the one of a claim.
    for (const command of linesOf('sh practice'))
      ended.push(await place.run(command.replace(/^npx assay /, '').split(' '), { ASSAY_DEPTH: 'standard' }));
  });

  test('ends well, every command of it', () => {
    expect(ended.length).toBe(5);
    expect(ended.map(({ code, stdout, stderr }) => ({ code, ...(code !== 0 && { stdout, stderr }) }))).toEqual(
      ended.map(() => ({ code: 0 })),
    );
    expect(ended[2]?.stdout).toMatch(/^CONFORMANT/m);
    expect(ended[3]?.stdout).toContain('PRACTICE (embedded reference)');
    expect(ended[4]?.stdout).toMatch(/^VERIFIED, level "fresh" \(practice:/);
  });

  test('prints what the page shows', () => {
    const shown = linesOf('text practice');
    expect(shown.length).toBeGreaterThan(4);
    expect(shown.filter((line) => !ended[4]?.stdout.split('\n').includes(line))).toEqual([]);
  });

  test('leaves a key that only its owner can read', () => {
    expect(statSync(place.path('practice.key')).mode & 0o777).toBe(0o600);
  });

  test('cannot be certified without --practice', async () => {
    const { code, stdout } = await place.run(
      'certify practice --statement statement.yaml --key practice.key --out claim.assay',
    );
    const words = (text: string) => text.replace(/\s+/g, ' ');
    const shown = words(linesOf('text practice refused').join('\n'));
    expect({ code, words: words(stdout) }).toEqual({ code: 1, words: expect.stringContaining(shown) });
    expect(shown).toMatch(/^NOT PACKED/);
    expect([...(await place.files()).keys()]).not.toContain(place.path('claim.assay'));
  });

  test('overwrites nothing, and tells what is misspelt', async () => {
    const sealed = 'certify @practice --statement @statement.yaml';
    const wrong: [string, string][] = [
      ['certify --new-key @practice.key', 'it exists already'],
      ['certify', 'To pack a claim: assay certify DIR --statement FILE'],
      ['certify @practice', 'To pack a claim: assay certify DIR --statement FILE'],
      [`${sealed} --key @practice.key.pub --out @x`, 'no unencrypted private key in PEM format'],
      [`${sealed} --plan tranfser --key @practice.key --out @x`, 'did you mean transfer?'],
      [
        `${sealed} --plan tranfser --key @practice.key.pub --out @x`,
        `. --key "${place.path('/')}practice.key.pub": no unencrypted`,
      ],
      ['certify @practice --statement @practice.key --key @practice.key --out @x', 'statement'],
      ['verify @nothing.assay', `Cannot read "${place.path('nothing.assay')}"`],
      ['verify @practice.assay --key @statement.yaml', 'no public key in PEM format'],
      ['verify @practice.assay --key @practice.key', 'a private key, which belongs to the vendor alone'],
      ['verify @practice.assay --trust @statement.yaml', 'no certificate in PEM format found'],
      ['verify @practice.assay --nonce @statement.yaml', 'not a challenge (JSON with the format assay-challenge/1)'],
      ['run --reference --plan transfer-client', 'is about clients'],
    ];
    for (const [args, why] of wrong) {
      const { code, stdout, stderr } = await inProcess(
        args.split(' ').map((word) => word.replace(/^@/, place.path('/'))),
      );
      const said = `${stdout}${stderr}`.replace(/\s+/g, ' ');
      expect({ args, code, said: said.includes(why) || said }).toEqual({ args, code: 2, said: true });
    }
  });
});
