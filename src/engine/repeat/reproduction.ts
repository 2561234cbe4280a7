/** Commands that show a finding again: one that tests its requirement, and a curl command that sends its request. */
import type { Exchange } from '../../wire/types.ts';
import { type Invocation, isFinding, type Recording, type Result, type Results } from '../words/types.ts';
import { curlCommand, sendsOnlyOwn, spendsRefreshToken, withHeaderVariables } from './curl.ts';
import { shellWord, variableOf } from './shell.ts';

/** Key of the settings that belong to Assay itself and not to an interface. */
export const OF_ASSAY = 'assay';

/** Returns the command that tests one requirement again; a requirement for clients is tested while serving. */
export function reproduction(id: string, reference: boolean): string {
  return assayCommand({ id, interface: '', basis: 'documented' }, { reference, interfaces: {} }, {});
}

/**
 * Returns the command with everything that selects the target: settings file, settings from the environment that are
 * not secret, statement. Options of the gate and of output are left out, because they do not change a verdict.
 */
function assayCommand(
  { id, interface: of, basis }: Pick<Result, 'id' | 'interface' | 'basis'>,
  { reference, interfaces }: Pick<Results['target'], 'reference' | 'interfaces'>,
  invocation: Invocation,
) {
  const { statement, fault, variants = [], environment = {} } = invocation;
  const deviations = [
    ...(fault === undefined ? [] : ['--fault', shellWord(fault)]),
    ...variants.flatMap((variant) => ['--variant', shellWord(variant)]),
  ];
  const [, served = '', operation] = /^([^/]+)\/client\/([^/]+)/.exec(id) ?? [];
  if (operation !== undefined)
    return [
      'assay serve',
      // A deviation may belong to another of the served interfaces.
      ...(deviations.length > 0 ? Object.keys(interfaces) : [served]),
      ...(operation === 'known-operation' ? [] : ['--once', operation]),
      ...deviations,
      ...settingWords(invocation, [OF_ASSAY]),
    ].join(' ');
  const settings = Object.entries({ ...environment[of], ...environment[OF_ASSAY] });
  // A requirement of a profile is tested by selecting the gap that the profile fills.
  const selected = basis === 'profile' ? id.slice(0, id.lastIndexOf('/')) : id;
  return [
    ...settings.map(([name, value]) => `${name}=${value === '' ? '' : shellWord(value)}`),
    'assay run',
    ...(reference ? ['--reference'] : []),
    ...deviations,
    ...settingWords(invocation, [of, OF_ASSAY]),
    ...(statement === undefined ? [] : ['--statement', shellWord(statement)]),
    '--only',
    shellWord(selected),
  ].join(' ');
}

/** Returns the options of a command that name the settings file and give settings: of these interfaces, or of all. */
export function settingWords({ envFile, options = {} }: Invocation, of = Object.keys(options)): string[] {
  return [
    ...(envFile === undefined ? [] : ['--env-file', shellWord(envFile)]),
    ...of
      .flatMap((name) => Object.entries(options[name] ?? {}))
      .flatMap(([name, value]) => [`--${name}`, shellWord(value)]),
  ];
}

/** Returns the options with which a command finds the target of a run, each after a space; `.env` needs none. */
export function targetOptions({ run, target }: Pick<Results, 'run' | 'target'>): string {
  const { envFile, ...invocation } = run.invocation ?? {};
  return [
    ...(target.reference ? ['--reference'] : []),
    ...settingWords(envFile === '.env' ? invocation : { ...invocation, envFile }),
  ]
    .map((word) => ` ${word}`)
    .join('');
}

/** Returns these options without the permissions of the run. */
export const settingsOfRun = (results: Pick<Results, 'run' | 'target'>): string =>
  targetOptions(results).replace(/ --allow-create \S+/, '');

/**
 * Returns results with the commands that reproduce them: for findings, and for undecided requirements that lead a
 * group.
 */
