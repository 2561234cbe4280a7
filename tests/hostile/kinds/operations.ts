/** The documented operations, recognised by their requests; written here by hand, so that checks and catalogue share no misreading. */
import type { ReferenceRequest } from '../../../reference/types.ts';
import type { HostileKind } from './types.ts';

type Recognised = readonly [method: string, path: RegExp];

const OPERATIONS: Readonly<Record<string, Readonly<Record<string, Recognised>>>> = {
  'ticket-bridge': {
    TicketCreate: ['POST', /TicketCreate\b/],
    TicketModify: ['POST', /TicketModify\b/],
    AddTicketAttachment: ['POST', /AddTicketAttachment\b/],
  },
  transfer: {
    identity: ['GET', /^\/whoami$/],
    'list-jobs': ['GET', /^\/jobs$/],
    'job-status': ['GET', /^\/jobs\/./],
    delegation: ['GET', /^\/delegation\//],
    'submit-job': ['POST', /^\/jobs$/],
    'cancel-job': ['DELETE', /^\/jobs\/./],
  },
  'data-hub': {
    'token-grant': ['POST', /^\/auth\/realms\//],
    'create-named-token': ['POST', /\/tokens\/named$/],
    'list-handle-services': ['GET', /\/user\/handle_services$/],
    'get-handle-service': ['GET', /\/user\/handle_services\/./],
    'list-spaces': ['GET', /\/effective_spaces\/$/],
    'get-space': ['GET', /\/zone\/spaces\/./],
    'get-share': ['GET', /\/zone\/shares\/./],
    'create-handle': ['POST', /\/user\/handles$/],
    'list-handles': ['GET', /\/user\/handles$/],
    'get-handle': ['GET', /\/user\/handles\/./],
    'cdmi-list': ['GET', /^\/cdmi\/.*\/$/],
    'cdmi-read': ['GET', /^\/cdmi\/.*[^/]$/],
    'cdmi-write': ['PUT', /^\/cdmi\//],
    'lookup-file-id': ['POST', /\/lookup-file-id\//],
    'list-children': ['GET', /\/data\/[^/]+\/children$/],
    'read-content': ['GET', /\/data\/[^/]+\/content$/],
    'upload-file': ['POST', /\/data\/[^/]+\/children$/],
    'list-files': ['GET', /\/provider\/files\//],
    'create-share': ['POST', /\/shares-id\//],
    'subscribe-changes': ['POST', /\/changes\/metadata\//],
  },
};

/** Interfaces whose other side is a server. */
export const SERVED = Object.keys(OPERATIONS);

/** Whether an interface's service can answer so: the SOAP service speaks XML without TLS, the others JSON. */
export function canAnswer(of: string, { layer }: HostileKind): boolean {
  return of === 'ticket-bridge' ? layer !== 'json' && layer !== 'tls' : layer !== 'xml';
}

/** Names of an interface's operations; none of an interface whose other side is not a server. */
export const operationsOf = (of: string): readonly string[] => Object.keys(OPERATIONS[of] ?? {});

/** Whether a request is one of an operation. */
export function isOf(of: string, operation: string, { method, target, body }: ReferenceRequest): boolean {
  const [expected, path] = OPERATIONS[of]?.[operation] ?? [];
  const text = of === 'ticket-bridge' ? Buffer.from(body).toString('latin1') : (target.split('?')[0] as string);
  return expected === method && path?.test(text) === true;
}
