/** The two parts of a requirement's title. */

/** `GET /jobs` and `rejects an expired proxy`; of a title without a colon, an empty subject and all of it. */
export function inTwo(title: string): readonly [subject: string, predicate: string] {
  const [, subject = '', predicate = title] = /^(.*?): (.*)$/s.exec(title) ?? [];
  return [subject, predicate];
}
