/** Carries out tasks on one interface's reference: a campaign with its controls, kept from one task to the next. */
import pMap from 'p-map';
import type { Randomness } from '../../reference/drawn/random.ts';
import { baseOf } from '../../reference/sometimes.ts';
import type { Fault } from '../../reference/types.ts';
import type { Interface } from '../contract/types.ts';
import type { ConductedRun } from '../engine/send/run.ts';
import { isFinding } from '../engine/words/types.ts';
import type { Depth } from '../settings/types.ts';
import { Campaign, compareFault, compareSometimes, compareVariants } from './campaign.ts';
import { drawIllegal, drawLegal } from './drawing.ts';
import { type InProcessReference, inProcessReferenceOf } from './in-process-references.ts';
import { faultGroups } from './planned-tasks.ts';
import { judgedOtherwise, observed } from './properties.ts';
import type { Completed, Controls, FaultOutcome, Observed, Outcome, Task, WorkItem } from './tasks.ts';

/** Groups of faults at once: some wait. */
const GROUPS_AT_ONCE = 2;

/** A run in this many is judged again from its evidence. */
const JUDGED_AGAIN_EVERY = 8;

export class Testbed {
  #runs = 0;
  #controls: Controls | undefined;
  #thorough: Promise<Campaign> | undefined;

  private constructor(
    private readonly reference: InProcessReference,
    private readonly campaign: Campaign,
    private readonly randomness: Randomness | undefined,
    private readonly stopping: AbortSignal | undefined,
  ) {}

  get controls(): Controls {
    return this.#controls as Controls;
  }

  /**
   * Returns the testbed of an interface's reference; after `stopping` aborts, it rejects before each further run.
   * Throws NotHere where this machine cannot run it.
   */
  static async open(of: Interface, stopping?: AbortSignal): Promise<Testbed> {
    return Testbed.of(await inProcessReferenceOf(of), stopping);
  }

  /** Prepares a reference and runs both controls. Throws, having closed it, if its settings are wrong. */
  static async of(reference: InProcessReference, stopping?: AbortSignal): Promise<Testbed> {
    const began = performance.now();
    try {
      const campaign = await Campaign.start(reference, stopping);
      const testbed = new Testbed(reference, campaign, await reference.randomness?.(), stopping);
      testbed.#controls = await testbed.control(began);
      return testbed;
    } catch (error) {
      await reference.close();
      throw error;
    }
  }

  /**
   * Returns the controls. The clean reference: every documented requirement is verified, none failed or warned. The
   * canary: the first fault, which is known to be detected.
   */
  private async control(began: number): Promise<Controls> {
    const clean = this.campaign.clean.requirements
      .filter(({ basis, verdict }) => isFinding(verdict) || (basis === 'documented' && verdict !== 'pass'))
      .map(({ id, verdict, message }) => `${id}: ${verdict}${message === undefined ? '' : ` (${message})`}`);
    const canary = this.reference.faults[0]?.id ?? '';
    const [outcome] = canary === '' ? [] : await this.faults([canary]);
    const problem = outcome === undefined ? 'fault not found' : outcome.survived;
    return {
      interface: this.reference.interface,
      clean,
      canary: { id: canary, problem },
      tookMs: performance.now() - began,
    };
  }

  /** @returns one outcome for each fault of the task; else one */
  async run(task: Task): Promise<readonly Outcome[]> {
    if (task.kind === 'faults') {
      const { ids, depth } = task;
      return depth ? Promise.all(ids.map((id) => this.sometimes(id, depth))) : this.faults(ids);
    }
    if (task.kind === 'variants') return [await this.variants(task.ids, task.depth)];
    if (this.randomness === undefined) throw new Error(`no deployment can be drawn for ${this.reference.interface}`);
    return [
      task.kind === 'legal'
        ? await drawLegal(this.campaign, this.reference, this.randomness, task.seed)
        : await drawIllegal(this.campaign, this.randomness, task.seed),
    ];
  }

  close(): Promise<void> {
    return this.reference.close();
  }

