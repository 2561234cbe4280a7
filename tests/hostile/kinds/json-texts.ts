/** Makes hostile JSON of a legal text. */
import { kindsOf, type Spoil } from './types.ts';

/** Makes a large text only once. */
function once(make: () => string) {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Adds an entry to the first object or, if the text is an array that does not begin with one, to the array. Other texts
 * are replaced.
 */
function entered(text: string, member: () => string, value: () => string) {
  const at = text.search(/[{[]/);
  if (at < 0) return Buffer.from(value(), 'latin1');
  const inside = /^\[\s*\{/.test(text.slice(at, at + 100)) ? text.indexOf('{', at) : at;
  const separator = /^.\s*[}\]]/s.test(text.slice(inside, inside + 100)) ? '' : ',';
  const entry = text[inside] === '{' ? member() : value();
  return Buffer.from(`${text.slice(0, inside + 1)}${entry}${separator}${text.slice(inside + 1)}`, 'latin1');
}

export const withValue = (make: () => string): Spoil => {
  const value = once(make);
  return ({ text }) => ({ body: entered(text, () => `"more":${value()}`, value) });
};

export const withMembers = (make: () => string): Spoil => {
  const members = once(make);
  return ({ text }) => ({ body: entered(text, members, () => `{${members()}}`) });
};

export const instead = (make: () => string): Spoil => {
  const value = once(make);
  return () => ({ body: Buffer.from(value(), 'latin1') });
};

export const kind = kindsOf('json');
