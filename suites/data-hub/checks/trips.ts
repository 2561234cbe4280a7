/** The way of a file: written, looked up, read back. Shared by the checks of contents and of names. */
import { statusOf, succeeded } from '../../../src/engine/words/answer.ts';
import { judgeAnswer, reportUndecided } from '../../../src/engine/words/answering.ts';
import { ifAsked, type Probe } from '../../../src/engine/words/suite.ts';
import type { Reporter } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { KINDS, type Way } from '../contents.ts';
import { contents } from '../probes/contents.ts';
import type { FileProbe, Trip } from '../probes/files.ts';
import { names } from '../probes/names.ts';
import { isNotThere } from '../probes/zone.ts';

export const sent = (exchange: Exchange | undefined): string | undefined => exchange?.request.body?.rawDigest;
export const came = (exchange: Exchange | undefined): string | undefined =>
  exchange?.outcome.kind === 'answer' && succeeded(exchange) ? exchange.outcome.body.rawDigest : undefined;

export const matches = (read: Exchange | undefined, written: Exchange | undefined): boolean =>
  came(read) !== undefined && came(read) === sent(written);

/** The reading that gave the right bytes, else the first that gave any, else the first. */
export function best({ content = [], written }: Partial<Trip>): Exchange | undefined {
  return content.find((read) => matches(read, written)) ?? content.find(succeeded) ?? content[0];
}

/** The operation succeeded for something else, so that "not there" means this file. */
export function worksElsewhere(report: Reporter, read: Exchange): boolean {
  return report.exchanges.some(
    (other) => other.operation === read.operation && other.purpose === 'documented' && succeeded(other),
  );
}

export const size = (exchange: Exchange): string =>
  exchange.outcome.kind === 'answer'
    ? `${exchange.outcome.body.size} ${exchange.outcome.body.size === 1 ? 'octet' : 'octets'}`
    : 'nothing';

/** Judges an upload that did not succeed: a 500 contradicts if others of its kind succeed; a refusal is inconclusive. */
export function judgeUnwritten(report: Reporter, requirement: string, written: Exchange) {
  if (statusOf(written) === 500 && worksElsewhere(report, written))
    judgeAnswer(report, requirement, written, 'an upload that is taken like the others');
  else reportUndecided(report, requirement, written);
}

/** A plain text written and read the same way. Where that is wrong, other contents and names show nothing more. */
export interface Plain {
  readonly written: Exchange | undefined;
  readonly read: Exchange | undefined;
}

/** Whether a plain text came back wrong. */
export function isWrong(plain: Plain | undefined): plain is { readonly written: Exchange; readonly read: Exchange } {
  const { written, read } = plain ?? {};
  if (written === undefined || read === undefined || !succeeded(written)) return false;
  return succeeded(read)
    ? came(read) !== undefined && sent(written) !== undefined && !matches(read, written)
    : isNotThere(read);
}

/** Says of one reading whether it gave what was written. */
type Views = Readonly<Record<string, Partial<Trip>>>;
export const tripIn = (views: Views, { name }: Probe): Partial<Trip> => views[name] ?? {};
export const everyContent = (way: Way): readonly FileProbe[] => Object.values(contents[way]);
const everyName = Object.values(names.cdmi);

/** Trips in which the path was looked up, where it was written. */
export function lookedUp(views: Views): Partial<Trip>[] {
  return [...KINDS.map((kind) => contents.cdmi[kind]), contents.rest.text, ...everyName].map((one) =>
    tripIn(views, one),
  );
}

/** The read after the lookup, by the identifier that it gave. */
export const afterLookup = ({ lookup, content = [] }: Partial<Trip>): readonly Exchange[] =>
  content.filter((read) => read.startedAt >= (lookup?.endedAt ?? Number.POSITIVE_INFINITY));

/** Whether any lookup leads to the file that was written at its path. */
export function lookupsWork(trips: readonly Partial<Trip>[]): boolean {
  return trips.some((trip) => afterLookup(trip).some((read) => matches(read, trip.written)));
}

/** Uploads through REST gave identifiers under which something is read, and it is never what was written: then lookups are not what is wrong. */
export function spoilt(views: Views): boolean {
  const own = KINDS.map((kind) => tripIn(views, contents.rest[kind])).flatMap(({ written, lookup, content = [] }) =>
    content
      .filter((read) => succeeded(read) && (lookup === undefined || read.startedAt < lookup.startedAt))
      .map((read) => matches(read, written)),
  );
  return own.length > 0 && !own.includes(true);
}

export const LOOKED_UP: readonly FileProbe[] = [...everyContent('cdmi'), contents.rest.text, ...everyName];
export const asNeeds = (of: readonly FileProbe[]) => of.map((one) => ifAsked(one));
