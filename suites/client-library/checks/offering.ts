/** Judges whether the module can be imported, and offers the documented calls. */
import { check, configured, type Exchange, type Reporter, restsOn, sent, state as stateOf } from '../../words.ts';
import type { Loaded } from '../driver/protocol.ts';
import { settingsOf } from '../known-settings.ts';
import { loading } from '../probes/contexts.ts';
import { lackedCall, raisedWords, reportOf } from '../scenario.ts';

const OPERATIONS = ['Context', 'whoami', 'new_transfer', 'new_job', 'submit', 'get_job_status'] as const;

/** The module has every documented call. */
export const offering = check({
  needs: [sent(loading)],
  decides: OPERATIONS.map((name) => `client-library/${name}/is-offered`),
  judge({ loading: { imported: exchange } }, report) {
    const loaded = reportOf(exchange)?.loaded;
    const { names = {}, module } = settingsOf(report.settings);
    const unless = whyNotLoaded(loaded, String(module));
    for (const name of OPERATIONS) {
      const member = names[name] ?? name;
      const imported = loaded !== undefined && 'imported' in loaded;
      stateOf(report, `client-library/${name}/is-offered`, exchange, {
        unless,
        ok: imported && loaded.offers.includes(member),
        expected: imported ? `a callable member ${member} of ${String(module)}` : 'a module that can be imported',
        got: loaded && failedImport(loaded, String(module)),
      });
      const lacking = report.exchanges.filter((one) => (imported ? lackedCall(one) === name : name === OPERATIONS[0]));
      report.explains(`client-library/${name}/is-offered`, lacking);
    }
  },
});

function failedImport(loaded: Loaded, module = '') {
  if ('imported' in loaded)
    return `no such member${loaded.offers.length === 0 ? `; if ${module} is not the library, correct CLIENT_LIBRARY_MODULE` : ''}`;
  if ('raised' in loaded) return `an exception from the import: ${raisedWords(loaded.raised)}`;
  return `an import that ended the process ${loaded.ended.detail}`;
}

/** @param module the module of the settings, whose own absence means that a setting is wrong */
function notFound(message: string, module: string) {
  const [, missing = ''] = /No module named '([^']+)'/.exec(message) ?? [];
  const isOwn = missing === '' || `${module}.`.startsWith(`${missing}.`);
  return isOwn
    ? `the module could not be imported (${message}); check CLIENT_LIBRARY_PATH, CLIENT_LIBRARY_MODULE`
    : `the module could not be imported: it needs ${missing}, which is not installed (${message}); check CLIENT_LIBRARY_PYTHON, or install ${missing} for that interpreter`;
}

/** Whether an import failed because of the machine: a module, a shared library or a file is missing. */
const isOfTheInstallation = (bases: readonly string[]) => bases.includes('ImportError') || bases.includes('OSError');

/** Returns why the module cannot be tested, or undefined. */
export function importProblem(loaded: Loaded, module: string): string | undefined {
  if ('imported' in loaded) return undefined;
  return 'raised' in loaded && isOfTheInstallation(loaded.raised.bases)
    ? notFound(loaded.raised.message, module)
    : `the module cannot be tested: ${failedImport(loaded)}`;
}

/** Returns the reason why an import is inconclusive. A missing module may be due to the installation of the library. */
function whyNotLoaded(loaded: Loaded | undefined, module: string) {
  if (loaded === undefined)
    return configured(loaded, 'the interpreter could not be started; check CLIENT_LIBRARY_PYTHON');
  if ('ended' in loaded) return restsOn(loaded.ended.how !== 'hung', `the import did not end: ${loaded.ended.detail}`);
  if ('imported' in loaded) return undefined;
  const { bases, message } = loaded.raised;
  return configured(!isOfTheInstallation(bases), notFound(message, module));
}

/** States whether a requirement is upheld, unless the module was not imported, or a further reason is in the way. */
export function state<R extends string>(
  report: Reporter<R>,
  requirement: R,
  exchange: Exchange | undefined,
  decision: Parameters<typeof stateOf>[3],
): void {
  const ran = reportOf(exchange);
  const unless = [ran && whyNotLoaded(ran.loaded, String(settingsOf(report.settings).module)), decision.unless].flat();
  stateOf(report, requirement, exchange, { ...decision, unless });
}
