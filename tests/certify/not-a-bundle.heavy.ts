/** Files that are not bundles are rejected, with no more memory than their size. */
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { packMembers, unpackMembers } from '../../src/certify/bundle-file.ts';
import type { Verification } from '../../src/certify/types.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { sha256 } from '../../src/files/sha256.ts';
import type { HarEntry } from '../../src/wire/evidence/har.ts';
import { Workplace } from '../cli/command.ts';
import { edited, HonestRun, refusals } from './honest-run.ts';

const honest = await HonestRun.shared();
const bundle = await honest.bundle();

function repacked(name: string, content: string) {
  return packMembers(unpackMembers(bundle).set(name, strToU8(content)));
}

describe('a file that is not a bundle', () => {
  const refused = async (file: Uint8Array) => refusals(await honest.verify(file), 'file');

  test('truncated, extended, empty, or something else', async () => {
    for (const file of [
      bundle.subarray(0, bundle.length - 1),
      bundle.subarray(0, 5000),
      Buffer.concat([bundle, strToU8('x')]),
      Buffer.concat([strToU8('x'), bundle]),
      new Uint8Array(),
      strToU8('PK'),
    ])
      expect(await refused(file)).toMatch(
        /^Not a bundle that assay certify wrote: (?:it is not a zip archive|Assay writes no member)|^The file was changed|lacks/,
      );
  });

  test('with a byte changed within it says in which member', async () => {
    const changed = Uint8Array.from(bundle);
    const at = Buffer.from(changed).indexOf('"conclusion"');
    changed[at + 1] = 0x43;
    const verification = await honest.verify(changed);
    expect(await refused(changed)).toBe('The file was changed, truncated or extended after Assay had written it.');
    expect(refusals(verification, 'members')).toBe('results.json was changed: its digest differs from the signed one.');
    expect(verification).toMatchObject({ verified: false, rung: null });
  });

  test('names that lead elsewhere', async () => {
    for (const name of ['../../etc/passwd', '/etc/passwd', 'bodies/../manifest.json', 'C:\\x', 'bodies/', '__proto__'])
      expect(
        await refused(zipSync({ [name === '__proto__' ? 'bodies/__proto__' : name]: strToU8('x') }, { level: 0 })),
      ).toContain('Assay writes no member');
  });

  test('a bomb', async () => {
    const bomb = zipSync({ 'results.json': new Uint8Array(64 * 1024 * 1024) }, { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(await refused(bomb)).toContain('Assay writes no member "results.json" of this name, size and compression');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });

  test('members that overlap, and a directory that promises too much', async () => {
    const one = zipSync(
      { 'results.json': new Uint8Array(100_000), 'evidence.har': new Uint8Array(100_000) },
      { level: 0 },
    );
    // Both members of the directory point at the bytes of the first one.
    const overlapping = Buffer.from(one);
    const directory = overlapping.readUInt32LE(overlapping.length - 6);
    const second = overlapping.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), directory + 4);
    overlapping.writeUInt32LE(overlapping.readUInt32LE(directory + 42), second + 42);
    expect(await refused(overlapping)).not.toBe('');
    const huge = Buffer.from(one);
    huge.writeUInt32LE(0xfffffff0, directory + 20);
    huge.writeUInt32LE(0xfffffff0, directory + 24);
    expect(await refused(huge)).toContain('of this name, size and compression');
    const many = Buffer.from(one);
    many.writeUInt16LE(0xffff, many.length - 14);
    many.writeUInt16LE(0xffff, many.length - 12);
    expect(await refused(many)).not.toBe('');
  });

  test.each(['manifest.json', 'evidence.har'])('%s nested 200,000 levels deep, signed by the vendor', async (name) => {
    const deep = `{"format":"assay-results/1","log":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const file =
      name === 'manifest.json'
        ? repacked(name, deep)
        : await honest.resealed(bundle, (members) => members.set(name, strToU8(deep)));
    const verification = await honest.verify(file);
    expect(verification).toMatchObject({ verified: false, rung: name === 'evidence.har' ? 'signed' : null });
    expect(refusals(verification, name === 'evidence.har' ? 'evidence' : 'file')).toContain(
      `${name === 'evidence.har' ? '"evidence.har": it' : name} is nested more than 256 levels deep`,
    );
  });

  test.each(['results.json', 'statement.json'])(
    '%s with 100,000 elements of a wrong form, whether it is signed or not',
    async (name) => {
      const member = name === 'results.json' ? 'requirements' : 'notOffered';
      const many = (members: Map<string, Uint8Array>) =>
        edited<Record<string, unknown>>(members, name, (content) => {
          content[member] = Array.from({ length: 100_000 }, () => ({}));
        });
      const members = unpackMembers(bundle);
      many(members);
      const files = [packMembers(members), await honest.resealed(bundle, many)];
      const [unsigned, signed] = [
        await honest.verify(files[0] as Uint8Array),
        await honest.verify(files[1] as Uint8Array),
      ];
      expect(refusals(unsigned, 'members')).toBe(`${name} was changed: its digest differs from the signed one.`);
      expect(refusals(signed, name === 'results.json' ? 'members' : 'statement')).toMatch(
        /^(?:results\.json does not contain results|The statement cannot be read: [^;]+)\.$/,
      );
    },
  );

  test('every single byte of its directory', async () => {
    const small = packMembers(
      new Map([
        ['manifest.json', strToU8('{}')],
        ['signature.jws', strToU8('x')],
      ]),
    );
    for (let at = 0; at < small.length; at += 1) {
      const broken = Uint8Array.from(small);
      broken[at] = (broken[at] ?? 0) ^ 0xff;
      expect((await honest.verify(broken)).verified).toBe(false);
    }
  });
});

/** Returns the bundle with `body` as every successful response of its interface, signed by the vendor. */
function answering(plan: string, sound: Uint8Array, body: Buffer) {
  const digest = sha256(body);
  const place = { size: body.length, comment: `see bodies/${digest}`, _file: digest };
  return honest.resealed(sound, (members) => {
    members.set(`bodies/${digest}`, body);
    edited<{ log: { entries: HarEntry[] } }>(members, 'evidence.har', ({ log }) => {
      for (const { response, _assay } of log.entries) {
        if (_assay.interface !== plan || response.status !== 200) continue;
        Object.assign(response, { content: { mimeType: response.content.mimeType, ...place } });
        Object.assign(_assay.attempts.at(-1)?.outcome.body ?? {}, {
          size: body.length,
          digest,
          rawDigest: digest,
          truncated: false,
        });
      }
    });
  });
}

const million = (value: (at: number) => string) => Array.from({ length: 1e6 }, (_, at) => value(at)).join(',');

test.each([
  ['transfer', 'a million members', `{${million((at) => `"m${at}":${at}`)}}`, 'more than 20000 members in an object.'],
  [
    'transfer',
    'a million objects',
    `[${million((at) => `{"m":[${at}]}`)}]`,
    'more than 500000 objects and arrays in the response.',
  ],
])(
  'a body beyond the limits of a run, signed by the vendor, costs no more than one of a run: %s, %s',
  async (plan, _, body, why) => {
    const workplace = new Workplace();
    workplace.write('vendor.pub', honest.publicKey);
    workplace.write('large.assay', await answering(plan, await honest.bundle(plan), Buffer.from(body)));
    const measured = ['--import', join(packageRoot(), 'tests', 'certify', 'preloaded', 'peak-memory.mjs')];
    const { code, stdout, stderr } = await workplace.start('verify large.assay --key vendor.pub --json', {}, measured)
      .ended;
    const verification = JSON.parse(stdout) as Verification;
    expect({ code, verified: verification.verified, rung: verification.rung }).toEqual({
      code: 1,
      verified: false,
      rung: 'signed',
    });
    expect(refusals(verification, 'evidence')).toMatch(/^The answer body of e\d+ is not judged: /);
    expect(refusals(verification, 'evidence')).toContain(why);
    expect(Number(/peak (\d+) MiB/.exec(stderr)?.[1])).toBeLessThanOrEqual(400);
  },
);
