/** Which operation a request asks for. */

export type OperationName = 'identity' | 'list-jobs' | 'submit-job' | 'cancel-job' | 'delegation' | 'job-status';

/** Names that a deployment has in place of the document's. */
export interface TransferNames {
  /** Path prefix of the document, such as `/jobs`, to the deployment's. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Header and scheme that carry the token; default `Authorization` and `Bearer`. An empty scheme: the token alone. */
  readonly tokenHeader?: { readonly name: string; readonly scheme: string };
}

export interface FoundRoute {
  readonly operation: OperationName;
  readonly id: string;
  readonly query: URLSearchParams;
}

/** `operation` is undefined if the path, or the method for it, is unknown; id and query are then empty. */
export type Route =
  | FoundRoute
  | (Omit<FoundRoute, 'operation'> & { readonly operation: undefined; readonly status: 404 | 405 });

const SINGLE_JOB = '/jobs/{job_id}';

/** Path template of the reading of one job in the deployment's words. */
export const statusPathOf = (names: TransferNames, statusPath: string | undefined): string =>
  statusPath ?? toDeployment(SINGLE_JOB, names);

/** A router for these names; `statusPath` as {@link statusPathOf} gives it. */
export function createRouter(names: TransferNames, statusPath: string): (method: string, target: string) => Route {
  const prefixes = Object.entries(names.paths ?? {}).sort(([, a], [, b]) => b.length - a.length);
  const [beforeId = '', afterId = ''] = statusPath.split('{job_id}');
  return (method, target) => {
    const [path = '', search = ''] = target.split('?', 2);
    const query = new URLSearchParams(search);
    if (
      method === 'GET' &&
      path.startsWith(beforeId) &&
      path.endsWith(afterId) &&
      path.length > beforeId.length + afterId.length
    ) {
      const id = path.slice(beforeId.length, path.length - afterId.length);
      if (!id.includes('/')) return { operation: 'job-status', id: unescapeSegment(id), query };
    }
    const documented = toDocument(path, prefixes);
    const [, first = '', second, ...more] = documented?.split('/') ?? [];
    if (more.length > 0) return notFound(404);
    const operations: Partial<Record<string, OperationName>> | undefined =
      second === undefined || second === '' ? COLLECTIONS[first] : ITEMS[first];
    const operation = operations?.[method];
    if (!operation) return notFound(operations ? 405 : 404);
    return { operation, id: unescapeSegment(second ?? ''), query };
  };
}

const notFound = (status: 404 | 405): Route => ({ operation: undefined, status, id: '', query: new URLSearchParams() });

const COLLECTIONS: Readonly<Record<string, Partial<Record<string, OperationName>>>> = {
  whoami: { GET: 'identity' },
  jobs: { GET: 'list-jobs', POST: 'submit-job' },
};
const ITEMS: Readonly<Record<string, Partial<Record<string, OperationName>>>> = {
  jobs: { DELETE: 'cancel-job' },
  delegation: { GET: 'delegation' },
};

const covers = (prefix: string, path: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

function toDocument(path: string, prefixes: readonly (readonly [string, string])[]): string | undefined {
  const renamed = prefixes.find(([, deployment]) => covers(deployment, path));
  if (renamed) return renamed[0] + path.slice(renamed[1].length);
  return prefixes.some(([documented]) => covers(documented, path)) ? undefined : path;
}

function toDeployment(path: string, names: TransferNames): string {
  const renamed = Object.entries(names.paths ?? {}).find(([documented]) => covers(documented, path));
  return renamed ? renamed[1] + path.slice(renamed[0].length) : path;
}

function unescapeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
