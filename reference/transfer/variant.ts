/** Building blocks of lawful variants. */
import type { Members } from '../record-values.ts';
import type { ReferenceResponse } from '../types.ts';
import type { Asked, Behaviour, VariantDefinition } from './behaviour.ts';

/** A variant with what it does. `create` where it has to begin anew for each reference. */
export function variant(
  id: string,
  title: string,
  behaviour: Behaviour | (() => Behaviour),
  more: { readonly loses?: readonly string[]; readonly tags?: readonly string[] } = {},
): VariantDefinition {
  return { id: `transfer/variant/${id}`, title, ...more, create: typeof behaviour === 'function' ? behaviour : () => behaviour };
}

/** Changes the text of successful answers. */
export const onText = (change: (text: string, asked: Asked) => string): Behaviour => ({
  answer: (response, asked) =>
    response.status < 300 && response.body instanceof Uint8Array
      ? { ...response, body: Buffer.from(change(Buffer.from(response.body).toString('utf8'), asked)) }
      : response,
});

/** Changes the headers of all answers to good credentials. */
export const onHeaders = (change: (headers: ReferenceResponse['headers']) => ReferenceResponse['headers']): Behaviour => ({
  answer: (response) => ({ ...response, headers: change(response.headers) }),
});

/** Puts another value in place of `Content-Type`, or takes it away. */
export const withType = (type: string | undefined): Behaviour =>
  onHeaders((headers) =>
    headers.flatMap(([name, value]) => (name !== 'Content-Type' ? [[name, value] as const] : type === undefined ? [] : [[name, type] as const])),
  );

/** Changes members of one record, or of all where `record` is empty. */
export const onRecord = (record: string, change: (members: Members, asked: Asked) => Members): Behaviour => ({
  record: (each, members, asked) => (record === '' || each === record ? { ...members, ...change(members, asked) } : members),
});

/** Changes the status of successful answers. */
export const withStatus = (status: number, applies: (asked: Asked) => boolean = () => true): Behaviour => ({
  answer: (response, asked) => (response.status < 300 && applies(asked) ? { ...response, status } : response),
});

/** Answers a successful cancellation otherwise. */
export const cancelAnswer = (make: (asked: Asked) => ReferenceResponse): Behaviour => ({
  answer: (response, asked) => (asked.operation === 'cancel-job' && response.status < 300 ? make(asked) : response),
});
