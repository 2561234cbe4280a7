/** The documented calls as commands, by position and by name, with the documented ways to give credentials. */
import type { Command } from './driver/protocol.ts';
import type { CredentialName } from './endpoint.ts';

export const FORMS = ['positional', 'keywords'] as const;
export type Form = (typeof FORMS)[number];

/** Returns the form of a call. */
export const formOf = ({ args = [] }: Pick<Command, 'args'>): Form => (args.length > 0 ? 'positional' : 'keywords');

/** Arguments of a context; absent ones are omitted. */
export interface ContextParameters {
  readonly endpoint: string;
  readonly ucert?: string;
  readonly ukey?: string;
  readonly verify?: boolean;
}

export const ORDER = ['endpoint', 'ucert', 'ukey', 'verify'] as const;

/** Returns the arguments of a call by the names of its parameters. */
export const parametersOf = (
  order: readonly string[],
  { args = [], kwargs = {} }: Pick<Command, 'args' | 'kwargs'>,
): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(args.map((value, at) => [order[at], value])),
  ...kwargs,
});

/** `Context(…)`. By position, a parameter after an omitted one can only be given by name. */
export function contextCall(form: Form, parameters: ContextParameters, keep = 'context'): Command {
  const args: unknown[] = [];
  const kwargs: Record<string, unknown> = {};
  for (const [index, name] of ORDER.entries()) {
    if (parameters[name] === undefined) continue;
    if (form === 'positional' && args.length === index) args.push(parameters[name]);
    else kwargs[name] = parameters[name];
  }
  // Names make the order free: another order than the documented one shows that the names count.
  return { call: 'Context', args, kwargs: Object.fromEntries(Object.entries(kwargs).reverse()), keep };
}

export const whoamiCall = (context = 'context'): Command => ({ call: 'whoami', args: [{ $ref: context }] });

export interface TransferParameters {
  readonly source: string;
  readonly destination: string;
  readonly checksum: string;
  readonly filesize: number;
  readonly metadata: string;
}

export const DESCRIBED = ['source', 'destination', 'checksum', 'filesize', 'metadata'] as const;

export function transferCall(form: Form, transfer: TransferParameters, keep: string): Command {
  const values = DESCRIBED.map((name) => [name, transfer[name]] as const);
  return form === 'positional'
    ? { call: 'new_transfer', args: values.map(([, value]) => value), keep }
    : { call: 'new_transfer', kwargs: Object.fromEntries(values.reverse()), keep };
}

/** `new_job([…])` of kept transfers. */
export const jobCall = (transfers: readonly string[], keep = 'job'): Command => ({
  call: 'new_job',
  args: [transfers.map((key) => ({ $ref: key }))],
  keep,
});

export const submitCall = (job = 'job', context = 'context'): Command => ({
  call: 'submit',
  args: [{ $ref: context }, { $ref: job }],
});

export const statusCall = (jobId: string, context = 'context'): Command => ({
  call: 'get_job_status',
  args: [{ $ref: context }, jobId],
});

/** Kinds of transfers: part and end of the URLs, algorithm and first digits of the checksum, bytes. */
const KINDS = [
  ['%20put', '', 'ADLER32:', 1_048_583],
  ['//put+', '#end', 'ADLER32:0', 5_368_709_121],
  ['%2Fput++', '/', 'ADLER32:00', 1_048_583],
  [`/${'long-'.repeat(60)}`, '', `MD5:${'0f'.repeat(12)}`, 1_048_583],
  ["/put;type=a,b/(1)'~!*$:@=", '', 'ADLER32:', 0],
] as const;

/**
 * Returns the parameters of `count` transfers. A smaller count gives the first of the same transfers. Their reserved
 * characters, letters of both cases, lengths, zeros and sizes show whether a value is changed on the way.
 */
export function describedTransfers(count: number, round = 0): TransferParameters[] {
  return Array.from({ length: count }, (_, index) => {
    const [name, end, digits, bytes] = KINDS[(index + round) % KINDS.length] ?? KINDS[0];
    const zeros = digits.startsWith('ADLER32') ? digits.length - 'ADLER32:'.length : 0;
    return {
      source: `davs://source.example.org:8443/Data/in${name}-${index}?version=2&part=a${end}`,
      destination: `https://destination.example.org/VO/Out${name}-${index}?overwrite=no${end}`,
      checksum: `${digits}${(0x1a2b3c40 + index).toString(16).slice(zeros)}`,
      filesize: bytes && bytes + index,
      metadata: `conformance tést ${index}`,
    };
  });
}

/** Parameters of each documented way to give credentials, and the credential that the service is to see. */
export const WAYS = {
  'certificate-and-key': { parameters: { ucert: '{certificate}', ukey: '{key}' }, credential: 'certificate' },
  'proxy-as-ucert': { parameters: { ucert: '{proxy}' }, credential: 'proxy' },
  'proxy-in-both': { parameters: { ucert: '{proxy}', ukey: '{proxy}' }, credential: 'proxy' },
} as const satisfies Readonly<
  Record<string, { parameters: Omit<ContextParameters, 'endpoint'>; credential: CredentialName }>
>;
export type Way = keyof typeof WAYS;
export const WAY_NAMES = Object.keys(WAYS) as Way[];

/**
 * Returns calls, their counterparts with other arguments, the calls again with new contexts and jobs, and then once
 * more the calls that create no object, with the objects of the first two groups. This shows whether a context,
 * transfer or job changes another one.
 */
export function inTurn(calls: readonly Command[], round: number): readonly Command[] {
  const described = calls.filter(({ call }) => call === 'new_transfer').length;
  const values = describedTransfers(2 * described, round).slice(described);
  const others = calls.map((each) => named('other', counterpart(each, values)));
  const uses = (of: readonly Command[]) => of.filter(({ keep }) => keep === undefined);
  return [...calls, ...others, ...calls.map((each) => named('again', each)), ...uses(calls), ...uses(others)];
}

/**
 * Returns an equivalent call with other values: another service, credential and way to verify, another transfer,
 * another job.
 */
function counterpart(command: Command, values: ReturnType<typeof describedTransfers>) {
  const { call, args = [], keep = '' } = command;
  const form = formOf(command);
  if (call === 'Context') {
    const { ucert, verify = true } = parametersOf(ORDER, command) as Partial<ContextParameters>;
    const { parameters } = WAYS[ucert === '{proxy}' ? 'certificate-and-key' : 'proxy-in-both'];
    return contextCall(form, { endpoint: '{second}', ...parameters, verify: !verify }, keep);
  }
  const transfer = call === 'new_transfer' ? values.shift() : undefined;
  if (transfer) return transferCall(form, transfer, keep);
  return call === 'get_job_status' ? { ...command, args: [args[0], '{job}'] } : command;
}

/** Returns the call with a prefix in the names of the results that it keeps or uses. */
const named = (whose: string, command: Command) =>
  JSON.parse(JSON.stringify(command), (key, value: unknown) =>
    key === '$ref' || key === 'keep' ? `${whose}-${String(value)}` : value,
  ) as Command;
