import { afterEach } from 'vitest';

/** Called once at the top of a test file: what is given to the result is closed after the test. */
export function closedAfterEach(): <T extends { close(): Promise<unknown> }>(made: T) => T {
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
  });
  return (made) => {
    open.push(made);
    return made;
  };
}
