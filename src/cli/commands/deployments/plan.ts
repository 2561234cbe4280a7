/** `assay plan`: shows what a run with these settings would send and create. */
import { laneTitle } from '../../../contract/lanes.ts';
import type { Contract, Interface } from '../../../contract/types.ts';
import { grouped } from '../../../engine/account/grouping.ts';
import { valueIn } from '../../../engine/words/remembered.ts';
import { someOf } from '../../../records/preview.ts';
import { undecidedIn } from '../../../report/parts/finding.ts';
import { printable } from '../../../report/parts/report-input.ts';
import { number, oneOf, selectedIn, splitOf, sumOf } from '../../../report/parts/tally.ts';
import { type Layout, numbered, wrappedColumns } from '../../../report/terminal/layout.ts';
import { type Forecast, type ForecastProbe, forecast } from '../../../run/forecast.ts';
import { descriptorOf } from '../../../run/installed/suites.ts';
import { type Rehearsed, rehearse, stepKey } from '../../../selftest/rehearsal.ts';
import type { Environment } from '../../../settings/types.ts';
import { answerWith, type Context } from '../../context.ts';
import type { Options } from '../../program/options.ts';
import { withReadySettings } from '../../ready-settings.ts';
import { isRemovable } from '../../removal.ts';

/** Maximum number of requirements, and of steps, named per reason. */
const MOST_NAMED = 3;
const MOST_STEPS = 12;

/** The step with the last reads of a lane. */
const CLOSING = 'closing';

/** @returns 0; 2 (thrown) if the settings are invalid */
export async function planCommand(outer: Context, options: Options): Promise<number> {
  return withReadySettings(outer, options, async ({ ready, target, env, context, warnings }) => {
    const plan = forecast(ready, target, options.only ?? []);
    const rehearsals = new Map<Interface, ReturnType<typeof rehearse>>();
    const steps = await Promise.all(
      plan.probes.map(async (probe): Promise<Step> => {
        const { interface: of, lane, why } = probe;
        const counts = await valueIn(rehearsals, of, () => rehearse(of, env, options.only ?? [], target.depth));
        const estimate = why === undefined ? counts?.get(stepKey(lane, probe.probe)) : undefined;
        return { ...probe, ...estimate, path: await pathOf(probe, env) };
      }),
    );
    const whole = {
      depth: target.depth,
      probes: steps,
      asked: [...plan.asked],
      left: plan.left.map(({ id, verdict, message }) => ({ id, verdict, why: message })),
      notPlanned: plan.notPlanned,
    };
    await answerWith(context, options.json, whole, (layout) => {
      const shown = selectedIn(plan);
      const tested = ready.filter(({ contract }) => contract.interface in shown.conclusions);
      const services = tested.flatMap(({ contract: { interface: of }, prepared }) =>
        Object.entries(prepared.services).map(([name, url]) => {
          if (options.reference) return of;
          return url.startsWith('http') ? `${name === of ? '' : `${of}: `}${name} at ${url}` : `${of}: on this machine`;
        }),
      );
      const own = steps.filter((step) => step.interface in shown.conclusions);
      const unselected = plan.requirements.filter((one) => !shown.requirements.includes(one));
      return [
        `No requests are sent. A run with these settings would test${options.reference ? ' the references' : ''}:`,
        ...[...new Set(services)].map((line) => `  ${printable(line)}`),
        ...warnings.map((warning) => layout.line(warning, 'Notice: ')),
        ...lanes(own, layout),
        ...tested.flatMap(({ contract }) => handshakeLines(contract, own, layout)),
        '',
        ...inSum(own, layout),
        ...requirements({ ...shown, left: plan.left.filter(({ notSelected }) => !notSelected) }, layout),
        ...(unselected.length === 0
          ? []
          : [`Not selected: ${number(unselected.length, 'requirement')}${splitOf(unselected)}`]),
      ];
    });
    return 0;
  });
}

/** A step; if it is sent, with the number of its requests and creations against the embedded reference, if known. */
type Step = ForecastProbe & Partial<Rehearsed>;

/** Returns the path of a step's requests; undefined if the profile provides it. */
async function pathOf({ interface: of, operation, path }: Step, env: Environment) {
  const settings = path === undefined ? (await descriptorOf(of).served?.traffic())?.paths : {};
  return path ?? env[settings?.[operation] ?? ''];
}

