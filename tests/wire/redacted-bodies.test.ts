/** Redaction of bodies that are large, full of escapes, or cut. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { JWT, knowing, percentAll } from './knowing.ts';

test('many escapes take a bounded time and memory, and what follows them is still found', () => {
  const redactor = knowing(JWT);
  const content = Buffer.concat([Buffer.from('%41\\u0042&#67;'.repeat(700_000)), Buffer.from(percentAll(JWT))]);
  const { bytes } = redactor.bytes(content);
  expect(Buffer.from(bytes.subarray(-16)).toString()).toBe('[redacted:token]');
});

test('a cut does not leave the beginning of a secret', () => {
  const redactor = knowing(JWT);
  const cutInside = redactor.bytes(Buffer.from(`0123456789${JWT}`), { limit: 60 });
  expect(Buffer.from(cutInside.bytes).toString()).toBe('0123456789[redacted:token]');
  const ended = redactor.bytes(Buffer.from(`0123456789${JWT.slice(0, 50)}`), { cut: true });
  expect(Buffer.from(ended.bytes).toString()).toBe('0123456789[redacted:token]');
});

test('a large body without a secret stays as it is', () => {
  const jobs = Array.from({ length: 50_000 }, (_, index) => ({
    job_id: `0f0c8f8e-3a1c-11ef-9d2c-${String(index).padStart(12, '0')}`,
    job_state: 'FINISHED',
    job_type: 'N',
    user_dn: '/DC=org/DC=example/CN=robot',
    vo_name: 'vo.example',
    cred_id: 'a1b2c3d4e5f60718',
    submit_host: 'transfer.example',
    submit_time: '2026-01-01T00:00:00',
    job_finished: '2026-01-01T00:10:00',
    priority: 3,
    retry: -1,
    retry_delay: 0,
    cancel_job: false,
    source_se: 'davs://source.example',
    dest_se: 'davs://destination.example',
    source_space_token: '',
    space_token: '',
    max_time_in_queue: null,
    bring_online: -1,
    copy_pin_lifetime: -1,
    verify_checksum: 'n',
    overwrite_flag: false,
    internal_job_params: 'nostreams:1',
    job_metadata: { label: 'x' },
    reason: null,
  }));
  const content = Buffer.from(JSON.stringify(jobs));
  const redactor = knowing(JWT, `${JWT}x`, 'correct horse battery staple');
  for (let count = 0; count < 4; count++)
    redactor.add(
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
      `key-${count}`,
    );
  expect(redactor.bytes(content).redacted).toBe(false);
});
