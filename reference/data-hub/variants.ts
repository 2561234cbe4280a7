/** Legal variants of data hubs: no requirement may fail or warn with one, and only the declared passes may be lost. */
import { variantsOf } from '../change.ts';
import { deviating } from '../sometimes.ts';
import { DETAIL_VARIANTS } from './deviations/details.ts';
import { FILES } from './deviations/file-variants.ts';
import { HANDLES, IDS } from './deviations/identifiers.ts';
import { LIST_VARIANTS } from './deviations/lists.ts';
import { HTTP, TROUBLE } from './deviations/messages.ts';
import { settingsVariants } from './deviations/settings.ts';
import { STREAMS } from './deviations/streams.ts';
import { TOKENS } from './deviations/token-variants.ts';
import type { Change } from './operators.ts';
import { CHANGING, VARIANTS_SOMETIMES } from './sometimes/ways.ts';

const variant = variantsOf<Change>('data-hub', '');

/**
 * Returns further conditions of a run: settings that are absent, operations that are not offered, connections that
 * break.
 */
export const dataHubRunVariants = () => [...settingsVariants(), ...TROUBLE].map(variant);

export const VARIANTS = deviating(
  () =>
    [...LIST_VARIANTS, ...DETAIL_VARIANTS, ...IDS, ...HANDLES, ...STREAMS, ...TOKENS, ...HTTP, ...FILES].map(variant),
  {
    second: () => CHANGING.map(variant),
    unlisted: dataHubRunVariants,
    prefix: '',
    table: VARIANTS_SOMETIMES,
  },
);
