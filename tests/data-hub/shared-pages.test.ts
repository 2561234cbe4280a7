/** Operations that always return the same HTML page, while others of the service respond properly; and outages. */
import { alarms, changing, idsWith, instead, json, runInProcess } from './running.ts';

const PAGE = Buffer.from('<!DOCTYPE html><title>Maintenance</title><p>We are back soon</p>');
const HTML: [string, string][] = [['Content-Type', 'text/html']];

/** Returns the page for each accepted GET that matches. */
const paging = (matches: RegExp) =>
  changing((response, { method, target }) =>
    response.status < 300 && method === 'GET' && matches.test(target)
      ? { ...response, headers: HTML, body: PAGE }
      : response,
  );

test.concurrent.each([
  ['three lists', /\/zone\/user\/(handle_services|effective_spaces\/|handles)$/, 3],
  ['three descriptions', /\/zone\/(spaces|shares|user\/handles)\/\w+$/, 3],
  // Two listings of the same directory may be the same page.
  ['the listings of a directory', /\/provider\/(files\/|data\/[^/]+\/children$)/, 0],
])('one page in place of %s: no outage', async (_, matches, wrong) => {
  const { results } = await runInProcess({}, { ASSAY_ALLOW_CREATE: 'all' }, paging(matches));
  const failed = idsWith(results, 'fail');
  expect(failed.filter((id) => id.endsWith('/not-empty'))).toEqual(failed);
  expect(failed).toHaveLength(wrong);
  expect(results.requirements.filter(({ blame }) => blame === 'infrastructure')).toEqual([]);
  expect(results.exitCode).toBe(wrong > 0 ? 1 : 0);
});

test.concurrent.each(['zone', 'provider'])(
  'the %s answers everything with 404 from some request on: an outage',
  async (gone) => {
    let requests = 0;
    const absent = instead(() => {
      requests += 1;
      return requests > 60 ? json(404, '{}') : undefined;
    });
    const ran = await runInProcess({}, { ASSAY_ALLOW_CREATE: 'all' }, (handler, service) =>
      service === gone ? absent(handler) : handler,
    );
    expect(alarms(ran)).toEqual([]);
    expect(ran.results.exitCode).toBe(3);
  },
);
