/** Whether the answers at an address can be those of the documented service at all. Pure. */
import type { Contract } from '../contract/types.ts';
import type { Exchange } from '../wire/types.ts';
import { mediaTypeOf, quoteOf, statusOf, succeeded } from './answer.ts';
import type { Fact, OtherService, Recording } from './types.ts';

const ABSENT = new Set([404, 405, 410, 501]);
/** These speak of the caller or of the moment, not of what stands at the address. */
const SAYS_NOTHING = new Set([401, 403, 407, 408, 419, 421, 425, 429]);

/** What an answer shows that no documented operation can: the word under which alike answers are counted. */
type Oddity = 'HTML' | 'a redirect to another host' | 'the same bytes' | 'other JSON' | 'absent';

/** Services of one interface that every answer shows to be something else. */
export function otherServices(recording: Recording, contract: Contract, facts: readonly Fact[]): OtherService[] {
  if (recording.side === 'client') return [];
  const byService = new Map<string, Exchange[]>();
  for (const one of answered(recording)) byService.set(one.service, [...(byService.get(one.service) ?? []), one]);
  return [...byService].flatMap(([service, exchanges]) => {
    const why = oddityOf(exchanges, contract, facts);
    const [first] = exchanges;
    return why === undefined || first === undefined ? [] : [{ interface: contract.interface, service, address: originOf(first.request.url), why }];
  });
}

/** The facts, with everything that rests on another service undecided: what is there is neither right nor wrong. */
export function withoutOtherServices(facts: readonly Fact[], recording: Recording, others: readonly OtherService[]): readonly Fact[] {
  if (others.length === 0) return facts;
  const why = new Map(others.map((one) => [one.service, one.why]));
  const services = new Map(recording.exchanges.map(({ id, service }) => [id, service]));
  const answering = new Set(answered(recording).map(({ service }) => service));
  // Where nothing else answers, what was never asked was not asked for the same reason.
  const only = [...answering].every((service) => why.has(service)) ? others[0]?.service : undefined;
  return facts.map((fact): Fact => {
    const service = fact.exchanges.map((id) => services.get(id)).find((name) => name !== undefined && why.has(name)) ?? only;
    if (service === undefined || !['held', 'contradicted', 'undecided'].includes(fact.kind)) return fact;
    const { row, lane, exchanges } = fact;
    return { row, lane, exchanges, kind: 'undecided', blame: 'settings', why: `this does not look like the ${service} service: ${why.get(service)}` };
  });
}

/** Documented requests that something answered; where the run came to none, those by which it looked for a usable credential. */
function answered({ exchanges }: Recording): Exchange[] {
  const all = exchanges.filter(({ outcome }) => outcome.kind === 'answer' || outcome.phase === 'redirect');
  const documented = all.filter(({ purpose }) => purpose === 'documented');
  return documented.length > 0 ? documented : all.filter(({ purpose }) => purpose === 'other');
}

function oddityOf(exchanges: readonly Exchange[], contract: Contract, facts: readonly Fact[]): string | undefined {
  // A service of one operation shows by one answer only how that operation answers.
  if ([...contract.operations.values()].filter(({ service }) => service === exchanges[0]?.service).length < 2) return undefined;
  // Listings of one operation, with a query and without, may lawfully be the same.
  const several = new Set(exchanges.map(({ operation }) => operation)).size > 1;
  const digests = new Set(exchanges.filter(succeeded).map(({ outcome }) => (outcome.kind === 'answer' ? outcome.body.digest : '')));
  const sameBytes = several && digests.size === 1 && exchanges.every(succeeded) && exchanges.every((one) => quoteOf(one) !== '');
  const oddities = new Set<Oddity>();
  for (const one of exchanges) {
    const found = oddity(one, sameBytes, contract, facts);
    if (found === undefined) return undefined;
    oddities.add(found);
  }
  // A service that knows none of its paths may stand behind a wrong prefix: one path alone shows nothing.
  const certain = [...oddities].filter((one) => one !== 'absent');
  const status = statusOf(exchanges[0] as Exchange);
  if (certain.length === 0) return several ? `every path was answered with ${statuses(exchanges)}` : undefined;
  if (certain.includes('HTML')) return sameBytes ? 'every path answers the same HTML page' : 'every path answers HTML';
  if (sameBytes) return `every path answers the same ${mediaTypeOf(exchanges[0] as Exchange) || 'bytes'}`;
  if (certain.includes('a redirect to another host')) return `every path redirects to another host (${status})`;
  // One answer alone may be a wrong record of the right service.
  return several ? 'no answer holds a documented member' : undefined;
}

function statuses(exchanges: readonly Exchange[]): string {
  return [...new Set(exchanges.map((one) => `${statusOf(one)}${mediaTypeOf(one) ? ` (${mediaTypeOf(one)})` : ''}`))].join(' or ');
}

function oddity(exchange: Exchange, sameBytes: boolean, contract: Contract, facts: readonly Fact[]): Oddity | undefined {
  const { outcome } = exchange;
  if (outcome.kind === 'failure') return 'a redirect to another host';
  if (SAYS_NOTHING.has(outcome.status) || (outcome.status >= 500 && outcome.status !== 501)) return undefined;
  if (isHtml(exchange)) return 'HTML';
  if (outcome.status >= 300 && outcome.status < 400) return 'a redirect to another host';
  if (ABSENT.has(outcome.status)) return 'absent';
  if (!succeeded(exchange)) return undefined;
  if (sameBytes) return 'the same bytes';
  return holdsNothingDocumented(exchange, contract, facts) ? 'other JSON' : undefined;
}

/** A page by its first element, whatever its media type: JSON or SOAP that is called HTML is still judged as what it is. */
function isHtml(exchange: Exchange): boolean {
  return /^(<!doctype html[^>]*> ?)?(<!--.*?--> ?)*<(html|head|body|title|meta|center|h1|p|div)\b/i.test(quoteOf(exchange));
}

/** Nothing that is documented of the answer holds, but for its being JSON of some kind: it is another record. */
function holdsNothingDocumented({ id }: Exchange, contract: Contract, facts: readonly Fact[]): boolean {
  const members = new Set([...contract.records.values()].flatMap(({ rows }) => rows));
  const about = facts.filter(({ row, exchanges }) => exchanges.includes(id) && (members.has(row) || row.includes(SHAPE)));
  return about.some(({ kind }) => kind === 'contradicted') && !about.some(({ kind, row }) => kind === 'held' && !row.includes(SHAPE) && !row.includes(ABSENCE));
}

/** Part of the ids of requirements that an answer is a JSON object or array, and that a member is absent (ids are derived by rule). */
const SHAPE = '/returns-json-';
const ABSENCE = '/only-with-';

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
