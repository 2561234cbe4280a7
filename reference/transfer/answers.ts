/** Responses as the service writes them. */
import type { ReferenceResponse } from '../types.ts';

type Headers = ReferenceResponse['headers'];

/** `YYYY-MM-DDTHH:MM:SS` of milliseconds since 1970, in UTC. */
export const timestamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

export const jsonResponse = (status: number, value: unknown, headers: Headers = []): ReferenceResponse =>
  textResponse(status, JSON.stringify(value), 'application/json', headers);

export const textResponse = (status: number, text: string, type: string, headers: Headers = []): ReferenceResponse => ({
  status,
  headers: [['Content-Type', type], ...headers],
  body: Buffer.from(text),
});

/** Returns an error in the form that this service chose; the document leaves it open. */
export const errorResponse = (status: number, message: string, headers: Headers = []): ReferenceResponse =>
  jsonResponse(status, { status: String(status), message }, headers);
