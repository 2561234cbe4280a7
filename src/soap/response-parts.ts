/** Findings on the documented parts of a response: number, names, order, values. One finding per obligation. */
import type { Contradiction } from '../contract/types.ts';
import { preview } from '../records/preview.ts';
import type { WsdlPart } from './wsdl.ts';
import type { SoapPart, SoapResponse } from './xml-tree.ts';
import { derivedFrom, expectedOf, type PartType, type PartValue, readAs } from './xsd-types.ts';

/** Upheld, contradicted (`ok: false`), or not decided because a fact that it builds on is contradicted. */
export type PartFact<T = undefined> =
  | (Required<Contradiction> & { readonly decided: true } & (
        | { readonly ok: true; readonly value: T }
        | { readonly ok: false }
      ))
  | { readonly decided: false; readonly why: string; readonly at: string };

export type ResponseReading = ReturnType<typeof readResponseParts>;

/** Maximum number of parts named in a message. */
const MOST_NAMED = 10;

/**
 * Compares a response with its documented parts (in parameter order). If all documented names are present, values are
 * assigned by name, so that a wrong order gives only one finding; otherwise by position. Returns the values by the
 * document's part name, and the names of `further` parts, beyond the documented ones.
 */
export function readResponseParts(response: SoapResponse, documented: readonly WsdlPart[]) {
  const { parts, at } = response;
  const isNamed = (part: SoapPart, { wireName }: WsdlPart) =>
    part.local === wireName && (part.namespace === '' || part.namespace === response.namespace);
  const found = documented.map((wanted) => parts.filter((part) => isNamed(part, wanted)));
  const list = documented.map(({ wireName }) => wireName).join(', ');
  const shown = namesOf(response);
  const came = parts.length === 0 ? 'no part' : shown(parts);
  const finding = (ok: boolean, expected: string, got: string): PartFact => ({
    decided: true,
    ok,
    value: undefined,
    expected,
    got,
    at,
  });

  const twice = found.findIndex((same) => same.length > 1);
  const enough = parts.length >= documented.length && twice < 0;
  const count = finding(
    enough,
    `${documented.length} parts, each once: ${list}`,
    twice < 0
      ? `${parts.length}: ${came}`
      : `the part ${documented[twice]!.wireName} ${found[twice]!.length === 2 ? 'twice' : `${found[twice]!.length} times`}`,
  );
  if (!enough) {
    const undecided = {
      decided: false,
      why: 'not judged: the response does not have each part once (part-count), so it is unclear which value belongs to which part',
      at,
    } as const;
    const values = new Map<string, PartFact<PartValue>>(documented.map(({ name }) => [name, undecided]));
    return { count, names: undecided, order: undecided, values, further: [] };
  }

  const named = found.every((same) => same.length === 1);
  const chosen = documented.map((_, index) => (named ? found[index]![0]! : parts[index]!));
  const values = new Map(documented.map((wanted, index) => [wanted.name, readPart(chosen[index]!, wanted.type)]));
  return {
    count,
    names: finding(named, `parts named ${list}`, came),
    order: orderOf(),
    values,
    further: parts.filter((part) => !chosen.includes(part)).map(({ local }) => local),
  };

  function orderOf(): PartFact {
    if (named)
      return finding(
        chosen.every((part, index) => index === 0 || chosen[index - 1]!.position < part.position),
        `the order ${list}`,
        came,
      );
    // Without the names, types may show a wrong order: an int in the place of another type, and no int where one is
    // documented.
    const isInt = (part: SoapPart | undefined) => part !== undefined && isRight(readPart(part, 'int'));
    const moved = documented.findIndex(
      ({ type }, index) =>
        type === 'int' &&
        !isInt(chosen[index]) &&
        chosen.some((part, other) => documented[other]!.type !== 'int' && isInt(part)),
    );
    return finding(moved < 0, `an int as part ${moved + 1}`, chosen.map(({ text }) => preview(text)).join(', '));
  }
}

/** Returns the names of parts, with their namespace if it is neither absent nor that of the response. */
const namesOf =
  ({ namespace }: SoapResponse) =>
  (parts: readonly SoapPart[]) =>
    parts
      .slice(0, MOST_NAMED)
      .map((part) => (part.namespace === namespace ? part.local.slice(0, 120) : qualified(part)))
      .join(', ');

const isRight = (finding: PartFact<unknown>) => finding.decided && finding.ok;
const qualified = ({ namespace, local }: SoapPart) =>
  (namespace === '' ? local : `{${namespace.slice(0, 60)}}${local}`).slice(0, 120);

/** Reads one part as a documented type. */
function readPart(part: SoapPart, documented: PartType): PartFact<PartValue> {
  const expected = expectedOf(documented, documented);
  const { at } = part;
  const contradicted = (got: string) => ({ decided: true, ok: false, expected, got, at }) as const;
  if (part.problem !== undefined) return contradicted(`no value: ${part.problem}`);
  if (part.nil) return contradicted('xsi:nil instead of a value');
  const text = part.text ?? '';
  let type: string = documented;
  if (part.type) {
    if ('unbound' in part.type)
      return contradicted(`the xsi:type ${preview(part.type.unbound)}, whose prefix is declared nowhere`);
    const builtIn = derivedFrom(part.type, documented);
    if (builtIn === undefined)
      return {
        ...contradicted(
          `the xsi:type ${part.type.local} of ${part.type.namespace ? preview(part.type.namespace) : 'no namespace'}, with the value ${preview(text)}`,
        ),
        expected: `the xsi:type ${documented} of XML Schema or the SOAP encoding, a type derived from it, or none`,
      };
    type = builtIn;
  }
  const read = readAs(type, text);
  if ('why' in read)
    return { ...contradicted(`${preview(text)}: ${read.why}`), expected: expectedOf(type, documented) };
  return { decided: true, ok: true, value: read.value, expected, got: preview(text), at };
}
