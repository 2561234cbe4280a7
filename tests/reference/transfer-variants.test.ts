/** Legal variants of the embedded transfer service: each differs from the plain one, and says nothing that the document forbids. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemasOf } from '../../reference/package-root.ts';
import { createPki, type Pki } from '../../reference/pki/create-pki.ts';
import type { PropertySchema } from '../../reference/record-values.ts';
import { presentedCredentials } from '../../reference/transfer/presented-credentials.ts';
import { createTransferReference } from '../../reference/transfer/reference.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { transferVariants } from '../../reference/transfer/variants.ts';
import { badCredentials } from './bad-credentials.ts';
import { credentialOf, type Step, walk } from './transfer-walk.ts';

const variants = transferVariants();
let pki: Pki;
let bad: Awaited<ReturnType<typeof badCredentials>>;
/** The walk of the plain service, without and with invalid credentials. */
let plain: string;
let plainWithBad: string;

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat(
  'timestamp',
  (text: string) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) && new Date(`${text}Z`).toISOString().startsWith(text),
);
ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
ajv.addFormat('hexadecimal', /^[0-9a-f]+$/i);
ajv.addFormat('storage-endpoint', /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+\/?$/i);
ajv.addFormat('distinguished-name', /^(\/[A-Za-z]+=[^/]+)+$|^[A-Za-z]+=[^,]+(, ?[A-Za-z]+=[^,]+)*$/);

/** A validator of a record as it has to be under a flag. */
function validator(file: string, flag: string): ValidateFunction {
  const schema = JSON.parse(readFileSync(join(schemasOf('transfer'), `${file}.schema.json`), 'utf8')) as {
    properties: Record<string, PropertySchema>;
  };
  const entries = Object.entries(schema.properties);
  const properties = entries.map(([name, property]) => {
    if (property.only && property.only !== flag) return [name, false];
    const said = Object.values(property.variants ?? {}).find((each) => each.flag === flag);
    return [name, { ...property, ...said, ...(property.properties && { required: Object.keys(property.properties) }) }];
  });
  const required = entries.filter(([, { only }]) => only === undefined || only === flag).map(([name]) => name);
  return ajv.compile({ type: 'object', properties: Object.fromEntries(properties), required });
}

const array = (items: ValidateFunction): ValidateFunction => ajv.compile({ type: 'array', items: items.schema });
const job = validator('job', '');
const BY_STEP: readonly (readonly [RegExp, ValidateFunction])[] = [
  [/^certificate identity$/, validator('identity', 'certificate')],
  [/^token identity$/, validator('identity', 'token')],
  [/^\w+ list/, array(job)],
  [/^\w+ status/, validator('job', 'status')],
  [/^\w+ submit/, validator('submission-result', '')],
  [/^\w+ delegation/, validator('delegation', '')],
];

beforeAll(async () => {
  pki = await createPki();
  bad = await badCredentials(pki);
  [plain, plainWithBad] = [JSON.stringify(await walk(pki, {})), JSON.stringify(await walk(pki, {}, bad))];
});

it('are at least 100, with unique ids', () => {
  expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
  expect(variants.length).toBeGreaterThanOrEqual(100);
});

it('that do not exist are an error', () => {
  expect(() => createTransferReference({ pki, variants: ['transfer/variant/nothing'] })).toThrow(RangeError);
});

/** Variants that refuse a documented request for what the document leaves open: jobs that have ended, collisions, quotas, the path of one job. */
const REFUSING: readonly (readonly [id: RegExp, step: RegExp])[] = [
  [/\/cancel-(too-late|known-later)/, /^\w+ cancel/],
  [/\/submit-(collides|quota)/, /^\w+ submit \S/],
  [/\/status-elsewhere/, /^\w+ status of /],
];

/** What is unlawful in an answer to a good credential, as a sentence. */
function unlawful(step: Step, id: string): string | undefined {
  const gone = /(?:cancel-removes(-410)?|jobs-not-kept)$/.exec(id);
  if (step.status >= 400 && REFUSING.some(([variant, what]) => variant.test(id) && what.test(step.what)))
    return undefined;
  if (gone && /status of (?:a|another) cancelled job$/.test(step.what))
    return step.status === (gone[1] ? 410 : 404) ? undefined : 'a job that is gone is readable';
  if (step.status < 200 || step.status > 299) return `${step.what}: ${step.status}`;
  const validate = BY_STEP.find(([pattern]) => pattern.test(step.what))?.[1];
  if (!validate) return undefined;
  return validate(JSON.parse(step.text)) ? undefined : `${step.what}: ${ajv.errorsText(validate.errors)}`;
}

describe('each is legal, and differs from the plain service', () => {
  it.each(variants.map((variant) => [variant.id, variant] as const))('%s', async (id, { tags = [] }) => {
    const credentials = presentedCredentials(pki, [id]);
    const lanes = id.endsWith('certificate-alone')
      ? (['certificate'] as const)
      : id.endsWith('token-alone')
        ? (['token'] as const)
        : (['certificate', 'token'] as const);
    const refusal = id.includes('/refusal-');
    const steps = await walk(credentials, { variants: [id] }, refusal ? bad : {}, lanes);
    const good = steps.filter(({ what }) => !what.startsWith('bad'));
    expect(good.map((step) => unlawful(step, id)).filter((each) => each !== undefined)).toEqual([]);
    const offered = tags.some((tag) => tag.includes(':'));
    if (lanes.length === 2 && !offered) expect(JSON.stringify(steps)).not.toBe(refusal ? plainWithBad : plain);
    for (const step of steps.filter(({ what }) => what.startsWith('bad'))) {
      // A page is not what was asked for, whatever its status.
      expect(
        step.status >= 300 || step.headers.some(([, value]) => value.startsWith('text/html')),
        `${step.what}: ${step.status}`,
      ).toBe(true);
    }
  });
});

it('that offer one kind of credential refuse the other', async () => {
  for (const lane of ['certificate', 'token'] as const) {
    const reference = createTransferReference({ pki, variants: [`transfer/variant/${lane}-alone`] });
    const status = async (each: 'certificate' | 'token') =>
      (
        await reference.handler({
          method: 'GET',
          target: '/whoami',
          body: new Uint8Array(),
          ...credentialOf(pki, each),
        })
      ).status;
    expect([await status(lane), await status(lane === 'token' ? 'certificate' : 'token')]).toEqual([200, 401]);
  }
});

it('that present other credentials have them in their settings', async () => {
  const settings = async (id: string) => {
    const started = await startTransferReference({ pki, variants: [`transfer/variant/${id}`] });
    try {
      return { token: started.env.TRANSFER_TOKEN ?? '', cert: readFileSync(started.env.TRANSFER_CERT ?? '', 'utf8') };
    } finally {
      await started.close();
    }
  };
  expect((await settings('long-token')).token.length).toBeGreaterThan(4096);
  expect((await settings('opaque-token')).token).toBe(pki.opaqueToken);
  expect((await settings('plain-proxy')).cert).toContain(pki.proxy.key);
  expect((await settings('plain-certificate')).cert).toContain(pki.user.key);
});