  /**
   * Tries faults in groups, each fault of a group for a different requirement. Faults that were not detected in their
   * group are grouped again, because one fault can hide another; if most were not detected, the groups become smaller.
   * The outcome of a fault that is tried by itself is final.
   */
  private async faults(ids: readonly string[]): Promise<(Observed & FaultOutcome)[]> {
    const outcomes: FaultOutcome[] = [];
    const seen: Observed[] = [];
    let left: readonly Fault[] = ids.map((id) => this.faultOf(id));
    for (let most = this.reference.faultsAtOnce; left.length > 0; ) {
      const runs = await pMap(faultGroups(left, most), (group) => this.together(group), {
        concurrency: GROUPS_AT_ONCE,
      });
      const judged = runs.flatMap((run) => run.judged);
      outcomes.push(...judged);
      seen.push(...runs.map((run) => run.seen));
      const hidden = left.filter((fault) => !judged.some(({ id }) => id === fault.id));
      if (hidden.length > left.length / 2) most = Math.ceil(Math.min(most, left.length) / 2);
      left = hidden;
    }
    const all = { gaps: seen.flatMap(({ gaps }) => gaps), flaws: seen.flatMap(({ flaws }) => flaws) };
    return outcomes.map((outcome, at) => ({ ...outcome, ...(at === 0 ? all : { gaps: [], flaws: [] }) }));
  }

  /**
   * Runs faults together. `judged`: the faults that were detected, if only requirements that they declare failed or
   * warned; a single fault in any case.
   */
  private async together(faults: readonly Fault[]) {
    const conducted = await this.campaign.run({ fault: faults.map(({ id }) => id) });
    const judged = faults.map((fault) => compareFault(fault, conducted.results, this.campaign.clean, faults));
    return {
      judged: judged.filter(({ killed, undeclared }) => faults.length === 1 || (killed && undeclared.length === 0)),
      seen: this.#observe(conducted),
    };
  }

  /** Returns a fault, or, of one that was drawn, the fault that it is made from. */
  private faultOf(id: string): Fault {
    const { faults, sometimes } = this.reference;
    const all = [...faults, ...sometimes.faults];
    const fault = all.find((one) => one.id === id) ?? all.find((one) => one.id === baseOf(id));
    if (fault === undefined) throw new Error(`no fault ${id} found`);
    return fault;
  }

  private campaignAt(depth: Depth = 'standard'): Promise<Campaign> {
    if (depth === 'standard') return Promise.resolve(this.campaign);
    this.#thorough ??= Campaign.start(this.reference, this.stopping, depth);
    return this.#thorough;
  }

  private async sometimes(id: string, depth: Depth): Promise<Outcome> {
    const conducted = await (await this.campaignAt(depth)).run({ fault: id });
    return { ...compareSometimes(this.faultOf(id), conducted.results), id, depth, ...this.#observe(conducted) };
  }

  private async variants(ids: readonly string[], depth?: Depth): Promise<Outcome> {
    const arranged = ids.length < 2 ? ids : (this.randomness?.arrange(ids) ?? ids);
    const known = [...this.reference.variants, ...this.reference.sometimes.variants];
    const campaign = await this.campaignAt(depth);
    const conducted = await campaign.run({ variants: arranged });
    const used = known.filter(({ id }) => arranged.includes(id));
    const compared = compareVariants(used, conducted.results, campaign.clean);
    return { kind: 'legal', of: arranged, ...compared, ...this.#observe(conducted) };
  }

  /** Checks the properties that every run must have. Judges some runs again. */
  #observe(conducted: ConductedRun): Observed {
    this.#runs += 1;
    const { gaps, flaws } = observed(conducted);
    return { gaps, flaws: this.#runs % JUDGED_AGAIN_EVERY === 0 ? [...flaws, ...judgedOtherwise(conducted)] : flaws };
  }
}

/** The testbeds of one process: opened when the first task for them comes, and open until `close`. */
export class Testbeds {
  readonly #opened = new Map<Interface, Promise<Testbed>>();
  readonly #stopping = new AbortController();

  async run({ at, interface: of, task }: WorkItem): Promise<Completed> {
    const known = this.#opened.get(of);
    const opening = known ?? Testbed.open(of, this.#stopping.signal);
    this.#opened.set(of, opening);
    try {
      const testbed = await opening;
      return { at, outcomes: await testbed.run(task), ...(known === undefined && { controls: testbed.controls }) };
    } catch (error) {
      throw new Error(`${of}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }

  /** Begins no further run; tasks that are under way reject. */
  stop(): void {
    this.#stopping.abort();
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#opened.values());
    this.#opened.clear();
    await Promise.all(opened.map((each) => each.status === 'fulfilled' && each.value.close()));
  }
}
