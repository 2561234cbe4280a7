/** `assay plan`: shows what a run with these settings would send and create. */
import { SelectionError } from '../../engine/select.ts';
import { reasonsOf } from '../../report/causes.ts';
import { columns } from '../../report/columns.ts';
import { createLayout, type Layout } from '../../report/layout.ts';
import { printable } from '../../report/printable.ts';
import { type Forecast, type ForecastProbe, forecast } from '../../run/forecast.ts';
import { type Context, UsageError } from '../context.ts';
import { withReadySettings } from '../ready-settings.ts';

export interface PlanOptions {
  readonly reference?: true;
  readonly envFile?: string;
  readonly only?: readonly string[];
  readonly json?: true;
}

/** @returns 0, or 2 if the settings are invalid */
export async function planCommand(context: Context, options: PlanOptions): Promise<number> {
  return withReadySettings(context, options, async ({ ready, target, hide, warnings }) => {
    const plan = planned();
    if (options.json) {
      const left = plan.left.map(({ id, verdict, message }) => ({ id, verdict, why: message }));
      context.answer(hide(JSON.stringify({ probes: plan.probes, asked: plan.asked.map(({ id }) => id), left, notPlanned: plan.notPlanned }, null, 2)));
      return 0;
    }
    const layout = createLayout(context.width, context.colour);
    const services = ready.flatMap(({ contract, prepared }) =>
      Object.entries(prepared.services).map(([name, url]) => `${contract.interface}: ${name} at ${url}`),
    );
    const lines = [
      'Nothing is sent. A run with these settings would test',
      ...[...new Set(services)].map((line) => `  ${printable(line)}`),
      ...warnings.map((warning) => layout.wrapped(printable(warning), 'Notice: ')),
      ...lanes(plan.probes, layout),
      '',
      ...creations(plan.probes),
      ...requirements(plan, layout),
    ];
    context.answer(hide(lines.join('\n')));
    return 0;

    function planned(): Forecast {
      try {
        return forecast(ready, target, options.only ?? []);
      } catch (error) {
        throw error instanceof SelectionError ? new UsageError(error.message) : error;
      }
    }
  });
}

function lanes(probes: readonly ForecastProbe[], layout: Layout): string[] {
  const names = [...new Set(probes.map((probe) => `${probe.interface}, ${probe.lane}`))];
  return names.flatMap((name) => {
    const own = probes.filter((probe) => `${probe.interface}, ${probe.lane}` === name);
    const sent = own.filter(({ why }) => why === undefined);
    const rows = columns(
      sent.map(({ probe, operation, method, path, creates }) => [
        `  ${probe}`,
        operation,
        method,
        path ?? '(path from a setting)',
        creates.length > 0 ? `creates ${creates.join(', ')}` : '',
      ]),
    );
    return [
      '',
      layout.styled('bold', `${name}: ${sent.length} of ${own.length} steps`),
      ...rows,
      ...[...grouped(own)].map(([why, steps]) => layout.wrapped(`${printable(why)} (${steps.join(', ')})`, '  skipped: ', '           ')),
    ];
  });
}

function grouped(probes: readonly ForecastProbe[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  for (const { why, probe } of probes) if (why !== undefined) reasons.set(why, [...(reasons.get(why) ?? []), probe]);
  return reasons;
}

function creations(probes: readonly ForecastProbe[]): string[] {
  const kinds = [...new Set(probes.filter(({ why }) => why === undefined).flatMap(({ creates }) => creates))];
  return kinds.length === 0 ? ['Nothing is created: the run is read-only.'] : [`Created, and removed if the document gives a way: ${kinds.join(', ')}.`];
}

function requirements(plan: Forecast, layout: Layout): string[] {
  const lines = [`Requirements: ${plan.asked.length} tested, ${plan.left.length} skipped, ${plan.notPlanned.length} that cannot be tested here.`];
  for (const verdict of ['skipped', 'not-applicable'] as const) {
    for (const reason of reasonsOf(plan.left, verdict)) lines.push(layout.wrapped(printable(reason.why), `${String(reason.ids.length).padStart(6)}  `));
  }
  return lines;
}
