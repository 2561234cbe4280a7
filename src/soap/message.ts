/** A decoded SOAP 1.1 message, as judges read it. */
import type { XmlName } from './xml-tree.ts';

/** One accessor of the response: its own name and place, with the value that stands in it or that it refers to. */
export interface SoapPart extends XmlName {
  /** Counted from one. */
  readonly position: number;
  /** The value of `xsi:type`; `unbound` if its prefix is undeclared or it is not a name. */
  readonly type?: XmlName | { readonly unbound: string };
  readonly nil: boolean;
  /** Character data as sent, white space included; undefined where the value cannot be read (see `problem`). */
  readonly text?: string;
  /** Reason for a missing value: a dangling reference, or elements where text belongs. */
  readonly problem?: string;
  readonly byReference: boolean;
  /** `encodingStyle` in scope of the value. */
  readonly encodingStyle?: string;
  /** Such as `/soap:Envelope/soap:Body/ns1:TicketCreateResponse/s-gensym3 (line 4)`. */
  readonly at: string;
}

/** The element in the Body that is the response. */
export interface SoapResponse extends XmlName {
  readonly parts: readonly SoapPart[];
  readonly encodingStyle?: string;
  readonly at: string;
}

export interface SoapFault {
  /** As written, such as `soap:Client`. */
  readonly code?: string;
  /** The code's name, where its prefix is declared. */
  readonly codeName?: XmlName;
  readonly string?: string;
  readonly actor?: string;
  /** Text in the detail, at most 2000 characters. */
  readonly detail?: string;
}

/** Choices of this message among the freedoms of SOAP 1.1; for observation only. */
interface SoapForm {
  readonly charset: string;
  readonly charsetFrom: string;
  readonly charsetMismatch?: string;
  readonly xmlVersion?: string;
  readonly comments: number;
  readonly cdata: number;
  /** `wrapper`, `body`, `envelope`, `parts` or `none`. */
  readonly encodingStyleOn: string;
  readonly qualifiedParts: number;
  readonly typedParts: number;
  readonly references: number;
  /** Namespace of XML Schema types, where it is not the recommendation's. */
  readonly oldSchema: boolean;
}

export interface SoapHeader extends XmlName {
  readonly mustUnderstand: boolean;
  readonly actor?: string;
}

/** `ok: false`: it is not a SOAP 1.1 message with a response or a fault; `problem` completes the sentence "the answer is, or holds, …". */
export type Decoded =
  | ({ readonly ok: true; readonly headers: readonly SoapHeader[]; readonly form: SoapForm } & (
      | { readonly response: SoapResponse; readonly fault?: never }
      | { readonly response?: never; readonly fault: SoapFault }
    ))
  | {
      readonly ok: false;
      readonly stage: 'size' | 'charset' | 'unread-charset' | 'xml' | 'soap';
      readonly problem: string;
      readonly at: string;
    };
