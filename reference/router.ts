/** Finds the operation of a request by path templates. */

/** An operation of a service. */
interface Route {
  readonly method: string;
  /** Path template such as `/things/{id}/more`; `{…path}` stands for one or more segments. */
  readonly path: string;
}

/** The destination of a request. `raw`: the parts of the path in the place of placeholders, still encoded. */
interface Routed<R> {
  readonly route: R | undefined;
  readonly raw: readonly string[];
  /** Query as on the request line, without `?`. */
  readonly query: string | undefined;
  /** Whether the path is known, with this method or another. */
  readonly isKnown: boolean;
}

/** Returns a router; the first of several routes that fit is found. */
export function createRouter<R extends Route>(routes: readonly R[]): (method: string, target: string) => Routed<R> {
  const known = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  return (method, target) => {
    const [path = '', ...rest] = target.split('?');
    const fitting = known.filter(({ pattern }) => pattern.test(path));
    const { route, pattern } = fitting.find((each) => each.route.method === method) ?? {};
    return {
      route,
      raw: pattern?.exec(path)?.slice(1) ?? [],
      query: rest.length > 0 ? rest.join('?') : undefined,
      isKnown: fitting.length > 0,
    };
  };
}

/** Returns the expression of a path template. A slash may end the path, unless it ends with segments. */
function patternOf(template: string) {
  const pattern = template
    .replaceAll('.', '\\.')
    .replace(/\{\w*path\}/g, '(.+)')
    .replace(/\{\w+\}/g, '([^/]+)');
  return new RegExp(`^${/path\}\/?$/.test(template) ? pattern : `${pattern.replace(/\/$/, '')}/?`}$`);
}
