/** Uploads, shares, handles and tokens requested without a valid credential, and their effects. */
import { refusedKinds } from '../../../src/contract/refused-kinds.ts';
import { succeeded } from '../../../src/engine/answer.ts';
import { paramsOf } from '../../../src/engine/origins.ts';
import { every, probe } from '../../../src/engine/suite.ts';
import type { ProbeContext, RequestOptions } from '../../../src/engine/types.ts';
import type { Exchange, LedgerEntry } from '../../../src/wire/types.ts';
import { nameFor, nameOf, pathOf, plainText } from '../contents.ts';
import { namedTokensIn, secretsIn } from '../credentials.ts';
import { first } from './files.ts';
import { directory, withoutFolder } from './folder.ts';
import { createHandle, createShare } from './sharing.ts';
import { signedIn } from './sign-in.ts';
import { createNamedToken, namedTokenRequest } from './tokens.ts';
import { deleted, readPath } from './transfers.ts';

const CONTENT = plainText('This was uploaded without a valid credential.');

/** A try, and what is seen of it afterwards with a good credential. What it left is removed. */
async function tryUpload(context: ProbeContext, kind: string, name: string, once: (options: RequestOptions) => Promise<Exchange>): Promise<Exchange[]> {
  const path = pathOf(context, name);
  const entry: LedgerEntry = { kind: 'files', name: path.text };
  const attempt = await once({ credential: kind, purpose: 'refusal', label: kind, body: CONTENT, ledger: entry });
  const seen = await readPath(context, path, { purpose: 'other', label: `after-${kind}` });
  if (succeeded(seen)) context.cleanup(entry, () => deleted(context, path));
  else if (succeeded(attempt)) context.residue(entry, 'an upload without a credential was not refused, and the file is not found');
  return [attempt, seen];
}

export const refuseCdmiWrite = probe({
  name: 'refuseCdmiWrite',
  operation: 'cdmi-write',
  needs: [signedIn],
  after: Object.values(first.cdmi),
  creates: ['files'],
  unless: withoutFolder,
  async run(_, context) {
    const tries = refusedKinds(context.contract, 'data-hub/cdmi-write').map((kind) =>
      tryUpload(context, kind, `refused-c-${kind}`, (options) =>
        context.send('cdmi-write', { params: { file_path: pathOf(context, `refused-c-${kind}`) }, ...options }),
      ),
    );
    return (await Promise.all(tries)).flat();
  },
});

export const refuseUpload = probe({
  name: 'refuseUpload',
  operation: 'upload-file',
  needs: [directory],
  after: Object.values(first.rest),
  creates: ['files'],
  unless: withoutFolder,
  async run({ directory }, context) {
    const tries = refusedKinds(context.contract, 'data-hub/upload-file').map((kind) =>
      tryUpload(context, kind, `refused-r-${kind}`, (options) =>
        context.send('upload-file', { params: { dir_id: directory, name: nameFor(context, `refused-r-${kind}`) }, ...options }),
      ),
    );
    return (await Promise.all(tries)).flat();
  },
});

/** Creations that cannot be removed are attempted one by one, and not continued after an accepted attempt. */
async function untilLetIn(
  context: ProbeContext,
  operation: string,
  what: string,
  once: (kind: string, entry: LedgerEntry) => Promise<Exchange>,
): Promise<Exchange[]> {
  const made: Exchange[] = [];
  for (const kind of refusedKinds(context.contract, `data-hub/${operation}`)) {
    const entry: LedgerEntry = { kind: what, name: nameOf(context, `refused-${kind}`) };
    const attempt = await once(kind, entry);
    made.push(attempt);
    if (!succeeded(attempt)) continue;
    context.residue(entry, 'it was created without a valid credential, and the document gives no way to remove it');
    break;
  }
  return made;
}

export const refuseNamedToken = probe({
  name: 'refuseNamedToken',
  operation: 'create-named-token',
  needs: [createNamedToken],
  creates: ['tokens'],
  run(_, context) {
    const once = (kind: string, ledger: LedgerEntry) =>
      context.send('create-named-token', {
        json: namedTokenRequest(context, `refused-${kind}`),
        credential: kind,
        purpose: 'refusal',
        label: kind,
        ledger,
        secrets: (body, headers, status) => [...secretsIn(body, headers, status), ...namedTokensIn(body, status)],
      });
    return untilLetIn(context, 'create-named-token', 'tokens', once);
  },
});

export const refuseShare = probe({
  name: 'refuseShare',
  operation: 'create-share',
  needs: [createShare],
  creates: ['shares'],
  run: ({ createShare }, context) =>
    untilLetIn(context, 'create-share', 'shares', (kind, ledger) =>
      context.send('create-share', {
        params: paramsOf(createShare.exchange),
        json: { name: nameFor(context, `refused-${kind}`) },
        credential: kind,
        purpose: 'refusal',
        label: kind,
        ledger,
      }),
    ),
});

export const refuseHandle = probe({
  name: 'refuseHandle',
  operation: 'create-handle',
  needs: [every(createHandle)],
  creates: ['handles'],
  async run({ createHandle }, context) {
    const registered = createHandle[0];
    if (registered === undefined || !succeeded(registered)) return [];
    const body = registered.request.body?.bytes;
    if (body === undefined) return [];
    const json: unknown = JSON.parse(new TextDecoder().decode(body));
    return untilLetIn(context, 'create-handle', 'handles', (kind, ledger) =>
      context.send('create-handle', { json, credential: kind, purpose: 'refusal', label: kind, ledger }),
    );
  },
});
