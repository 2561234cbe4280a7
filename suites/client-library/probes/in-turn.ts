/** The rule by which every scene calls everything at least twice, with different arguments and in both orders. */
import {
  type ContextParameters,
  contextCall,
  describedTransfers,
  ORDER,
  parametersOf,
  transferCall,
} from '../calls.ts';
import type { Command } from '../driver/protocol.ts';
import { WAYS } from './ways.ts';

/**
 * The calls of a scene, their counterparts with other arguments, the calls again with contexts and jobs made anew, and what uses the first
 * contexts once more: a change of any context, transfer or job by another one shows.
 */
export function inTurn(calls: readonly Command[], round: number): readonly Command[] {
  const described = calls.filter(({ call }) => call === 'new_transfer').length;
  const values = describedTransfers(2 * described, round).slice(described);
  const others = calls.map((each) => named('other', counterpart(each, values)));
  const uses = (of: readonly Command[]) => of.filter(({ keep }) => keep === undefined);
  return [...calls, ...others, ...calls.map((each) => named('again', each)), ...uses(calls), ...uses(others)];
}

/** The same call of something else: another service, credential and way to verify, another transfer, another job. */
function counterpart(command: Command, values: ReturnType<typeof describedTransfers>): Command {
  const { call, args = [], keep = '' } = command;
  const form = args.length > 0 ? 'positional' : 'keywords';
  if (call === 'Context') {
    const { ucert, verify = true } = parametersOf(ORDER, command) as Partial<ContextParameters>;
    const { parameters } = WAYS[ucert === '{proxy}' ? 'certificate-and-key' : 'proxy-in-both'];
    return contextCall(form, { endpoint: '{second}', ...parameters, verify: !verify }, keep);
  }
  const transfer = call === 'new_transfer' ? values.shift() : undefined;
  if (transfer) return transferCall(form, transfer, keep);
  return call === 'get_job_status' ? { ...command, args: [args[0], '{job}'] } : command;
}

/** The call with its own names for what it keeps, and for what it uses of that. */
const named = (whose: string, command: Command): Command =>
  JSON.parse(JSON.stringify(command), (key, value: unknown) =>
    key === '$ref' || key === 'keep' ? `${whose}-${String(value)}` : value,
  ) as Command;