function lanes(steps: readonly Step[], layout: Layout) {
  const names = [...new Set(steps.map((step) => laneTitle(step.interface, step.lane)))];
  return names.flatMap((name) => {
    const own = steps.filter((step) => laneTitle(step.interface, step.lane) === name);
    const sent = own.filter(isSent);
    const rows = [
      ['  probe', 'requests', 'creates', 'request'],
      ...sent.map((step) => [
        `  ${inWords(step)}`,
        step.requests === 0 ? 'if needed' : (step.requests ?? '?'),
        step.created ? createdWords(step.created) : step.creates.join(', '),
        requestOf(step),
      ]),
    ];
    return [
      '',
      layout.wrapped(layout.styled('bold', `${name}: ${sent.length} of ${own.length} probes${about(sent)}`)),
      ...(sent.length > 0 ? wrappedColumns(rows, layout) : []),
      ...[
        ...grouped(
          own.filter((step) => !isSent(step)),
          ({ why = '' }) => why,
        ),
      ].map(([why, left]) =>
        layout.wrapped(`${printable(why)} (${someOf(left.map(inWords), MOST_STEPS)})`, '  skipped: ', '           '),
      ),
    ];
  });
}

/** Returns the request of a step, which may be about several operations. */
function requestOf({ probe, method, operation, path }: Step) {
  if (method === 'CALL') return `call ${operation}`;
  if (method !== '') return `${method} ${path === undefined ? '(path from the profile)' : path || operation}`;
  return probe === CLOSING ? 'GETs from above' : 'several operations';
}

/** Requests of the handshakes that a profile declares, in lanes that may send them. */
function handshakeLines({ interface: of, handshakes }: Contract, steps: readonly Step[], layout: Layout) {
  return (descriptorOf(of).handshakes ?? []).flatMap((handshake) => {
    const paths = handshakes?.get(handshake.id);
    const allowed = steps.some(
      (step) =>
        step.interface === of &&
        step.lane === handshake.lane &&
        step.why === undefined &&
        step.creates.includes(handshake.creates),
    );
    if (paths === undefined || !allowed) return [];
    const requests = Object.entries(handshake.steps).flatMap(([step, { method }]) =>
      paths.has(step) ? [`${method} ${paths.get(step)}`] : [],
    );
    const text = `${handshake.title}, if needed: ${requests.join(', ')}. Creates ${handshake.made}. Not in the estimate.`;
    return ['', layout.line(text, `${laneTitle(of, handshake.lane)}: `)];
  });
}

/**
 * Returns the title or name of a step in words: `refuse list-jobs` is `invalid credentials: list-jobs`.
 */
function inWords({ probe, title = probe }: Step) {
  const words = title.replace(
    /([a-z\d])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.replace(/^refuse /, 'invalid credentials: ').replace(CLOSING, 'repeat reads');
}

function createdWords(created: Readonly<Record<string, number>>) {
  return Object.entries(created)
    .map(([kind, count]) => number(count, oneOf(kind)))
    .join(', ');
}

/** `, about 96 requests, 13 jobs`; empty without an estimate. */
function about(steps: readonly Step[]) {
  const known = steps.filter(({ requests }) => requests !== undefined);
  if (known.length === 0) return '';
  const created: Record<string, number> = {};
  for (const step of known)
    for (const [kind, number] of Object.entries(step.created ?? {})) created[kind] = (created[kind] ?? 0) + number;
  const requests = known.reduce((sum, step) => sum + (step.requests ?? 0), 0);
  return `, about ${number(requests, 'request')}${Object.keys(created).length > 0 ? `, ${createdWords(created)}` : ''}`;
}

function inSum(steps: readonly Step[], layout: Layout) {
  const sent = steps.filter(isSent);
  const kinds = new Set(sent.flatMap(({ creates, created }) => (created ? Object.keys(created) : creates)));
  const [removed, left] = [true, false].map((can) => [...kinds].filter((kind) => isRemovable(kind) === can).join(', '));
  const unknown = new Set(sent.flatMap((step) => (step.requests === undefined ? step.interface : [])));
  const sum = about(sent).slice(2);
  return [
    ...(sum === ''
      ? []
      : [
          layout.wrapped(
            `Total: ${sum}. The numbers are estimates, from the embedded reference: they depend on the responses, and retries add to them.`,
          ),
        ]),
    ...(unknown.size > 0 ? [layout.wrapped(`Not estimated: ${[...unknown].join(', ')}.`)] : []),
    ...(kinds.size === 0 ? ['No objects are created: the run is read-only.'] : []),
    ...(removed ? [layout.wrapped(`Created, and removed or cancelled: ${removed}.`)] : []),
    ...(left
      ? [layout.wrapped(`Created and left behind, because the document gives no way to remove them: ${left}.`)]
      : []),
  ];
}

function requirements(plan: Forecast, layout: Layout) {
  const parts = undecidedIn({ requirements: plan.left, notPlanned: plan.notPlanned });
  return [
    layout.wrapped(sumOf(plan)),
    ...parts.flatMap(({ heading, reasons }) => [
      heading,
      ...reasons.map(({ ids, why }) => numbered(ids.length, `${why} (${someOf(ids, MOST_NAMED)})`, layout)),
    ]),
  ];
}

function isSent({ why }: Step) {
  return why === undefined;
}
