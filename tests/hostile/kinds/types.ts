/** Kinds of hostile responses, as data: the behaviour of a server, and the required outcome of a run. */
import type { Duplex } from 'node:stream';
import type { ReferenceRequest, ReferenceResponse } from '../../../reference/types.ts';

/** The level at which the response is hostile. */
export type Layer = 'tcp' | 'tls' | 'http' | 'json' | 'xml' | 'text' | 'stream';

/**
 * Required outcome of a run for operations with such responses. `unanswered`: no failure, blame infrastructure, exit
 * code 3; `legal`: no failure, exit code 0 or 3; `wrong`: contradicts the document where the body is documented, exit
 * code 1 or 3; `either`: depends on the client. Never exit code 4, and never a requirement with verdict error.
 */
export type Makes = 'unanswered' | 'legal' | 'wrong' | 'either';

/** The legal response, as bytes, and as the text of each byte (Latin-1) if a kind works on text. */
export interface Right {
  request: ReferenceRequest;
  response: ReferenceResponse & { body: Uint8Array };
  text: string;
  /** Number of responses changed so far, including this one. */
  count: number;
}

/** Makes a hostile response that replaces the legal one. */
export type Spoil = (right: Right) => Partial<ReferenceResponse>;

interface Common {
  /** `<layer>/<what>`: names the hostile property; stable. */
  id: string;
  layer: Layer;
  makes: Makes;
}

/** Changes the responses of chosen operations, or of all. */
export interface AnswerKind extends Common {
  spoil: Spoil;
}

/** Changes connections, and so all operations at once. */
export interface ConnectionKind extends Common {
  /** Misbehaves on a client's connection. `forward` joins it to the legal service, and may change bytes. */
  connect: (client: Duplex, forward: () => Duplex) => void;
}

export type HostileKind = AnswerKind | ConnectionKind;

/** Returns a function that makes kinds of a layer. */
export const kindsOf =
  (layer: Layer) =>
  (id: string, makes: Makes, spoil: Spoil): AnswerKind => ({
    ...{ id: `${layer}/${id}`, layer, makes, spoil },
  });
