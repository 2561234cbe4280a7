/** Changes of the reference client library as plain data, which its module carries out (assay_reference_client/drawn/). */
import fc, { type Arbitrary } from 'fast-check';
import { type DrawnFault, type DrawnVariant, drawnFault, drawnVariant } from '../random.ts';

/** One layer over the library; `do` names its maker there. */
export interface Layer {
  readonly do: string;
  readonly [setting: string]: unknown;
}

/** Layers in the order in which they go over the library, the last one outermost. */
export type Behaviour = readonly Layer[];

/** Layers as JSON of ASCII characters alone, so that it can stand wherever a text can. */
export const layersAsText = (layers: Behaviour): string =>
  JSON.stringify(layers).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A freedom of one layer: its id, its title, the maker of the layer, and an arbitrary for each setting. */
export const layered = <T extends object>(
  id: string,
  title: string,
  maker: string,
  settings: { readonly [K in keyof T]: Arbitrary<T[K]> },
  loses: (drawn: T) => readonly string[] = () => [],
): DrawnVariant<Layer> =>
  drawnVariant(
    `client-library/freedom/${id}`,
    title,
    fc.record(settings) as Arbitrary<T>,
    (drawn) => [{ do: maker, ...drawn }],
    loses,
  );

/** A contradiction of one layer; `kills` without the name of the interface. */
export const violation = (kills: string, what: string, layer: Layer, verdict?: 'fail' | 'warn'): DrawnFault<Layer> =>
  drawnFault<Layer>(`client-library/${kills}`, what, [layer], verdict);