export function withReproduction(
  results: readonly Result[],
  recording: Recording,
  { run, target }: Pick<Results, 'run' | 'target'>,
): Result[] {
  const { invocation } = run;
  const exchanges = new Map(recording.exchanges.map((exchange) => [exchange.id, exchange]));
  return results.map((result) => {
    if (!isFinding(result.verdict) && !(result.verdict === 'inconclusive' && result.cause?.id === result.id))
      return result;
    const shown = exchanges.get(result.exchanges[0] ?? '');
    const curl =
      recording.side === 'client'
        ? { curlNote: NO_CURL.client }
        : invocation &&
          (target.reference ? { curlNote: NO_CURL.reference } : shown && curlOf(shown, recording, invocation));
    return { ...result, reproduce: { assay: assayCommand(result, target, invocation ?? {}), ...curl } };
  });
}

/** Reasons for findings without a curl command. */
const NO_CURL = {
  client: 'No curl command: the client sends the request.',
  reference: 'No curl command: the services of the embedded reference end with the run.',
  otherSecret: 'No curl command: the request contains a text that may be a secret of another setting.',
  notHttp: 'No curl command: the request was not sent over HTTP, or it contains text that a CI runner would execute.',
} as const;

function curlOf(recorded: Exchange, recording: Recording, invocation: Invocation) {
  const { files = {}, envFile, options = {}, credentials = {} } = invocation;
  const { [recording.interface]: own = {} } = files;
  const { texts = [], headers: settings = [] } = credentials[recording.interface] ?? {};
  const secrets = { settings: new Set(texts), headers: settings, all: new Set(invocation.secrets) };
  const { exchange, made: headers } = withHeaderVariables(recorded, secrets);
  const ofHeaders = headers.map(({ variable }) => variable);
  if (!sendsOnlyOwn(exchange, { ...secrets, settings: new Set([...secrets.settings, ...ofHeaders]) }))
    return { curlNote: NO_CURL.otherSecret };
  const curl = curlCommand(exchange, presentedFiles(exchange, recording, own));
  if (curl === undefined) return { curlNote: NO_CURL.notHttp };
  const given = new Map(
    curl.variables.flatMap((name) => {
      const value = givenByOption(name, options[recording.interface]);
      return value === undefined ? [] : [[name, `${name}=${value}; `] as const];
    }),
  );
  const missing = curl.variables.filter((name) => !given.has(name) && !ofHeaders.includes(name));
  const known = new Set([...(invocation.secrets ?? []), ...Object.values(own)]);
  const inFile = envFile === undefined ? [] : missing.filter((name) => known.has(name));
  const unknown = missing.filter((name) => !known.has(name));
  const notes = [
    inFile.length > 0 && `Set ${inFile.join(', ')} first, as in ${envFile}.`,
    ...headers.map(
      ({ variable, header, setting }) => `Set ${variable} to the value of the header ${header} in ${setting} first.`,
    ),
    unknown.length > 0 && `Set ${unknown.join(', ')} first: Assay made or received the value, and did not record it.`,
    curl.body,
    spendsRefreshToken(exchange) &&
      'The command may use up the refresh token: if the response contains a new one, store it.',
  ].filter(Boolean);
  return {
    curl: [...given.values(), curl.command].join(''),
    ...(notes.length > 0 && { curlNote: notes.join(' ') }),
  };
}

/**
 * Returns the value of a variable as a word of the shell, if an option of the run gave it; for a secret, a command that
 * prints its file.
 */
function givenByOption(variable: string, options: Readonly<Record<string, string>> = {}) {
  const option = variable.toLowerCase().replaceAll('_', '-');
  const [value, file] = [options[option], options[`${option}-file`]];
  if (value !== undefined) return shellWord(value);
  return file && `$(cat ${shellWord(file)})`;
}

/**
 * Returns shell variables by curl option for TLS: the settings that name the configured files, or, for a derived
 * certificate, a variable that the reader has to set.
 */
function presentedFiles(
  { lane: name, request: { credential } }: Exchange,
  { lanes }: Recording,
  files: Readonly<Record<string, string>>,
) {
  const { cert: _, key: __, pass: ___, ...trusted } = files;
  const { own, derived = [] } = lanes.find((lane) => lane.name === name)?.certificates ?? {};
  if (credential === own) return files;
  return { ...(derived.includes(credential) && { cert: variableOf(credential) }), ...trusted };
}
