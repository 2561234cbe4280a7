/** `assay doctor`: checks whether a run with these settings can work. Safe reads only. */

import { InputError } from '../../../files/read-file.ts';
import { reasonsOf } from '../../../report/parts/finding.ts';
import { printable } from '../../../report/parts/report-input.ts';
import { number, sumOf } from '../../../report/parts/tally.ts';
import type { Style } from '../../../report/terminal/layout.ts';
import { forecast } from '../../../run/forecast.ts';
import { answerWith, type Context } from '../../context.ts';
import { answerDiagnostics } from '../../doctor/answers.ts';
import {
  connectionDiagnostics,
  credentialDiagnostics,
  ok,
  problem,
  type State,
  warning,
} from '../../doctor/connections.ts';
import { offeredDiagnostics } from '../../doctor/offered.ts';
import type { Options } from '../../program/options.ts';
import { type MadeReady, withReadySettings } from '../../ready-settings.ts';
import { optionWords } from '../../setting-options.ts';

/** Styles of the states, in the order of the lines. */
const STYLES: Readonly<Record<State, Style | undefined>> = {
  problem: ['red', 'bold'],
  warning: 'yellow',
  ok: 'green',
  note: undefined,
};

/** @returns 0, 2 (thrown) if the settings are invalid, 3 if a problem was found */
export async function doctorCommand(context: Context, options: Options): Promise<number> {
  try {
    return await withReadySettings(context, options, (made) => examined(made, options));
  } catch (error) {
    // For programs, problems that prevent the examination are diagnostics too.
    if (error instanceof InputError && options.json) {
      const whole = error.problems.map((one) => problem('settings', printable(one)));
      context.answer(JSON.stringify(whole, null, 2));
    }
    throw error;
  }
}

async function examined(made: MadeReady, options: Options) {
  const diagnostics = await examine(made);
  const wrong = diagnostics.filter(({ state }) => state === 'problem').length;
  const shown = Object.keys(STYLES)
    .flatMap((state) => diagnostics.filter((one) => one.state === state))
    .filter(({ state }) => !options.quiet || state === 'warning' || state === 'problem');
  // For programs, notes are warnings.
  const whole = diagnostics.map((one) => (one.state === 'note' ? { ...one, state: 'warning' } : one));
  const words = optionWords(options);
  if (options.json || !options.quiet || shown.length > 0)
    await answerWith(made.context, options.json, whole, (layout) => [
      ...shown.map(({ state, about, what, hint }) => {
        const text = layout.line(`${about}: ${what}${hint === undefined ? '' : `; ${hint}`}`, `${state.padEnd(8)} `);
        const style = STYLES[state];
        return style ? layout.styled(style, text.slice(0, state.length)) + text.slice(state.length) : text;
      }),
      ...(wrong > 0
        ? [
            `${number(wrong, 'problem')}. When ${wrong === 1 ? 'it is' : 'they are'} solved, run again: assay doctor${words}`,
          ]
        : [
            `No problem found${shown.some(({ state }) => state === 'warning') ? ', but the warnings above say what was not checked, or may be wrong' : ''}. Only a run shows whether the other settings are right.`,
            ...(options.quiet ? [] : [`Next: assay plan${words}`]),
          ]),
    ]);
  return wrong > 0 ? 3 : 0;
}

async function examine({ ready, target, warnings, env }: MadeReady) {
  const diagnostics = warnings.map((text) => warning('settings', text.replace(/\.$/, '')));
  for (const one of ready) {
    const { diagnostics: ways, connected } = await connectionDiagnostics(one, target);
    diagnostics.push(...ways);
    for (const lane of one.prepared.lanes) diagnostics.push(...credentialDiagnostics(one, lane));
    // Without a connection, a request would only repeat the same diagnostic.
    if (connected) {
      const { strangers, diagnostics: answers } = await answerDiagnostics(one, target);
      const doubtful = [...strangers, ...answers].some(({ state }) => state === 'problem');
      const offered = await offeredDiagnostics(one, target, env, doubtful);
      // A request may fail as the connection did.
      const said = ways.flatMap(({ state, hint }) => (state === 'problem' && hint ? [hint] : []));
      const others = answers.filter(({ what }) => !said.some((hint) => what.endsWith(hint)));
      diagnostics.push(...(offered.fits ? [] : strangers), ...others, ...offered.diagnostics);
    }
    const plan = forecast([one], target, []);
    const about = one.contract.interface;
    const isOwn = (of: string) => of === about || of.startsWith(`${about}, `);
    const [first] = [...reasonsOf(plan.left, 'skipped'), ...reasonsOf(plan.left, 'inconclusive')];
    // With a problem, a run tests less.
    if (!diagnostics.some((found) => found.state === 'problem' && isOwn(found.about)))
      diagnostics.push(
        plan.asked.size > 0
          ? ok(about, sumOf(plan))
          : warning(
              about,
              `a run with these settings verifies no requirement${first ? `: ${first.why.replace(/\.$/, '')}` : ''}`,
            ),
      );
  }
  return diagnostics;
}
