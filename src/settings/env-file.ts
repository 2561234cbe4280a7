/** Reads a settings file. */

import { parse } from 'dotenv';
import { codeOf, InputError, readGivenText, reasonOf, refuseIf } from '../files/read-file.ts';

/** Reads `NAME=value` lines as dotenv does. Throws InputError if the file cannot be read. */
export async function readEnvFile(path: string, kind: 'settings' | 'settings of a fleet' = 'settings') {
  let text: string;
  try {
    text = readGivenText(path, kind);
  } catch (error) {
    const write = path.endsWith('client.env')
      ? ', or start assay serve again, which writes it.'
      : `, or create it: assay init --out ${JSON.stringify(path)}`;
    throw new InputError(
      `Cannot read the settings file ${JSON.stringify(path)}: ${reasonOf(error)}. Choose another file with --env-file${codeOf(error) === 'ENOENT' ? write : '.'}`,
    );
  }
  text = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const { setIn, wrong } = linesOf(text);
  refuseIf(wrong.map(([at, why]) => `${path}:${at}: ${why}`));
  return { values: parse(text), places: new Map([...setIn].map(([name, at]) => [name, `${path}:${at}`])) };
}

/** Maximum number of lines that are reported, in case the file does not contain settings at all. */
const MOST = 10;

const UNCLOSED =
  'the value begins with a quote that is not closed. Close or remove it, or enclose the value in another kind of quotes.';

const CUT =
  'the value ends at the #, which begins a comment. Enclose the value in quotes; or put a blank before the comment.';

/** An assignment: dotenv's own pattern, but what precedes the name is in the same line. */
const ASSIGNMENT =
  /^[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\n]+)?\s*(?:#.*)?$/gm;

/**
 * Returns the number of the line that sets each name, and the lines with a problem, such as a line without effect that
 * is neither blank, nor a comment, nor a shell's `export NAME`.
 */
function linesOf(text: string) {
  const setIn = new Map<string, number>();
  const wrong: [number, string][] = [];
  let [at, from] = [1, 0];
  const rest = text.replace(ASSIGNMENT, (all, name: string, value: string | undefined, index: number) => {
    at += text.slice(from, index).split('\n').length - 1;
    from = index;
    const before = setIn.get(name);
    if (before !== undefined) wrong.push([before, `sets ${name}, which line ${at} sets again. Remove one of them.`]);
    if (/^\s*(["'`])(?!.*\1\s*$)/s.test(value ?? '')) wrong.push([at, `${name}: ${UNCLOSED}`]);
    if (/^\s*[^\s"'`].*(?<!\s)$/.test(value ?? '') && all.split('\n', 1)[0]?.includes('#'))
      wrong.push([at, `${name}: ${CUT}`]);
    setIn.set(name, at);
    return all.replace(/.+/g, '');
  });
  for (const [index, line] of rest.split('\n').entries())
    if (!/^\s*(?:$|#|export\s+[\w.-]+\s*$)/.test(line))
      wrong.push([index + 1, 'this line is neither NAME=value nor a comment (#). Correct or remove it.']);
  return { setIn, wrong: wrong.sort(([one], [other]) => one - other).slice(0, MOST) };
}
