/**
 * The three operations as the interface document lists them: written here by hand, so that the WSDL of the checks and
 * this reference share no misreading.
 */

export type PartType = 'string' | 'int' | 'base64Binary';

/** Types of parts by name, in parameter order. */
type Parts = Readonly<Record<string, PartType>>;

/** Parts of every response. */
export const RESPONSE = { 's-gensym3': 'int', 's-gensym5': 'string' } as const satisfies Parts;

const strings = (...names: readonly string[]): Parts => Object.fromEntries(names.map((name) => [name, 'string']));

/** Parts of the requests. */
export const OPERATIONS = {
  TicketCreate: strings('ExternalTicketId', 'Requestor', 'Subject', 'Correspondence', 'Priority', 'AffectedSite'),
  TicketModify: strings('TrackerTicketId', 'Requestor', 'Subject', 'Correspondence', 'Status', 'Priority'),
  AddTicketAttachment: { ExternalTicketId: 'int', AttachmentData: 'base64Binary', AttachmentName: 'string' },
} as const satisfies Readonly<Record<string, Parts>>;

export type OperationName = keyof typeof OPERATIONS;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly OperationName[];
