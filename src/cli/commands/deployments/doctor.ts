/** `assay doctor`: checks whether a run with these settings can work. Safe reads only. */

import { reasonsOf } from '../../../report/parts/causes.ts';
import { printable } from '../../../report/parts/printable.ts';
import { createLayout, type Style } from '../../../report/terminal/layout.ts';
import { forecast } from '../../../run/forecast.ts';
import type { Context } from '../../context.ts';
import { answerFindings } from '../../doctor/answers.ts';
import { connectionFindings } from '../../doctor/connections.ts';
import { credentialFindings } from '../../doctor/credentials.ts';
import { type Finding, type State, warning } from '../../doctor/finding.ts';
import type { Options } from '../../program/options.ts';
import { type MadeReady, withReadySettings } from '../../ready-settings.ts';

const STYLES: Readonly<Record<State, Style>> = { ok: 'green', warning: 'yellow', problem: ['red', 'bold'] };

/** @returns 0, 2 if the settings are invalid, 3 if a problem was found */
export async function doctorCommand(context: Context, options: Options): Promise<number> {
  return withReadySettings(context, options, async (made) => {
    const findings = await examine(made);
    if (options.json) context.answer(made.hide(JSON.stringify(findings, null, 2)));
    else {
      const layout = createLayout(context.width, context.colour);
      const shown = options.quiet ? findings.filter(({ state }) => state !== 'ok') : findings;
      const lines = shown.map(({ state, about, what, hint }) => {
        const text = layout.wrapped(
          printable(`${about}: ${what}${hint === undefined ? '' : `; ${hint}`}`),
          `${state.padEnd(8)} `,
        );
        return layout.styled(STYLES[state], text.slice(0, state.length)) + text.slice(state.length);
      });
      if (lines.length > 0) context.answer(made.hide(lines.join('\n')));
    }
    return findings.some(({ state }) => state === 'problem') ? 3 : 0;
  });
}

async function examine({ ready, target, warnings }: MadeReady): Promise<Finding[]> {
  const findings: Finding[] = warnings.map((text) =>
    warning('settings', text.replace(/\.$/, ''), 'see `assay list settings`'),
  );
  const now = new Date();
  for (const one of ready) {
    const { findings: ways, connected } = await connectionFindings(one, target, now);
    findings.push(...ways);
    for (const lane of one.prepared.lanes) findings.push(...credentialFindings(one.contract.interface, lane, now));
    // Without a connection, a request would only repeat the same finding.
    if (connected) findings.push(...(await answerFindings(one, target)));
    const { left } = forecast([one], target, []);
    for (const verdict of ['skipped', 'not-applicable'] as const) {
      for (const { why, ids } of reasonsOf(left, verdict))
        findings.push({
          state: 'warning',
          about: one.contract.interface,
          what: `${ids.length} requirements would be skipped: ${why.replace(/\.$/, '')}`,
        });
    }
  }
  return findings;
}
