/** Building blocks of lawful variants. */
import type { Members } from '../record-values.ts';
import type { ReferenceResponse } from '../types.ts';
import type { Asked, Behaviour, VariantDefinition } from './behaviour.ts';
import type { Job } from './jobs.ts';

/** A variant with what it does. `create` where it has to begin anew for each reference. */
export function variant(
  id: string,
  title: string,
  behaviour: Behaviour | (() => Behaviour),
  more: { readonly loses?: readonly string[]; readonly tags?: readonly string[] } = {},
): VariantDefinition {
  return {
    id: `transfer/variant/${id}`,
    title,
    ...more,
    create: typeof behaviour === 'function' ? behaviour : () => behaviour,
  };
}

/** Changes the text of successful answers. */
export const onText = (change: (text: string, asked: Asked) => string): Behaviour => ({
  answer: (response, asked) =>
    response.status < 300 && response.body instanceof Uint8Array
      ? { ...response, body: Buffer.from(change(Buffer.from(response.body).toString('utf8'), asked)) }
      : response,
});

/** Changes the headers of all answers to good credentials. */
export const onHeaders = (
  change: (headers: ReferenceResponse['headers']) => ReferenceResponse['headers'],
): Behaviour => ({
  answer: (response) => ({ ...response, headers: change(response.headers) }),
});

/** Puts another value in place of `Content-Type`, or takes it away. */
export const withType = (type: string | undefined): Behaviour =>
  onHeaders((headers) =>
    headers.flatMap(([name, value]) =>
      name !== 'Content-Type' ? [[name, value] as const] : type === undefined ? [] : [[name, type] as const],
    ),
  );

/** Members of a record that change, or how they follow from the others. */
export type Changed = Members | ((members: Members, asked: Asked) => Members);
type Applies = (asked: Asked, job: Job | undefined, members: Members) => boolean;

/** Changes members of one record, or of all where `record` is empty; only where `applies` holds. */
export const onRecord = (record: string, change: Changed, applies: Applies = () => true): Behaviour => ({
  record: (each, members, asked, job) =>
    (record === '' || each === record) && applies(asked, job, members)
      ? { ...members, ...(typeof change === 'function' ? change(members, asked) : change) }
      : members,
});

/** Variants as a table: id, title, what each does, and the requirements that may be lost. */
export const variants = (
  rows: readonly (readonly [id: string, title: string, behaviour: Behaviour, loses?: readonly string[] | undefined])[],
  more: { readonly tags?: readonly string[] } = {},
): VariantDefinition[] =>
  rows.map(([id, title, behaviour, loses]) => variant(id, title, behaviour, { ...(loses && { loses }), ...more }));

/** Variants of one record as a table: id, title, the members that change, and the requirements that may be lost. */
export const ofRecord = (
  record: string,
  rows: readonly (readonly [id: string, title: string, change: Changed, loses?: readonly string[]])[],
  applies?: Applies,
): VariantDefinition[] =>
  variants(rows.map(([id, title, change, loses]) => [id, title, onRecord(record, change, applies), loses] as const));

/** Changes the status of successful answers. */
export const withStatus = (status: number, applies: (asked: Asked) => boolean = () => true): Behaviour => ({
  answer: (response, asked) => (response.status < 300 && applies(asked) ? { ...response, status } : response),
});

/** Answers a successful cancellation otherwise. */
export const cancelAnswer = (make: (asked: Asked) => ReferenceResponse): Behaviour => ({
  answer: (response, asked) => (asked.operation === 'cancel-job' && response.status < 300 ? make(asked) : response),
});
