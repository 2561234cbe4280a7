/**
 * Multi-reference values: an accessor points with `href` at an independent element with that `id` (SOAP 1.1, section
 * 5.4.1).
 */
import { attribute, descendants, type XmlElement } from './xml-tree.ts';

export interface References {
  /** Elements by `id`; undefined if an id occurs twice. */
  readonly byId: ReadonlyMap<string, XmlElement | undefined>;
  /** Ids that some `href` in the body points at. */
  readonly used: ReadonlySet<string>;
}

/** Collects ids and references below the Body. */
export function collectReferences(body: XmlElement): References {
  const byId = new Map<string, XmlElement | undefined>();
  const used = new Set<string>();
  for (const element of descendants(body)) {
    const id = attribute(element, '', 'id');
    if (id !== undefined) byId.set(id, byId.has(id) ? undefined : element);
    const href = attribute(element, '', 'href');
    if (href?.startsWith('#')) used.add(href.slice(1));
  }
  return { byId, used };
}

export type Resolved =
  | { readonly ok: true; readonly element: XmlElement; readonly referenced: boolean }
  | { readonly ok: false; readonly problem: string };

/** Follows `href` to the element with the value, within the message only. */
export function resolveReference(accessor: XmlElement, references: References): Resolved {
  const seen = new Set<XmlElement>();
  let element = accessor;
  for (;;) {
    const href = attribute(element, '', 'href');
    if (href === undefined) return { ok: true, element, referenced: element !== accessor };
    seen.add(element);
    const shown = JSON.stringify(href.slice(0, 60));
    if (!href.startsWith('#')) return { ok: false, problem: `its href ${shown} leads out of the message` };
    const target = references.byId.get(href.slice(1));
    if (!target)
      return {
        ok: false,
        problem: references.byId.has(href.slice(1))
          ? `its href ${shown} matches several ids`
          : `its href ${shown} matches no id`,
      };
    if (seen.has(target)) return { ok: false, problem: `its href ${shown} leads back to itself` };
    element = target;
  }
}
