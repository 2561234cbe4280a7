/** The commands in the pages. */
import { pages } from '../architecture/project-files.ts';

export const PAGES = pages();

/**
 * Code of a page: lines of fenced blocks without their comments, and what stands between backquotes (over a line break
 * too).
 */
export function codeOf(page: string) {
  const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```/gms)];
  const lines = blocks
    .filter(([, language]) => language !== 'ts')
    .flatMap(([, , body]) => (body ?? '').split('\n').map((line) => line.replace(/\s+#.*$/, '').trim()));
  const inline = [...page.replace(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(([, code]) =>
    (code ?? '').replace(/\s+/g, ' '),
  );
  return [...lines, ...inline].filter((line) => line !== '');
}

/** Everything that the pages call, one command each, with the page. */
export const CALLS = [...PAGES].flatMap(([path, page]) =>
  codeOf(page).flatMap((code) => code.split(' && ').map((call) => ({ path, call: call.trim() }))),
);

/** Calls of the command, as its arguments. */
export const ASSAY_CALLS = CALLS.flatMap(({ path, call }) => {
  const args = /^(?:npx )?assay (.+)$/.exec(call)?.[1]?.split(' ');
  return args && /^[a-z]/.test(args[0] ?? '') ? [{ path, args }] : [];
});
