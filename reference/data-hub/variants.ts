/** Legal variants of data hubs: no requirement may fail or warn with one, and only the declared passes may be lost. */
import { deviating } from '../sometimes.ts';
import type { Made, Variant } from '../types.ts';
import { DETAIL_VARIANTS } from './deviations/details.ts';
import { FILES } from './deviations/file-variants.ts';
import { HANDLES, IDS } from './deviations/identifiers.ts';
import { LIST_VARIANTS } from './deviations/lists.ts';
import { HTTP, TROUBLE } from './deviations/messages.ts';
import { settingsVariants } from './deviations/settings.ts';
import { STREAMS } from './deviations/streams.ts';
import { TOKENS } from './deviations/token-variants.ts';
import type { Change, VariantLine as Line } from './operators.ts';
import { CHANGING, VARIANTS_SOMETIMES } from './sometimes/ways.ts';

type HubVariant = Made<Variant, Change>;

const toVariants = (lines: readonly Line[]): HubVariant[] =>
  lines.map(([id, changes, loses = [], settings]) => ({
    id,
    ...(loses.length > 0 && { loses: loses.map((glob) => `data-hub/${glob}`) }),
    ...(settings && { settings }),
    changes: [changes].flat(),
  }));

/**
 * Returns further conditions of a run: settings that are absent, operations that are not offered, connections that
 * break.
 */
export const dataHubRunVariants = (): HubVariant[] => toVariants([...settingsVariants(), ...TROUBLE]);

export const VARIANTS = deviating<HubVariant>(
  () =>
    toVariants([...LIST_VARIANTS, ...DETAIL_VARIANTS, ...IDS, ...HANDLES, ...STREAMS, ...TOKENS, ...HTTP, ...FILES]),
  {
    second: () => toVariants(CHANGING),
    unlisted: dataHubRunVariants,
    prefix: '',
    table: VARIANTS_SOMETIMES,
  },
);
