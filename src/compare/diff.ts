/** Changes from one run to another. Pure. */
import { selection } from '../engine/send/select.ts';
import type { Results, Verdict } from '../engine/words/types.ts';

/** One requirement in two runs; a verdict is absent where the run did not plan it. */
export interface Change {
  readonly id: string;
  readonly before?: Verdict;
  readonly after?: Verdict;
}

/** Kinds of change in the order of reports, with what each means. */
export const CHANGES = {
  new: 'a finding that the earlier run did not have',
  lost: 'passed before, and is now inconclusive or skipped',
  vanished: 'was decided before, and is now not planned or declared as not offered',
  still: 'a finding before, and not shown to be fixed',
  fixed: 'a finding before, and passes now',
  newlyAsked: 'was not tested or could not be decided before, and now is',
} as const;

export type ChangeKind = keyof typeof CHANGES;

export type Diff = Readonly<Record<ChangeKind, readonly Change[]>> & {
  /** Something is new, or something that passed is lost or has vanished. */
  readonly worse: boolean;
};

/** Verdicts by requirement; what the document leaves open is never a change. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** The verdicts of a run. */
export function verdictsOf(results: Pick<Results, 'requirements'>): Verdicts {
  return new Map(results.requirements.filter(({ basis }) => basis !== 'gap').map(({ id, verdict }) => [id, verdict]));
}

/** Changes from `before` to `after`. Requirements that `after` was narrowed past (`--only`) are left out. */
export function diffResults(before: Results, after: Results): Diff {
  return diffVerdicts(verdictsOf(before), verdictsOf(after), askedFor(after));
}

/** As `diffResults`; `asked` says which requirements the later run was asked for. */
export function diffVerdicts(before: Verdicts, after: Verdicts, asked: (id: string) => boolean): Diff {
  const changes: Record<ChangeKind, Change[]> = {
    new: [],
    lost: [],
    vanished: [],
    still: [],
    fixed: [],
    newlyAsked: [],
  };
  for (const id of new Set([...after.keys(), ...before.keys()])) {
    if (!asked(id)) continue;
    const [was, is] = [before.get(id), after.get(id)];
    const kind = kindOf(was, is);
    if (kind) changes[kind].push({ id, ...(was && { before: was }), ...(is && { after: is }) });
  }
  return {
    ...changes,
    worse: changes.new.length + changes.lost.length > 0 || changes.vanished.some((change) => change.before === 'pass'),
  };
}

const RED: ReadonlySet<Verdict | undefined> = new Set(['fail', 'warn', 'error']);
const UNTOLD: ReadonlySet<Verdict | undefined> = new Set(['inconclusive', 'skipped']);
const GONE: ReadonlySet<Verdict | undefined> = new Set([undefined, 'not-applicable']);

function kindOf(was: Verdict | undefined, is: Verdict | undefined): ChangeKind | undefined {
  if (RED.has(is)) return RED.has(was) && !(was === 'warn' && is !== 'warn') ? 'still' : 'new';
  if (RED.has(was)) return is === 'pass' ? 'fixed' : GONE.has(is) ? 'vanished' : 'still';
  if (was === 'pass' && UNTOLD.has(is)) return 'lost';
  if (GONE.has(is)) return GONE.has(was) || was === 'skipped' ? undefined : 'vanished';
  if (is === 'pass') return was === 'pass' ? undefined : 'newlyAsked';
  return is === 'inconclusive' && (GONE.has(was) || was === 'skipped') ? 'newlyAsked' : undefined;
}

function askedFor({
  requirements,
  notPlanned,
  run,
}: Pick<Results, 'requirements' | 'notPlanned' | 'run'>): (id: string) => boolean {
  return selection(
    run.only,
    [...requirements, ...notPlanned].map(({ id }) => id),
  );
}
