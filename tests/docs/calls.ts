/** The commands in the pages. */
import { pages } from '../architecture/project-files.ts';

export const PAGES = pages();

/**
 * Returns the code of a page: lines of fenced blocks without their comments, and the text between backquotes (also over
 * a line break).
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

/** Every command on the pages, with its page. */
export const CALLS = [...PAGES].flatMap(([path, page]) =>
  codeOf(page).flatMap((code) => code.split(' && ').map((call) => ({ path, call: call.trim() }))),
);

/** Calls of `assay`, as its arguments; not the forms of commands, which name their arguments in brackets. */
export const ASSAY_CALLS = CALLS.filter(({ call }) => !call.includes('[')).flatMap(({ path, call }) => {
  const args = /^(?:npx )?assay (.+)$/.exec(call)?.[1]?.split(' ');
  return args && /^[a-z]/.test(args[0] ?? '') ? [{ path, args }] : [];
});
