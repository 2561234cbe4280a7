/** `assay doctor`: checks whether a run with these settings can work. Safe reads only. */

import type { Result } from '../../../engine/words/types.ts';
import { reasonsOf } from '../../../report/parts/finding.ts';
import { printable } from '../../../report/parts/message-text.ts';
import { number, sumOf } from '../../../report/parts/tally.ts';
import { createLayout, numbered, type Style } from '../../../report/terminal/layout.ts';
import { forecast } from '../../../run/forecast.ts';
import type { Context } from '../../context.ts';
import { answerDiagnostics } from '../../doctor/answers.ts';
import {
  connectionDiagnostics,
  credentialDiagnostics,
  type Diagnostic,
  ok,
  type State,
} from '../../doctor/connections.ts';
import { offeredDiagnostics } from '../../doctor/offered.ts';
import type { Options } from '../../program/options.ts';
import { type MadeReady, withReadySettings } from '../../ready-settings.ts';
import { optionWords } from '../../setting-options.ts';

const STYLES: Readonly<Record<State, Style>> = { ok: 'green', warning: 'yellow', problem: ['red', 'bold'] };

/** @returns 0, 2 if the settings are invalid, 3 if a problem was found */
export async function doctorCommand(context: Context, options: Options): Promise<number> {
  return withReadySettings(context, options, async (made) => {
    const { diagnostics, left } = await examine(made);
    const wrong = diagnostics.filter(({ state }) => state === 'problem').length;
    if (options.json) made.context.answer(JSON.stringify([...diagnostics, ...left.flatMap(leftDiagnostics)], null, 2));
    else {
      const layout = createLayout(context);
      const shown = options.quiet ? diagnostics.filter(({ state }) => state !== 'ok') : diagnostics;
      const lines = shown.map(({ state, about, what, hint }) => {
        const text = layout.wrapped(
          printable(`${about}: ${what}${hint === undefined ? '' : `; ${hint}`}`),
          `${state.padEnd(8)} `,
        );
        return layout.styled(STYLES[state], text.slice(0, state.length)) + text.slice(state.length);
      });
      const all = left.flatMap(({ results }) => results);
      for (const verdict of UNTESTED) {
        const reasons = reasonsOf(all, verdict);
        const count = reasons.flatMap(({ ids }) => ids).length;
        if (count > 0)
          lines.push(
            `${layout.styled(STYLES.warning, 'warning')}  ${number(count, 'requirement')} would be ${verdict}:`,
          );
        lines.push(...reasons.map(({ ids, why }) => numbered(ids.length, why, layout)));
      }
      if (wrong > 0)
        lines.push(
          `${number(wrong, 'problem')}: correct ${wrong === 1 ? 'it' : 'them'}, then run again: assay doctor${optionWords(options)}`,
        );
      if (lines.length > 0) made.context.answer(lines.join('\n'));
    }
    return wrong > 0 ? 3 : 0;
  });
}

const UNTESTED = ['inconclusive', 'skipped'] as const;

/** The requirements of an interface that a run would leave out. */
interface Left {
  readonly about: string;
  readonly results: readonly Result[];
}

function leftDiagnostics({ about, results }: Left): Diagnostic[] {
  return UNTESTED.flatMap((verdict) =>
    reasonsOf(results, verdict).map(({ why, ids }) => ({
      state: 'warning',
      about,
      what: `${number(ids.length, 'requirement')} would be ${verdict}: ${why.replace(/\.$/, '')}`,
    })),
  );
}

async function examine({
  ready,
  target,
  warnings,
  env,
}: MadeReady): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly left: readonly Left[] }> {
  const left: Left[] = [];
  const diagnostics: Diagnostic[] = warnings.map((text) => ({
    state: 'warning',
    about: 'settings',
    what: text.replace(/\.$/, ''),
    ...(!text.endsWith('?') && { hint: 'see `assay list settings`' }),
  }));
  const now = new Date();
  for (const one of ready) {
    const { diagnostics: ways, connected } = await connectionDiagnostics(one, target, now);
    diagnostics.push(...ways);
    for (const lane of one.prepared.lanes)
      diagnostics.push(...credentialDiagnostics(one.contract.interface, lane, now));
    // Without a connection, a request would only repeat the same diagnostic.
    if (connected) {
      const { strangers, diagnostics: answers } = await answerDiagnostics(one, target);
      const doubtful = [...strangers, ...answers].some(({ state }) => state === 'problem');
      const offered = await offeredDiagnostics(one, target, env, doubtful);
      diagnostics.push(...(offered.fits ? [] : strangers), ...answers, ...offered.diagnostics);
    }
    const plan = forecast([one], target, []);
    const about = one.contract.interface;
    const isOwn = (of: string): boolean => of === about || of.startsWith(`${about}, `);
    // With a problem, a run tests less.
    if (!diagnostics.some((found) => found.state === 'problem' && isOwn(found.about)))
      diagnostics.push(ok(about, sumOf(plan)));
    left.push({ about, results: plan.left });
    const beside = plan.left.filter(({ verdict }) => verdict === 'not-applicable').length;
    if (beside > 0)
      diagnostics.push(
        ok(about, `${beside} requirements do not apply, because their operations are declared as not offered`),
      );
  }
  return { diagnostics, left };
}
