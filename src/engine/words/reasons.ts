/**
 * The reasons why requirements are not decided: values with a root cause, and the only table of their sentences. Pure;
 * no code reads a sentence.
 */
import type { Exchange } from '../../wire/types.ts';
import { isBrokenJson, jsonOf } from './answer.ts';
import { classify } from './classify/classify.ts';
import { namedOperation, theOperation } from './open-places.ts';
import type { Blame, Fact, Reason, Relation, Root, Subject } from './types.ts';

type Spoken = Omit<Reason, 'root'>;

const named = ({ name, exchange }: Subject) => (exchange ? theOperation(exchange) : namedOperation(name));

const answered = ({ subject }: Spoken) => `${named(subject)} ${subject.said}`;

const SENTENCES: Readonly<Record<Relation, (reason: Spoken) => string>> = {
  unstable: answered,
  interrupted: () => 'the run ended before this was decided',
  unsuccessful: answered,
  depends: ({ subject }) => `depends on ${named(subject)}, which ${subject.said}`,
  lacks: ({ subject }) => `the response of ${named(subject)} ${subject.said}`,
  'not-sent': ({ subject, because }) => `${named(subject)} was not sent${because ? `: ${sentence(because)}` : ''}`,
  'no-data': ({ subject, because }) =>
    [because ? sentence(because) : 'no response of this run shows it', subject.said].filter(Boolean).join('; '),
  invalid: ({ subject }) =>
    `not judged: a response that this requirement needs contradicts ${subject.name}; see that finding`,
  'other-service': ({ subject }) =>
    `the address does not seem to be that of the ${subject.name} service: ${subject.said}`,
  stated: ({ subject }) => subject.name,
};

/** Returns a reason as a clause, without a capital and a full stop. */
export function sentence(reason: Spoken): string {
  return SENTENCES[reason.relation](reason);
}

/** Returns the reason as a message. The name of an operation at the beginning keeps its case: it is an identifier. */
export function message(reason: Spoken): string {
  const text = sentence(reason);
  const operation = reason.subject.exchange?.operation;
  return finished(
    operation !== undefined && text.startsWith(`${operation} `)
      ? text
      : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`,
  );
}

/** Returns a contradiction as a clause; results with equal clauses have the same reason. */
export function contradiction({ expected, got }: { readonly expected: string; readonly got: string }): string {
  return finished(`Expected ${expected}; got ${got}`);
}

/** Returns a text with a full stop, unless it ends with a punctuation mark. */
export function finished(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Returns a reason with its root, which is the root of the reason that it follows from. */
export function reasonOf(blame: Blame, relation: Relation, subject: Subject, because?: Reason): Reason {
  const own: Root = { blame, relation, subject };
  return { root: because?.root ?? own, ...own, because };
}

/**
 * Returns a reason with a given text. An exchange that did not succeed is its root, unless it was sent with an invalid
 * credential and was not meant to succeed.
 * @param all all recorded exchanges of the interface
 */
export function stated(blame: Blame, text: string, exchange?: Exchange, all?: readonly Exchange[]): Reason {
  const because = exchange && all && exchange.purpose !== 'refusal' ? unsuccessful(exchange, all, blame) : undefined;
  return reasonOf(blame, 'stated', { name: text, exchange }, because);
}

/**
 * Returns the meaning of an exchange that did not succeed, or undefined if it did.
 * @param blame given if a check knows it better than the table
 */
export function unsuccessful(exchange: Exchange, all: readonly Exchange[], blame?: Blame): Reason | undefined {
  const meaning = classify(exchange, all);
  if (meaning.kind === 'succeeded') return undefined;
  const { relation = 'unsuccessful' } = meaning.kind === 'undecided' ? meaning : {};
  if (relation === 'interrupted') return interrupted(exchange);
  // The sentence in the table begins with the operation.
  return reasonOf(blame ?? meaning.blame, relation, {
    name: exchange.operation,
    said: meaning.why.slice(theOperation(exchange).length + 1),
    exchange,
  });
}

/** Returns the one reason for all that an interruption of the run left undecided. */
export function interrupted(exchange?: Exchange): Reason {
  return reasonOf('infrastructure', 'interrupted', { name: '', exchange });
}

/**
 * Returns the reason that a needed exchange did not succeed, or that its response lacks what is needed, which the
 * document allows.
 */
export function dependsOn(exchange: Exchange, all: readonly Exchange[]): Reason {
  const because = unsuccessful(exchange, all);
  if (because?.relation === 'interrupted') return because;
  return because === undefined
    ? isBrokenJson(exchange)
      ? lacking(exchange, `is declared as JSON, but is ${jsonOf(exchange).problem}`, 'target')
      : lacking(
          exchange,
          'does not contain what this requirement needs, such as an identifier; the document allows that',
        )
    : reasonOf(because.blame, 'depends', because.subject, because);
}

/** Returns the reason that a successful response lacks what another request needs. */
export function lacking(exchange: Exchange, said: string, blame: Blame = 'document'): Reason {
  return reasonOf(blame, 'lacks', { name: exchange.operation, said, exchange });
}

/**
 * Returns the reason that no recorded response could decide a requirement; any other reason explains more. `said`: what
 * is missing, or gives it.
 */
export function noData(said?: string, because?: Reason, blame = because?.blame ?? 'document'): Reason {
  return reasonOf(blame, 'no-data', { name: '', said }, because);
}

/** Returns an undecided fact that replaces the given fact. */
export function undecidedInstead({ requirement, lane, exchanges }: Fact, reason: Reason): Fact {
  return { requirement, lane, exchanges, kind: 'undecided', reason };
}

/** Whether the reason is a lack of data to check, and no response explains it. */
export function isUnexplained({ blame, relation, because }: Reason): boolean {
  return blame === 'document' && relation === 'no-data' && because === undefined;
}

/** Returns a key that is the same for equal roots. Callers compare the exchanges, because they know which are alike. */
export function keyOf({ blame, relation, subject }: Root): string {
  return JSON.stringify([blame, relation, subject.name, subject.said]);
}
