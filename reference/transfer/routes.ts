/** The operation of a request. */
import { documentedOperations } from '../documented-operations.ts';

export type OperationName = 'identity' | 'list-jobs' | 'submit-job' | 'cancel-job' | 'delegation' | 'job-status';

/** Names that a deployment has in place of the document's. */
export interface TransferNames {
  /** Maps documented path prefixes, such as `/jobs`, to the deployment's. */
  readonly paths?: Readonly<Record<string, string>>;
  /**
   * Header and scheme that carry the token; default `Authorization` and `Bearer`. With an empty scheme the header
   * contains only the token.
   */
  readonly tokenHeader?: { readonly name: string; readonly scheme: string };
}

/** `operation` is undefined if the path, or the method for it, is unknown; id and query are then empty. */
export type Route = { readonly id: string; readonly query: URLSearchParams } & (
  | { readonly operation: OperationName }
  | { readonly operation: undefined; readonly status: 404 | 405 }
);

/** Returns the path template of the reading of one job with the deployment's names. */
export const statusPathOf = (names: TransferNames, statusPath: string | undefined): string =>
  statusPath ?? toDeployment('/jobs/{job_id}', names);

/** Returns a router for these names; `statusPath` as {@link statusPathOf} gives it. */
export function createRouter(names: TransferNames, statusPath: string): (method: string, target: string) => Route {
  const routes = documentedOperations('transfer').map(({ name, method, path }) => ({
    operation: name as OperationName,
    method,
    pattern: patternOf(path === undefined ? statusPath : toDeployment(path, names)),
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
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('([^/]+)')}/?$`,
  );

function toDeployment(path: string, { paths = {} }: TransferNames): string {
  const renamed = Object.entries(paths).find(([documented]) => `${path}/`.startsWith(`${documented}/`));
  return renamed ? renamed[1] + path.slice(renamed[0].length) : path;
}

function unescapeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
