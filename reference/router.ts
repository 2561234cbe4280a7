/** Finds the operation of a request by path templates. */

/** An operation of a service. */
interface Route {
  readonly method: string;
  /** Path template such as `/things/{id}/more`; `{…path}` stands for one or more segments. */
  readonly path: string;
}

/** A percent-encoded character that need not be encoded (RFC 3986, section 2.3). */
const UNRESERVED = /%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** Returns a router: it returns the destination of a request. The first of several routes that fit is found. */
export function createRouter<R extends Route>(routes: readonly R[]) {
  const known = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  return (method: string, target: string) => {
    const [encoded = '', ...rest] = target.split('?');
    const fits = (path: string) => known.filter(({ pattern }) => pattern.test(path));
    // The parts for placeholders stay as they are, unless the other parts are encoded, too.
    const path = fits(encoded).length > 0 ? encoded : encoded.replace(UNRESERVED, decodeURIComponent);
    const fitting = fits(path);
    const { route, pattern } = fitting.find((each) => each.route.method === method) ?? {};
    return {
      route,
      /** The parts of the path in the place of placeholders, still encoded. */
      raw: pattern?.exec(path)?.slice(1) ?? [],
      /** Query as on the request line, without `?`. */
      query: rest.length > 0 ? rest.join('?') : undefined,
      /** Whether the path is known, with this method or another. */
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
