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
import { type Assignment, invalidCertificate, invalidToken, tokenHeader } from './invalid-credential.ts';
import { shellWord, variableOf, withVariable } from './shell.ts';

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
  const { files = {}, envFile, options = {} } = invocation;
  const own = files[recording.interface] ?? {};
  const secrets = secretsOf(recording.interface, invocation);
  const { exchange: invalid, made } = withInvalidToken(recorded, recording, secrets);
  const { exchange, made: headers } = withHeaderVariables(invalid, secrets);
  const variables = [...headers, ...made].map(({ variable }) => variable);
  if (!sendsOnlyOwn(exchange, { ...secrets, settings: new Set([...secrets.settings, ...variables]) }))
    return { curlNote: NO_CURL.otherSecret };
  const { files: presented, made: file } = presentedFiles(exchange, recording, own);
  const curl = curlCommand(exchange, presented);
  if (curl === undefined) return { curlNote: NO_CURL.notHttp };
  const assigned = [...made, ...file];
  const needed = curl.variables.concat(assigned.flatMap(({ needs }) => needs));
  const given = [...new Set(needed)].flatMap((name) => givenByOption(name, options[recording.interface]));
  const set = new Set([...given, ...assigned, ...headers].map(({ variable }) => variable));
  const missing = [...new Set(needed)].filter((name) => !set.has(name));
  const known = new Set([...(invocation.secrets ?? []), ...Object.values(own)]);
  const inFile = envFile === undefined ? [] : missing.filter((name) => known.has(name));
  const unknown = missing.filter((name) => !known.has(name));
  const notes = [
    inFile.length > 0 &&
      `Set ${inFile.join(', ')} first (${inFile.length === 1 ? 'its value' : 'their values'} in ${envFile}).`,
    ...headers.map(
      ({ variable, header, setting }) => `Set ${variable} to the value of the header ${header} in ${setting} first.`,
    ),
    unknown.length > 0 && `Set ${unknown.join(', ')} first: Assay made or received the value, and did not record it.`,
    curl.body,
    spendsRefreshToken(exchange) &&
      'The command uses up the refresh token: if the response contains a new one, store it.',
  ].filter(Boolean);
  return {
    curl: [...given, ...assigned].map(({ commands }) => `${commands}; `).join('') + curl.command,
    ...(notes.length > 0 && { curlNote: notes.join(' ') }),
  };
}

/** The value of a variable, if an option of the run gave it: of a secret, the content of its file. */
function givenByOption(variable: string, options: Readonly<Record<string, string>> = {}): Assignment[] {
  const option = variable.toLowerCase().replaceAll('_', '-');
  const [value, file] = [options[option], options[`${option}-file`]];
  if (value !== undefined) return [{ variable, commands: `${variable}=${shellWord(value)}`, needs: [] }];
  return file === undefined ? [] : [{ variable, commands: `${variable}=$(cat ${shellWord(file)})`, needs: [] }];
}

/** The request with a variable in place of an invalid token, and the commands that make it. */
function withInvalidToken(
  recorded: Exchange,
  { exchanges }: Recording,
  secrets: OwnSecrets,
): { exchange: Exchange; made: readonly Assignment[] } {
  const token =
    recorded.purpose === 'refusal'
      ? tokenHeader(
          recorded,
          exchanges.filter((one) => one.purpose === 'documented' && sendsOnlyOwn(one, secrets)),
        )
      : undefined;
  const invalid = token && invalidToken(recorded.request.credential, token.good);
  if (token === undefined || invalid === undefined) return { exchange: recorded, made: [] };
  const headers = recorded.request.headers.map(([name, value]) =>
    name === token.name ? ([name, withVariable(value, invalid.variable)] as const) : ([name, value] as const),
  );
  return { exchange: { ...recorded, request: { ...recorded.request, headers } }, made: [invalid] };
}

/** Files for TLS by option of curl: the configured ones, an invalid certificate that commands make, or a variable to set. */
function presentedFiles(
  { lane: name, request: { credential } }: Exchange,
  { lanes }: Recording,
  files: Readonly<Record<string, string>>,
): { files: Readonly<Record<string, string>>; made: readonly Assignment[] } {
  const { cert, key: _, pass: __, ...trusted } = files;
  const { own, derived = [] } = lanes.find((lane) => lane.name === name)?.certificates ?? {};
  const invalid = invalidCertificate(credential, cert);
  if (invalid !== undefined) return { files: { cert: invalid.variable, ...trusted }, made: [invalid] };
  if (credential === own) return { files, made: [] };
  const certificate = derived.includes(credential) && { cert: variableOf(credential) };
  return { files: { ...certificate, ...trusted }, made: [] };
}

function secretsOf(of: string, { secrets = [], credentials = {} }: Invocation): OwnSecrets {
  const { texts = [], headers = [] } = credentials[of] ?? {};
  return { settings: new Set(texts), headers, all: new Set(secrets) };
}
