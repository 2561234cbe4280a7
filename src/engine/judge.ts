/** Runs every check on what was recorded. Pure: no network, no clock, no file. */

import type { Contract, RecordReport, RecordSchema } from '../contract/types.ts';
import { preview } from '../records/preview.ts';
import type { Exchange } from '../wire/types.ts';
import { forgetParsedBodies, succeeded } from './answer.ts';
import { classify } from './classify.ts';
import type { Blame, Check, Fact, Need, ProbeOutcome, RecordedLane, Recording, Reporter, Suite } from './types.ts';

/** Why a row has no evidence. */
type NotDone =
  | { readonly kind: 'undecided' | 'skipped'; readonly blame: Blame; readonly why: string }
  | { readonly kind: 'not-applicable' | 'fault'; readonly why: string };

/** Facts about every row that some check decides, in every lane. */
export function judge(recording: Recording, contract: Contract, suite: Pick<Suite, 'checks'>): Fact[] {
  const facts: Fact[] = [];
  const byId = new Map(recording.exchanges.map((exchange) => [exchange.id, exchange]));
  const outcomes = new Map(recording.probes.map((outcome) => [`${outcome.lane} ${outcome.probe}`, outcome]));
  /** Checks that said nothing of some rows, with the facts about these. */
  const silent: { readonly check: Check; readonly lane: RecordedLane; readonly at: number }[] = [];
  for (const lane of recording.lanes) {
    for (const check of suite.checks) {
      if (check.lanes && !check.lanes.includes(lane.name)) continue;
      judgeCheck(check, lane);
    }
  }
  forgetParsedBodies();
  const wrong = new Set(facts.flatMap((fact) => (fact.kind === 'contradicted' ? fact.exchanges : [])));
  for (const { check, lane, at } of silent) {
    const fact = facts[at];
    if (fact?.kind === 'undecided' && fact.blame === 'settings' && restsOn(check.needs, lane, wrong))
      facts[at] = { ...fact, blame: 'target', why: 'an answer that it builds on is wrong' };
  }
  return facts;

  function restsOn(needs: readonly Need[], lane: RecordedLane, wrong: ReadonlySet<string>): boolean {
    return needs.some(
      ({ probe }) => outcomes.get(`${lane.name} ${probe.name}`)?.exchanges.some((id) => wrong.has(id)) === true || restsOn(probe.needs, lane, wrong),
    );
  }

  function judgeCheck(check: Check, lane: RecordedLane): void {
    const rows = decidedRows(check, lane.name, contract);
    const spoken = new Set<string>();
    const before = facts.length;
    let without: readonly NotDone[] | undefined;
    try {
      without = speakOf(check, lane, rows, spoken);
    } catch (error) {
      for (const row of rows)
        if (!spoken.has(row)) facts.push({ row, lane: lane.name, exchanges: [], kind: 'fault', why: `the judge threw: ${(error as Error).message}` });
    }
    if (without === undefined) return;
    const wrong = facts.slice(before).some((fact) => fact.kind === 'contradicted');
    const silence: NotDone = wrong
      ? { kind: 'undecided', blame: 'target', why: 'an answer that is wrong elsewhere does not show it' }
      : (without[0] ?? { kind: 'undecided', ...silenceOf(check.needs, lane) });
    for (const row of rows) {
      if (!spoken.has(row) && contract.requirements.get(row)?.basis !== 'gap') {
        silent.push({ check, lane, at: facts.length });
        facts.push({ row, lane: lane.name, exchanges: [], ...silence, ...(silence.kind === 'undecided' && { silent: true as const }) });
      }
    }
  }

  /** Judges what the check needs. @returns why things are not there that it can do without; undefined where nothing was judged, and every row was told why */
  function speakOf(check: Check, lane: RecordedLane, rows: readonly string[], spoken: Set<string>): readonly NotDone[] | undefined {
    const evidence: Record<string, unknown> = {};
    const without: NotDone[] = [];
    for (const need of check.needs) {
      const outcome = outcomes.get(`${lane.name} ${need.probe.name}`);
      const exchanges = exchangesOf(outcome);
      const why = outcome === undefined ? undefined : notDone(outcome);
      if ((outcome === undefined || why !== undefined) && need.optional !== true) {
        for (const row of rows)
          facts.push({
            row,
            lane: lane.name,
            exchanges: exchanges.map((exchange) => exchange.id),
            ...(why ?? { kind: 'skipped', blame: 'settings', why: 'it is not asked with this credential' }),
          });
        return undefined;
      }
      if (why !== undefined) without.push(why);
      const view = need.view(exchanges);
      if (!view.ok) {
        for (const row of rows)
          facts.push({
            row,
            lane: lane.name,
            exchanges: view.because ? [view.because.id] : [],
            kind: 'undecided',
            ...because(view.because, need.probe.operation),
          });
        return undefined;
      }
      evidence[need.name] = view.value;
    }
    check.judge(evidence as never, createReporter(rows, lane, spoken));
    return without;
  }

  /** What a probe asked, as far as it was recorded. */
  function exchangesOf(outcome: ProbeOutcome | undefined): Exchange[] {
    return (outcome?.exchanges ?? []).flatMap((id) => byId.get(id) ?? []);
  }

  /** Why nothing was said: the first answer that it would have taken and that did not succeed, else that there was nothing to see. */
  function silenceOf(needs: readonly Need[], lane: RecordedLane): { blame: Blame; why: string } {
    const hindrance = hindranceOf(needs, lane, new Set());
    return hindrance ? because(hindrance, hindrance.operation) : { blame: 'settings', why: 'nothing in the answers could have contradicted it' };
  }

  function hindranceOf(needs: readonly Need[], lane: RecordedLane, seen: Set<string>): Exchange | undefined {
    for (const { probe } of needs) {
      if (seen.has(probe.name)) continue;
      seen.add(probe.name);
      const exchanges = exchangesOf(outcomes.get(`${lane.name} ${probe.name}`)).filter(({ purpose }) => purpose === 'documented');
      if (exchanges.some(succeeded)) continue;
      const found = exchanges[0] ?? hindranceOf(probe.needs, lane, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Why a probe's rows have no evidence; undefined when it ran. */
  function notDone(outcome: ProbeOutcome): NotDone | undefined {
    const why = outcome.why ?? '';
    switch (outcome.state) {
      case 'done':
        return undefined;
      case 'not-offered':
        return { kind: 'not-applicable', why };
      case 'threw':
        return { kind: 'fault', why: `the probe ${outcome.probe} threw: ${why}` };
      case 'bad-credential':
        return { kind: 'undecided', blame: 'credential', why };
      case 'unmet': {
        const root = rootOf(outcome);
        const found = root === outcome ? undefined : notDone(root);
        if (found !== undefined) return found;
        const exchange = byId.get(outcome.because ?? '');
        return { kind: 'undecided', ...because(exchange, outcome.why ?? outcome.probe) };
      }
      default:
        return { kind: 'skipped', blame: outcome.state === 'interrupted' ? 'infrastructure' : 'settings', why };
    }
  }

  /** Follows unmet needs to the probe that was the first not to be done. */
  function rootOf(outcome: ProbeOutcome): ProbeOutcome {
    const need = outcome.state === 'unmet' && outcome.because === undefined ? outcomes.get(`${outcome.lane} ${outcome.why}`) : undefined;
    return need === undefined ? outcome : rootOf(need);
  }

  function because(exchange: Exchange | undefined, operation: string): { blame: Blame; why: string } {
    if (exchange === undefined) return { blame: 'target', why: `${operation} could not be asked: an earlier answer did not hold what it needs` };
    const result = classify(exchange, recording.exchanges);
    if (result.kind === 'succeeded') return { blame: 'target', why: `the answer of ${exchange.operation} did not hold what is needed` };
    return { blame: result.blame, why: `it needs ${exchange.operation}, and ${result.why}` };
  }

  function createReporter(rows: readonly string[], lane: RecordedLane, spoken: Set<string>): Reporter {
    const allowed = new Set(rows);
    const speak = (row: string) => {
      if (!allowed.has(row)) throw new Error(`a check spoke of ${row}, which it does not decide`);
      spoken.add(row);
    };
    const judgeRecords = (name: string, values: readonly unknown[], exchange: Exchange, flags: readonly string[], at: (index: number) => string) => {
      const record = recordNamed(contract, name);
      const judged = record.judge(values, new Set([lane.name, ...flags]), at);
      for (const [row, times] of judged.evaluated) {
        speak(row);
        if (!judged.contradicted.has(row)) facts.push({ row, lane: lane.name, exchanges: [exchange.id], kind: 'held', times });
      }
      for (const finding of judged.findings) {
        facts.push({
          ...finding,
          lane: lane.name,
          exchanges: [exchange.id],
          kind: 'contradicted',
          times: judged.contradicted.get(finding.row) as number,
          of: judged.evaluated.get(finding.row) as number,
        });
      }
      return judged;
    };
    return {
      lane: lane.name,
      settings: lane.given,
      exchanges: recording.exchanges,
      contract,
      holds(row, test, expected, got, exchange, at) {
        speak(row);
        const about = { row, lane: lane.name, exchanges: exchange ? [exchange.id] : [] };
        if (test) facts.push({ ...about, kind: 'held', times: 1 });
        else
          facts.push({
            ...about,
            kind: 'contradicted',
            expected,
            got: typeof got === 'string' ? got || 'an empty text' : preview(got),
            ...(at !== undefined && { at }),
          });
        return test;
      },
      undecided(row, blame, why, exchange) {
        speak(row);
        facts.push({ row, lane: lane.name, exchanges: exchange ? [exchange.id] : [], kind: 'undecided', blame, why });
      },
      notApplicable(row, why) {
        speak(row);
        facts.push({ row, lane: lane.name, exchanges: [], kind: 'not-applicable', why });
      },
      record(name, value, exchange, flags = [], at = '') {
        const judged = judgeRecords(name, [value], exchange, flags, () => at);
        return vouchedMembers(judged, value);
      },
      records(name, values, exchange, flags = []) {
        const judged = judgeRecords(name, values, exchange, flags, (index) => `/${index}`);
        return { length: values.length, value: (index, member) => judged.vouched(index, member) };
      },
      observe(gap, value, exchange) {
        if (contract.requirements.get(gap)?.basis !== 'gap') throw new Error(`${gap} is no gap of the contract`);
        facts.push({
          row: gap,
          lane: lane.name,
          exchanges: exchange ? [exchange.id] : [],
          kind: 'observed',
          value: typeof value === 'string' ? preview(value).slice(1, -1) : preview(value),
        });
      },
    };
  }
}

/** The members of a record that were not contradicted. */
function vouchedMembers(judged: RecordReport, value: unknown): Record<string, unknown> {
  const members: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  if (typeof value !== 'object' || value === null) return members;
  for (const name of Object.keys(value)) members[name] = judged.vouched(0, name);
  return members;
}

/** The rows a check decides in a lane: its own, and those of its records that apply there. */
export function decidedRows(check: Check, lane: string, contract: Contract): string[] {
  const rows = check.decides.flatMap((row) => (row.startsWith('record:') ? recordNamed(contract, row).rowsIn(new Set([lane, ...check.flags])) : [row]));
  return rows.filter((id) => {
    const row = contract.requirements.get(id);
    if (row === undefined) throw new Error(`a check decides ${id}, which the contract does not state`);
    return row.lane === undefined || row.lane === lane;
  });
}

function recordNamed(contract: Contract, name: string): RecordSchema {
  const record = contract.records.get(name.replace(/^record:/, ''));
  if (record === undefined) throw new Error(`the contract has no ${name}`);
  return record;
}
