/** A decoded SOAP 1.1 message, as judges read it. */
import type { XmlName } from './xml-tree.ts';

/** An accessor of the response: its own name and place, with the value that is in it or that it refers to. */
export interface SoapPart extends XmlName {
  /** Counted from one. */
  readonly position: number;
  /** The value of `xsi:type`; `unbound` if its prefix is undeclared or it is not a name. */
  readonly type?: XmlName | { readonly unbound: string };
  readonly nil: boolean;
  /** Character data as sent, white space included; undefined if the value cannot be read (see `problem`). */
  readonly text?: string;
  /** Reason for a missing value: a dangling reference, or elements where text belongs. */
  readonly problem?: string;
  readonly byReference: boolean;
  /** `encodingStyle` in scope of the value. */
  readonly encodingStyle?: string;
  /** The place, such as `/soap:Envelope/soap:Body/ns1:TicketCreateResponse/s-gensym3 (line 4)`. */
  readonly at: string;
}

/** The element in the Body that is the response. */
export interface SoapResponse extends XmlName {
  readonly parts: readonly SoapPart[];
  readonly encodingStyle?: string;
  readonly at: string;
}

export interface SoapFault {
  /** The code as written, such as `soap:Client`. */
  readonly code?: string;
  readonly string?: string;
}

/** Choices of this message where SOAP 1.1 leaves a choice; for observation only. */
interface SoapForm {
  readonly charset: string;
  /** `wrapper`, `body`, `envelope`, `parts` or `none`. */
  readonly encodingStyleOn: string;
  readonly qualifiedParts: number;
  readonly typedParts: number;
  readonly references: number;
}

/**
 * With `ok: false`, the text is not a SOAP 1.1 message with a response or a fault; `problem` completes the sentence
 * "the response is, or contains, …".
 */
export type Decoded =
  | { readonly ok: true; readonly response: SoapResponse; readonly form: SoapForm; readonly fault?: never }
  | { readonly ok: true; readonly response?: never; readonly fault: SoapFault }
  | {
      readonly ok: false;
      readonly stage: 'size' | 'charset' | 'unread-charset' | 'xml' | 'soap';
      readonly problem: string;
      readonly at: string;
    };
