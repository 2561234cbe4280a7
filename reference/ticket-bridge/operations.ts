/**
 * The three operations as the interface document lists them: written here by hand, so that the WSDL of the checks and
 * this reference share no misreading.
 */

export type PartType = 'string' | 'int' | 'base64Binary';

/** Types of parts by name, in parameter order. */
type Parts = Readonly<Record<string, PartType>>;

export interface OperationForm {
  readonly request: Parts;
  readonly response: Parts;
}

const RESPONSE: Parts = { 's-gensym3': 'int', 's-gensym5': 'string' };

const strings = (...names: readonly string[]): Parts => Object.fromEntries(names.map((name) => [name, 'string']));

export const OPERATIONS = {
  TicketCreate: {
    request: strings('ExternalTicketId', 'Requestor', 'Subject', 'Correspondence', 'Priority', 'AffectedSite'),
    response: RESPONSE,
  },
  TicketModify: {
    request: strings('TrackerTicketId', 'Requestor', 'Subject', 'Correspondence', 'Status', 'Priority'),
    response: RESPONSE,
  },
  AddTicketAttachment: {
    request: { ExternalTicketId: 'int', AttachmentData: 'base64Binary', AttachmentName: 'string' },
    response: RESPONSE,
  },
} as const satisfies Readonly<Record<string, OperationForm>>;

export type OperationName = keyof typeof OPERATIONS;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];
