/** How variants of the embedded ticket bridge are written down. */
import type { Variant } from '../types.ts';
import type { Answer, AnswerPart } from './answer.ts';
import type { AnswerContext, Behaviour } from './behaviour.ts';

export type VariantDefinition = Variant & { readonly behaviour: Behaviour };

export type Change = (answer: Answer, context: AnswerContext) => void;

/** Variants of some tags as a table: id, title, what changes in a response. */
export const variantsOf = (
  tags: readonly string[],
  rows: readonly (readonly [id: string, title: string, change: Change])[],
): VariantDefinition[] => rows.map(([id, title, change]) => variant(id, title, change, ...tags));

/** A variant that changes responses; faults stay as they are. */
export function variant(id: string, title: string, change: Change, ...tags: string[]): VariantDefinition {
  return {
    id: `ticket-bridge-variant/${id}`,
    title,
    ...(tags.length > 0 && { tags }),
    behaviour: {
      answer(answer, context) {
        if (!answer.fault) change(answer, context);
      },
    },
  };
}

export const part = (answer: Answer, name: string): AnswerPart =>
  answer.parts.find((candidate) => candidate.name === name)!;
const onPart =
  (name: string) => (change: (part: AnswerPart, answer: Answer) => Partial<AnswerPart>) => (answer: Answer) =>
    void Object.assign(part(answer, name), change(part(answer, name), answer));
export const identifier = onPart('s-gensym3');
export const originator = onPart('s-gensym5');
export const everyPart = (change: (part: AnswerPart, answer: Answer) => Partial<AnswerPart>) => (answer: Answer) => {
  for (const each of answer.parts) Object.assign(each, change(each, answer));
};
