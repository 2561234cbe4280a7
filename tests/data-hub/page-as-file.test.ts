/** A service that returns one page for every CDMI path: no upload is read back, so no rejected upload took effect. */
import { Deployment } from '../states/deployment.ts';

const deployment = await Deployment.of('data-hub');
afterAll(() => deployment.close());

const page = (body: string) => ({
  status: 200,
  headers: [['Content-Type', 'text/html']] as const,
  body: Buffer.from(body),
});

test.each([
  ['a page is not the rejected upload', '<!DOCTYPE html><p>Hello</p>', []],
  ['an empty file was created', '', ['data-hub/upload-file/refuses/none']],
])('%s', async (_, body, failed) => {
  const { results } = await deployment.run({}, async ({ operation }, next) => {
    const response = await next();
    return operation === 'cdmi-read' ? { ...response, ...page(body) } : response;
  });
  const refusals = results.requirements.filter(
    ({ id, verdict }) => id === 'data-hub/upload-file/refuses/none' && verdict === 'fail',
  );
  expect(refusals.map(({ id }) => id)).toEqual(failed);
});
