/** How variants of the embedded ticket bridge are written down. */
import type { Variant } from '../types.ts';
import type { Answer, AnswerPart } from './answer.ts';
import type { AnswerContext, Behaviour } from './behaviour.ts';

export type VariantDefinition = Variant & { readonly behaviour: Behaviour };

/** A variant that changes responses; faults stay as they are. */
export function variant(id: string, title: string, change: (answer: Answer, context: AnswerContext) => void, ...tags: string[]): VariantDefinition {
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

export const part = (answer: Answer, name: string): AnswerPart => answer.parts.find((candidate) => candidate.name === name)!;
export const identifier = (change: (part: AnswerPart, answer: Answer) => Partial<AnswerPart>) => (answer: Answer) => {
  Object.assign(part(answer, 's-gensym3'), change(part(answer, 's-gensym3'), answer));
};
export const originator = (change: (part: AnswerPart, answer: Answer) => Partial<AnswerPart>) => (answer: Answer) => {
  Object.assign(part(answer, 's-gensym5'), change(part(answer, 's-gensym5'), answer));
};
export const everyPart = (change: (part: AnswerPart, answer: Answer) => Partial<AnswerPart>) => (answer: Answer) => {
  for (const each of answer.parts) Object.assign(each, change(each, answer));
};
