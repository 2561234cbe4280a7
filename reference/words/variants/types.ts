/** Words that a name begins with, the subject that they stand for, and predicates by the rest of the name. */
export type Subjects = readonly (readonly [
  prefix: string,
  subject: string,
  predicates: Readonly<Record<string, string>>,
])[];
