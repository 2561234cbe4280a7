/** What the reference client library is told to do otherwise: plain data, which its module carries out (assay_reference_client/drawn/). */

/** One layer over the library; `do` names its maker there. */
export interface Layer {
  readonly do: string;
  readonly [setting: string]: unknown;
}

/** Layers in the order in which they go over the library, the last one outermost. */
export type Behaviour = readonly Layer[];

/** Layers as JSON of ASCII characters alone, so that it can stand wherever a text can. */
export const layersAsText = (layers: Behaviour): string =>
  JSON.stringify(layers).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
