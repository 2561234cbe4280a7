/** Settings that stand in requests, with values that an honest server does not accept. */

import { redOf } from '../verdicts.ts';
import { type Asked, briefError, type Deployment, type Env, type Layer } from './deployment.ts';
import { changed, type Row, sentences, summary, told } from './table.ts';

/** A setting with a wrong value. */
export interface WrongValue {
  readonly setting: string;
  readonly env: Env;
  /**
   * Returns whether a request contains it in its path, query, headers or body, or contains an identifier of the same
   * object.
   */
  readonly carriedBy: (asked: Asked) => boolean;
  /** True if a read-only run sends it, too. */
  readonly read?: true;
  /** True if a correct server rejects it before it checks credentials. */
  readonly beforeCredentials?: true;
}

/**
 * Statuses with which honest servers respond to a value that they do not accept; 409 and 422 count like 400
 * (tests/engine/words/classify).
 */
const ANSWERS = [400, 403, 404] as const;

export interface Case extends WrongValue {
  readonly status: number;
  readonly create: 'all' | '';
}

/**
 * Returns the cases: every wrong value with every response, in runs that may create everything, and in read-only ones
 * if those send it.
 */
export const casesOf = (values: readonly WrongValue[]): Case[] =>
  values.flatMap((value) =>
    ANSWERS.flatMap((status) =>
      (value.read ? (['all', ''] as const) : (['all'] as const)).map((create) => ({ ...value, status, create })),
    ),
  );

/**
 * Runs one case. It breaks the rule if a requirement fails or warns, or if every sentence that names the setting is
 * also in a clean run.
 */
export async function measureWrong(
  deployment: Deployment,
  clean: Record<Case['create'], Awaited<ReturnType<Deployment['run']>>>,
  one: Case,
): Promise<Row> {
  let refused = 0;
  const layer: Layer = async (asked, next) => {
    if (!one.carriedBy(asked) || !(one.beforeCredentials || (await asked.accepted()))) return next();
    refused += 1;
    return briefError(one.status);
  };
  const { results } = await deployment.run({ ...one.env, ASSAY_ALLOW_CREATE: one.create }, layer);
  const before = clean[one.create].results;
  const usual = new Set(sentences(before));
  const own = sentences(results).filter((sentence) => !usual.has(sentence));
  const isNamed = own.some((sentence) => new RegExp(`\\b${one.setting}\\b`).test(sentence));
  const red = redOf(results);
  const open = changed(results, before).filter(({ result: { verdict } }) => verdict === 'inconclusive');
  const blamed = open.filter(({ result: { blame } }) => blame === 'target');
  return {
    case: `${one.create === 'all' ? 'creating' : 'read-only'}, ${JSON.stringify(one.env)}, answered with ${one.status}`,
    breaches: [
      ...(refused === 0 && !isNamed ? ['no request carried the value'] : []),
      ...red.map((result) => `accuses: ${told(result)}`),
      ...(red.length === 0 && results.exitCode === 1 ? [`exit 1: ${results.gate.join(' ')}`] : []),
      ...summary(blamed.map(({ result }) => result)).map((line) => `blames the target: ${line}`),
      ...(isNamed
        ? []
        : [
            `${one.setting} is not named:`,
            ...summary(open.map(({ result }) => result)).map((line) => `  ${line}`),
            ...results.gate.map((reason) => `  gate: ${reason}`),
          ]),
    ],
  };
}

/** Returns a function that finds a text in a request: in its path, query, headers or body, escaped or not. */
export function says(text: string): (asked: Asked) => boolean {
  const forms = [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+'),
    JSON.stringify(text).slice(1, -1),
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  ];
  return ({ path, query, headers, body }) =>
    forms.some((form) => [path, query, body, ...Object.values(headers)].some((part) => part.includes(form)));
}

export const inOperation =
  (operations: readonly string[], within: (asked: Asked) => boolean = () => true) =>
  (asked: Asked) =>
    asked.operation !== undefined && operations.includes(asked.operation) && within(asked);
