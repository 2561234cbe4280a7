/** The imports of TypeScript sources, read with a parser, and violations of the rules for them. */
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { LAYERS, type Layer, RESERVED } from './layers.ts';

/** Sources by path from the project's root, with forward slashes. */
export type Sources = Map<string, string>;

/** Stands for the address of an import that is not a plain string. */
const COMPUTED = '(computed)';

/**
 * Returns the addresses of everything that a source imports: statements, re-exports, `import()` as value and as type.
 * Throws if the source cannot be parsed.
 */
export function importsOf(path: string, source: string): string[] {
  const parsed = parseSync(path, source, { lang: 'ts' });
  const { module, errors } = parsed;
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const text = (start: number, end: number) => /^(['"`])([^'"`$]*)\1$/.exec(source.slice(start, end))?.[2] ?? COMPUTED;
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => text(moduleRequest.start, moduleRequest.end)),
    // Reading the tree takes most of the time.
    ...(/\bimport\s*\(/.test(source) ? typeImports(parsed.program) : []),
  ];
}

/** Returns the addresses in type expressions of the form `import('…').Name`. */
function typeImports(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, source } = node as { type?: unknown; source?: { value?: unknown } };
  const own = type === 'TSImportType' && typeof source?.value === 'string' ? [source.value] : [];
  return [...own, ...Object.values(node).flatMap(typeImports)];
}

/** Returns a sentence per violation in the imports of these sources. */
export function violations(sources: Sources) {
  const edges = new Map<string, string[]>();
  const found: string[] = [];
  for (const [path, source] of sources) {
    const layer = layerOf(path);
    if (layer === undefined) {
      found.push(
        `${path} belongs to no layer: give its folder a row in tests/architecture/layers.ts that says what it may import, and why.`,
      );
      continue;
    }
    for (const address of new Set(importsOf(path, source))) {
      if (!address.startsWith('.')) {
        found.push(...wrongModule(path, address));
        continue;
      }
      const target = posix.normalize(posix.join(posix.dirname(path), address));
      edges.set(path, [...(edges.get(path) ?? []), target]);
      if (target.startsWith('..')) found.push(`${path} imports ${address}, which lies outside the project.`);
      else if (target.startsWith('dist/'))
        found.push(`${path} imports ${target}, which is built from the sources and may be older than they are.`);
      else if (!isFile(target) && !isAllowed(path, target, layer))
        found.push(`${path} imports ${target}: ${layer.why}.`);
      else found.push(...wrongModule(path, target));
    }
  }
  return [
    ...found,
    ...cycles(edges).map(
      (cycle) => `${cycle.join(' → ')} is a cycle: none of these can be read, tested or moved without the others.`,
    ),
  ];
}

/** Returns whether a target is data that is read as a module, such as package.json. */
function isFile(target: string) {
  return target.endsWith('.json');
}

function layerOf(path: string) {
  return LAYERS.find(({ at }) => expression(at).test(path));
}

/**
 * Returns whether an import is allowed. Within a layer, all imports are allowed if they stay in one interface;
 * otherwise only those that the layer lists.
 */
function isAllowed(path: string, target: string, layer: Layer) {
  const own = expression(layer.at).exec(path)?.[1];
  const same = expression(layer.at).exec(target);
  if (same && layerOf(target) === layer && same[1] === own) return true;
  return layer.may.some((place) => {
    const listed = expression(place).exec(target);
    return listed !== null && (own === undefined || listed[1] === undefined || listed[1] === own);
  });
}

/**
 * Returns a regular expression for a place: a directory includes all below it, `*` is one name (captured), `#` is one
 * file directly in the directory.
 */
function expression(place: string) {
  const source = place.replaceAll('.', '\\.').replace('*', '([^/]+)').replaceAll('*', '[^/]+').replace('#', '[^/]+$');
  return new RegExp(`^${source}${place.endsWith('/') || place.endsWith('#') ? '' : '$'}`);
}

function wrongModule(path: string, module: string) {
  if (!/^(src|suites|reference|bench)\//.test(path)) return [];
  if (module === COMPUTED)
    return [`${path} imports what it computes: nobody can tell what that is without running it.`];
  const rule = RESERVED.find(({ modules }) => modules.test(module));
  if (rule === undefined || Object.keys(rule.to).some((place) => expression(place).test(path))) return [];
  return [`${path} imports ${module}, which only ${Object.keys(rule.to).join(', ')} may: ${rule.why}.`];
}

/** Returns every cycle once, as the paths along it, with the first one repeated at the end. */
function cycles(edges: Map<string, string[]>) {
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  const found: string[][] = [];
  const visit = (path: string) => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path]);
      return;
    }
    state.set(path, 'open');
    trail.push(path);
    for (const next of edges.get(path) ?? []) visit(next);
    trail.pop();
    state.set(path, 'done');
  };
  for (const path of edges.keys()) visit(path);
  return found;
}
