/** `assay serve`: serves the references for client developers and judges each request. */

import { join } from 'node:path';
import { INTERFACES } from '../../../../suites/index.ts';
import type { Unjudged } from '../../../clients/arrivals.ts';
import { extensionsOf, SERVED } from '../../../clients/client-side.ts';
import { SETTINGS_FILE, serveReferences } from '../../../clients/serve.ts';
import { OF_ASSAY } from '../../../engine/repeat/reproduction.ts';
import type { Result } from '../../../engine/words/types.ts';
import { InputError, namesIn, refuseIf } from '../../../files/read-file.ts';
import { lineOf, printable } from '../../../report/parts/report-input.ts';
import { renderTerminal } from '../../../report/terminal/terminal.ts';
import { refuseToReplace } from '../../../run/directory/run-files.ts';
import { readGateOptions } from '../../../run/gate-options.ts';
import { loadKnownProfile } from '../../../run/installed/known-profile.ts';
import { suggestion } from '../../../settings/nearest.ts';
import type { Exchange } from '../../../wire/types.ts';
import { answerWith, type Context } from '../../context.ts';
import { listenForInterruption } from '../../interruption.ts';
import { type Deviating, type Options, wholeNumber } from '../../program/options.ts';
import { givenSettings } from '../../ready-settings.ts';

interface ServeOptions extends Options, Deviating {
  readonly once?: readonly string[];
  readonly keys?: 'rsa' | 'ec';
  readonly port?: string;
  readonly profile?: string;
}

/**
 * Serves until Ctrl-C or SIGTERM, or until every operation of `--once` was seen. This is the normal end, not an
 * interruption: the exit code is that of the gate for the received requests.
 */
export async function serveCommand(context: Context, names: readonly string[], options: ServeOptions): Promise<number> {
  const interfaces = [...new Set(names.map(servedName))];
  const once = namesIn(options.once);
  const { problems, ...gate } = readGateOptions({ baseline: options.baseline, failOn: options.failOn });
  refuseIf(problems);
  if (options.out !== undefined) refuseToReplace(options.out, options.replace);
  // The port of the first service. Each further service takes the next port; 0 takes free ports.
  const port = wholeNumber('--port', options.port, 0, 65_533, 8443);
  const named = options.profile ?? (await givenSettings(context, {})).env['ASSAY_PROFILE'];
  const profile = named ? loadKnownProfile(named) : undefined;
  // Never released: a script may send its signal while serving ends by itself, and still needs the gate's exit code.
  const ending = listenForInterruption(context, '');
  const print = options.json ? context.remark : context.answer;
  const requests = new Map<string, Exchange>();
  const deviating = { fault: options.fault, variants: options.variant && namesIn(options.variant) };
  const results = await serveReferences({
    interfaces,
    ...deviating,
    invocation: { ...deviating, ...(named && { options: { [OF_ASSAY]: { profile: named } } }) },
    keys: options.keys,
    out: options.out,
    once,
    port,
    profile,
    gate,
    signal: ending.signal,
    started: (settings, further, secret) => {
      // With --out, secrets are only in the settings file, which only the user can read.
      const file = options.out === undefined ? undefined : join(options.out, SETTINGS_FILE);
      // A line with `=` can be copied.
      const shown = (name: string, value: string, mark: string) =>
        file !== undefined && secret.has(name) ? `  ${name}: in ${file}` : `  ${name}${mark}${value}`;
      print(`Serving ${interfaces.join(', ')} with temporary credentials. Settings for a client:`);
      if (profile) print(`  ASSAY_PROFILE=${named}`);
      for (const [name, value] of Object.entries(settings)) print(shown(name, value, '='));
      for (const [name, value] of Object.entries(further)) print(shown(name, value, ': '));
      const deviations = [deviating.fault ?? [], deviating.variants ?? []].flat();
      if (deviations.length > 0)
        print(
          `Responses deviate: ${deviations.join(', ')}. Only requests are judged, not how the client handles such responses.`,
        );
      const extensions = interfaces.flatMap((of) => extensionsOf(of));
      if (extensions.length > 0)
        print(
          `Some requests beyond the documented operations get a response and are only observed${options.verbose ? ':' : ' (-v lists them).'}`,
        );
      if (options.verbose) for (const { title } of extensions) print(`  ${title}`);
      print(
        once.length > 0
          ? `Waiting for ${once.join(', ')}. Press Ctrl-C to stop.\n`
          : 'Press Ctrl-C to stop and print the report.\n',
      );
    },
    arrived: (exchange, findings, unjudged) => {
      requests.set(exchange.id, exchange);
      print(describeArrival(exchange, findings, unjudged));
    },
    broken: print,
  });
  await answerWith(context, options.json, results, () =>
    renderTerminal(results, { ...context, verbose: options.verbose, requests, directory: options.out }),
  );
  return results.exitCode;
}

function servedName(name: string) {
  if (SERVED.includes(name)) return name;
  const instead = INTERFACES.find((one) => one.name === name)?.notServed;
  const hint = instead === undefined ? '' : ` ${instead}`;
  throw new InputError(
    `Cannot serve ${JSON.stringify(name)}${suggestion(name, SERVED)} Interfaces: ${SERVED.join(', ')}.${hint}`,
  );
}

const UNJUDGED: Readonly<Record<Unjudged, string>> = {
  extension: 'not documented, only observed',
  'not selected': 'not selected with --once, not judged',
};

/** Returns a line per request, followed by its findings. */
function describeArrival(exchange: Exchange, findings: readonly Result[], unjudged?: Unjudged) {
  const status = exchange.outcome.kind === 'answer' ? `returned ${exchange.outcome.status}` : 'no response';
  const head = `${exchange.id} ${printable(lineOf(exchange.request).join(' '))}  ${exchange.operation}, ${exchange.request.credential}, ${status}`;
  if (unjudged !== undefined) return `${head}  ${UNJUDGED[unjudged]}`;
  if (findings.length === 0) return `${head}  as documented`;
  const lines = findings.map(
    (finding) =>
      `  ${finding.verdict.toUpperCase()} ${finding.id}\n    ${printable(finding.message ?? '')}\n    The document: ${finding.clause}`,
  );
  return [head, ...lines].join('\n');
}
