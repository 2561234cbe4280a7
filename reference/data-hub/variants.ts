/** Legal variants of data hubs: no requirement may fail or warn with one, and only the declared passes may be lost. */
import { sometimesOf } from '../sometimes.ts';
import type { Variant } from '../types.ts';
import { DETAIL_VARIANTS } from './deviations/details.ts';
import { FILES } from './deviations/file-variants.ts';
import { HANDLES, IDS } from './deviations/identifiers.ts';
import { HOSTILE_LISTS, LIST_VARIANTS } from './deviations/lists.ts';
import { HTTP, TROUBLE } from './deviations/messages.ts';
import { settingsVariants } from './deviations/settings.ts';
import { HOSTILE_STREAMS, STREAMS } from './deviations/streams.ts';
import { TOKENS } from './deviations/token-variants.ts';
import type { Change, VariantLine as Line } from './operators.ts';
import { CHANGING, VARIANTS_SOMETIMES } from './sometimes/ways.ts';

/** A variant with what makes it. */
export interface HubVariant extends Variant {
  readonly changes: readonly Change[];
}

const toVariants = (tag: string, lines: readonly Line[]): HubVariant[] =>
  lines.map(([id, changes, loses = [], settings]) => ({
    id,
    tags: [tag],
    ...(loses.length > 0 && { loses: loses.map((glob) => `data-hub/${glob}`) }),
    ...(settings && { settings }),
    changes: [changes].flat(),
  }));

/** Legal forms of responses; ids are unique. */
export const variants = (): HubVariant[] =>
  Object.entries({
    lists: LIST_VARIANTS,
    details: [...DETAIL_VARIANTS, ...IDS],
    handles: HANDLES,
    streams: STREAMS,
    tokens: TOKENS,
    http: HTTP,
    files: FILES,
  }).flatMap(([tag, lines]) => toVariants(tag, lines));

/** Legal variants that change from one response to the next. */
export const changing = (): HubVariant[] => [
  ...toVariants('changing', CHANGING),
  ...sometimesOf(new Map(variants().map((each) => [each.id, each])), '', VARIANTS_SOMETIMES),
];

/**
 * Returns further conditions of a run: settings that are absent, operations that are not offered, connections that
 * break.
 */
export const dataHubRunVariants = (): HubVariant[] => toVariants('run', [...settingsVariants(), ...TROUBLE]);

/**
 * Deployments that are not legal, or that strain a run: its time and memory have to stay limited, and its verdicts
 * correct. They are turned on like variants.
 */
export const dataHubHostile = (): HubVariant[] => toVariants('hostile', [...HOSTILE_STREAMS, ...HOSTILE_LISTS]);
