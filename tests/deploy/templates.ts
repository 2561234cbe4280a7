/** The templates in deploy/ and action.yml, and the shell scripts in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../architecture/project-files.ts';
import { COMMAND, type Workplace } from '../cli/command.ts';

/** Any YAML value, read with checks. */
export type Yaml = string | number | boolean | null | Yaml[] | { [name: string]: Yaml };

const TEMPLATE = /\.(?:ya?ml|sbatch|service|timer|crontab)$|\/Jenkinsfile$/;

/** Returns every template by its path from the root. */
export function templates() {
  const below = readdirSync(join(ROOT, 'deploy'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `deploy/${name}`,
  );
  const paths = ['action.yml', ...below.filter((path) => TEMPLATE.test(path))];
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** Returns the documents of a YAML template. Throws if one is not well-formed or contains a key twice. */
export function documentsOf(path: string) {
  return parseAllDocuments(readFileSync(join(ROOT, path), 'utf8'), { uniqueKeys: true }).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw new Error(`${path}: ${problem.message}`);
    return document.toJS() as Yaml;
  });
}

/** Returns the value at a place. Throws if there is none. */
export function at(value: Yaml | undefined, ...place: (string | number)[]) {
  const found = place.reduce<Yaml | undefined>(
    (one, key) => (typeof one === 'object' && one !== null ? (one as Record<string | number, Yaml>)[key] : undefined),
    value,
  );
  if (found === undefined) throw new Error(`there is nothing at ${place.join('.')}`);
  return found;
}

/** Returns the pod of a template for Kubernetes. */
export function podOf(path: string) {
  const document = documentsOf(path).at(-1);
  const job = at(document, 'kind') === 'CronJob' ? at(document, 'spec', 'jobTemplate') : document;
  return at(job, 'spec', 'template', 'spec');
}

/** Returns the variables of the action's run; missing inputs have their defaults. */
export function actionInputs(given: Record<string, string> = {}) {
  const [action] = documentsOf('action.yml');
  const inputs = Object.entries(at(action, 'runs', 'steps', 1, 'env') as Record<string, string>).map(
    ([name, expression]) => {
      const input = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression)?.[1] ?? '';
      return [name, given[input] ?? String(at(action, 'inputs', input, 'default'))];
    },
  );
  return Object.fromEntries(inputs) as Record<string, string>;
}

/** Returns the shell script in a template that is not YAML. */
function plainShellOf(path: string, text: string) {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, script = '']) => script);
  if (path.endsWith('Jenkinsfile')) return all(/\bsh '''(.*?)'''/gs);
  if (path.endsWith('.service')) return all(/^ExecStart=(.*)$/gm);
  // In a crontab, a bare % ends the command.
  if (path.endsWith('.crontab')) return all(/^(?:[\d*/,-]+ ){5}(.*)$/gm).map((line) => line.replaceAll('\\%', '%'));
  return path.endsWith('.sbatch') ? [text] : [];
}

/**
 * Returns the shell scripts of a template by their place: steps of GitHub, scripts of GitLab, arguments of containers.
 */
export function shellOf(path: string, text: string) {
  if (!/\.ya?ml$/.test(path)) return new Map(plainShellOf(path, text).map((one, index) => [`${path}#${index}`, one]));
  const found = new Map<string, string>();
  const look = (value: Yaml, place: string) => {
    if (Array.isArray(value)) {
      if (/\.(script|args)$/.test(place)) found.set(place, value.join('\n'));
      else for (const [index, one] of (value as Yaml[]).entries()) look(one, `${place}.${index}`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) {
        if (name === 'run' && typeof one === 'string') found.set(`${place}.run`, one);
        else look(one, `${place}.${name}`);
      }
    }
  };
  for (const [index, document] of documentsOf(path).entries()) look(document, `${path}#${index}`);
  return found;
}

/** Adds a directory `bin` to a workplace, with `assay`, and with `npm`, which installs only `assay`. */
export function writePrograms(place: Workplace) {
  for (const [name, does] of Object.entries({
    assay: `exec ${JSON.stringify(process.execPath)} -- ${JSON.stringify(COMMAND)} "$@"`,
    npm: 'mkdir -p node_modules/.bin && ln -sf "$(command -v assay)" node_modules/.bin/assay',
  }))
    place.write(`bin/${name}`, `#!/bin/sh\n${does}\n`, 0o755);
}
