/** How to see a finding again: the command that tests its requirement, and a curl command that sends its request. */
import type { Exchange } from '../../wire/types.ts';
import {
  type Invocation,
  isFinding,
  type Recording,
  type Reproduction,
  type Result,
  type Results,
} from '../words/types.ts';
import { curlCommand } from './curl.ts';
import { type OwnSecrets, sendsOnlyOwn, spendsRefreshToken, withHeaderVariables } from './curl-secrets.ts';
import { shellWord, variableOf } from './shell.ts';

/** Settings of Assay itself. */
export const OF_ASSAY = 'assay';

/** The command that tests one requirement again; a requirement for clients is tested while serving. */
export function reproduction(id: string, reference: boolean): string {
  return assayCommand({ id, interface: '', basis: 'documented' }, { reference, invocation: {} });
}

/**
 * The command with everything that selects the target: settings file, settings from the environment that are not secret, statement.
 * Options of the gate and of output are left out, because they do not change a verdict.
 */
function assayCommand(
  { id, interface: of, basis }: Pick<Result, 'id' | 'interface' | 'basis'>,
  { reference, invocation }: { readonly reference: boolean; readonly invocation: Invocation },
): string {
  const client = /^([^/]+)\/client\/([^/]+)/.exec(id);
  if (client) return `assay serve ${client[1]}${client[2] === 'known-operation' ? '' : ` --once ${client[2]}`}`;
  const { statement, fault, variants = [], environment = {} } = invocation;
  const settings = Object.entries({ ...environment[of], ...environment[OF_ASSAY] });
  // The requirement of a profile is decided by the gap that it fills.
  const selected = basis === 'profile' ? id.slice(0, id.lastIndexOf('/')) : id;
  return [
    ...settings.map(([name, value]) => `${name}=${value === '' ? '' : shellWord(value)}`),
    'assay run',
    ...(reference ? ['--reference'] : []),
    ...(fault === undefined ? [] : ['--fault', shellWord(fault)]),
    ...variants.flatMap((variant) => ['--variant', shellWord(variant)]),
    ...settingWords(invocation, [of, OF_ASSAY]),
    ...(statement === undefined ? [] : ['--statement', shellWord(statement)]),
    '--only',
    shellWord(selected),
  ].join(' ');
}

/** The options of a command that name the settings file, and the settings given as options: of these interfaces, or of all. */
export function settingWords({ envFile, options = {} }: Invocation, of = Object.keys(options)): string[] {
  return [
    ...(envFile === undefined ? [] : ['--env-file', shellWord(envFile)]),
    ...of
      .flatMap((name) => Object.entries(options[name] ?? {}))
      .flatMap(([name, value]) => [`--${name}`, shellWord(value)]),
  ];
}

/** Results with the commands that reproduce them: of findings, and of undecided requirements that lead others. */
export function withReproduction(
  results: readonly Result[],
  recording: Recording,
  { run, target }: Pick<Results, 'run' | 'target'>,
): Result[] {
  const { invocation } = run;
  if (invocation === undefined && recording.side !== 'client') return [...results];
  const exchanges = new Map(recording.exchanges.map((exchange) => [exchange.id, exchange]));
  return results.map((result) => {
    if (!isFinding(result.verdict) && !(result.verdict === 'inconclusive' && result.cause?.id === result.id))
      return result;
    if (invocation === undefined)
      return { ...result, reproduce: { assay: reproduction(result.id, false), curlNote: NO_CURL.client } };
    const shown = exchanges.get(result.exchanges[0] ?? '');
    const curl = target.reference ? { curlNote: NO_CURL.reference } : shown && curlOf(shown, recording, invocation);
    return {
      ...result,
      reproduce: { assay: assayCommand(result, { reference: target.reference, invocation }), ...curl },
    };
  });
}

/** Reasons for findings without a curl command. */
const NO_CURL = {
  client: 'No curl command: the client sends the request.',
  reference: 'No curl command: the services of the embedded reference end with the run.',
  otherSecret: 'No curl command: the request contains a text that may be a secret of another setting.',
  notHttp: 'No curl command: the request was not sent over HTTP, or a CI runner would obey its text.',
} as const;

function curlOf(recorded: Exchange, recording: Recording, invocation: Invocation): Omit<Reproduction, 'assay'> {
  const secrets = secretsOf(recording.interface, invocation);
  const { exchange, made: headers } = withHeaderVariables(recorded, secrets);
  if (
    !sendsOnlyOwn(exchange, {
      ...secrets,
      settings: new Set([...secrets.settings, ...headers.map(({ variable }) => variable)]),
    })
  )
    return { curlNote: NO_CURL.otherSecret };
  const lane = recording.lanes.find(({ name }) => name === exchange.lane);
  const { cert, key, pass, ...trusted } = invocation.files?.[recording.interface] ?? {};
  const { credential } = exchange.request;
  const { own, derived = [] } = lane?.certificates ?? {};
  const presented =
    credential === own
      ? { ...(cert !== undefined && { cert }), ...(key !== undefined && { key }), ...(pass !== undefined && { pass }) }
      : derived.includes(credential)
        ? { cert: variableOf(credential) }
        : {};
  const made = curlCommand(exchange, { ...presented, ...trusted });
  if (made === undefined) return { curlNote: NO_CURL.notHttp };
  const known = new Set([
    ...(invocation.secrets ?? []),
    ...Object.values(invocation.files?.[recording.interface] ?? {}),
  ]);
  const ofHeaders = new Set(headers.map(({ variable }) => variable));
  const unknown = made.variables.filter((name) => !known.has(name) && !ofHeaders.has(name));
  const inFile = invocation.envFile === undefined ? [] : made.variables.filter((name) => known.has(name));
  const notes = [
    ...(inFile.length === 0
      ? []
      : [
          `Set ${inFile.join(', ')} first (${inFile.length === 1 ? 'its value' : 'their values'} in ${invocation.envFile}).`,
        ]),
    ...headers.map(
      ({ variable, header, setting }) => `Set ${variable} to the value of the header ${header} in ${setting} first.`,
    ),
    ...(unknown.length === 0
      ? []
      : [`Set ${unknown.join(', ')} first: Assay made or received the value, and did not record it.`]),
    ...(made.body === undefined ? [] : [made.body]),
    ...(spendsRefreshToken(exchange)
      ? ['The command uses up the refresh token: if the response contains a new one, store it.']
      : []),
  ];
  return { curl: made.command, ...(notes.length > 0 && { curlNote: notes.join(' ') }) };
}

function secretsOf(of: string, { secrets = [], credentials = {} }: Invocation): OwnSecrets {
  const { texts = [], headers = [] } = credentials[of] ?? {};
  return { settings: new Set(texts), headers, all: new Set(secrets) };
}
