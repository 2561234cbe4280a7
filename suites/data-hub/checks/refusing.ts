/** Every call requires X-Auth-Token: what was asked for without a valid one. */
import { mediaTypeOf, succeeded } from '../../../src/engine/answer.ts';
import { judgeRefused, type PositiveControls } from '../../../src/engine/answering.ts';
import { check, every, optional, type Probe } from '../../../src/engine/suite.ts';
import type { Check, Need, Reporter } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { contents } from '../probes/contents.ts';
import { refusedReads } from '../probes/refusing.ts';
import { refuseCdmiWrite, refuseHandle, refuseNamedToken, refuseShare, refuseUpload } from '../probes/refusing-writes.ts';

const TRIED: Readonly<Record<string, Probe>> = {
  ...refusedReads,
  'cdmi-write': refuseCdmiWrite,
  'upload-file': refuseUpload,
  'create-named-token': refuseNamedToken,
  'create-share': refuseShare,
  'create-handle': refuseHandle,
};

/** Each upload has a different name, so another upload stands for it. */
const UPLOADS = new Set(['cdmi-write', 'upload-file']);
/** Things that cannot be removed are created once, before the attempt; after it, any answer to a good credential stands for the creation. */
const LASTING = new Set(['create-named-token', 'create-share', 'create-handle']);

/** Uploads before and after the attempts, made in any selection. */
const AROUND: Readonly<Record<string, readonly Need<string, readonly Exchange[]>[]>> = {
  'cdmi-write': [optional(contents.cdmi.text), optional(contents.cdmi['bom-crlf'])],
  'upload-file': [optional(contents.rest.text), optional(contents.rest['bom-crlf'])],
};

/** Requests that find out which token is accepted have the purpose `other`: their value may not be a token. */
const WITH_NO_GOOD_CREDENTIAL: ReadonlySet<Exchange['purpose']> = new Set(['refusal', 'other']);

function controlsOf(attempt: Exchange, report: Reporter): PositiveControls {
  const good = report.exchanges.filter(({ service, purpose }) => service === attempt.service && !WITH_NO_GOOD_CREDENTIAL.has(purpose)).filter(succeeded);
  const same = good.filter(
    (exchange) =>
      exchange.operation === attempt.operation &&
      exchange.purpose !== 'cleanup' &&
      (UPLOADS.has(attempt.operation) || JSON.stringify(exchange.params) === JSON.stringify(attempt.params)),
  );
  return { before: same, after: LASTING.has(attempt.operation) ? good : same };
}

/** Effect of an attempt, as seen afterwards. */
function effectOf(attempt: Exchange, all: readonly Exchange[], report: Reporter): { seen: boolean; what: string } | undefined {
  if (UPLOADS.has(attempt.operation)) {
    const seen = all.find(({ label }) => label === `after-${attempt.label}`);
    return { seen: seen !== undefined && succeeded(seen), what: 'the file was there afterwards' };
  }
  if (attempt.operation !== 'subscribe-changes' || !succeeded(attempt) || attempt.notes?.['closedByUs'] !== true) return undefined;
  const alike = controlsOf(attempt, report).before.some((twin) => mediaTypeOf(twin) === mediaTypeOf(attempt));
  return { seen: alike, what: 'the stream was opened, and stayed open until we closed it' };
}

function refusing(operation: string, tries: Probe): Check {
  const row = (kind: string) => `data-hub/${operation}/refuses/${kind}`;
  return check({
    needs: [every(tries), ...(AROUND[operation] ?? [])],
    decides: [row('*'), 'data-hub/gap/refusal'],
    judge(evidence, report) {
      const all = evidence[tries.name] ?? [];
      for (const attempt of all.filter(({ purpose }) => purpose === 'refusal'))
        judgeRefused(report, row(attempt.label), attempt, controlsOf(attempt, report), effectOf(attempt, all, report));
    },
  });
}

export const refusals: readonly Check[] = Object.entries(TRIED).map(([operation, tries]) => refusing(operation, tries));
