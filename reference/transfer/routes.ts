/** The operation of a request. */
import { documentedOperations } from '../documented-operations.ts';

export type OperationName = 'identity' | 'list-jobs' | 'submit-job' | 'cancel-job' | 'delegation' | 'job-status';

/** `operation` is undefined if the path, or the method for it, is unknown; id and query are then empty. */
export type Route = { readonly id: string; readonly query: URLSearchParams } & (
  | { readonly operation: OperationName }
  | { readonly operation: undefined; readonly status: 404 | 405 }
);

/** Returns a router; `statusPath`: the path template of the reading of one job. */
export function createRouter(statusPath: string): (method: string, target: string) => Route {
  const routes = documentedOperations('transfer').map(({ name, method, path = statusPath }) => ({
    operation: name as OperationName,
    method,
    pattern: patternOf(path),
  }));
  return (call, target) => {
    const [path = '', search = ''] = target.split('?', 2);
    const fitting = routes.filter(({ pattern }) => pattern.test(path));
    const found = fitting.find(({ method }) => method === call);
    if (found === undefined)
      return { operation: undefined, status: fitting.length > 0 ? 405 : 404, id: '', query: new URLSearchParams() };
    const [, id = ''] = found.pattern.exec(path) ?? [];
    return { operation: found.operation, id: unescapeSegment(id), query: new URLSearchParams(search) };
  };
}

/** Returns the expression that matches the paths of a template, with one segment for each placeholder. */
export const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('([^/]+)')}/?$`,
  );

function unescapeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
