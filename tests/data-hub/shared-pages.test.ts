/** Operations that always return the same HTML page, while others of the service respond properly: no outage. */
import { changing, idsWith, runInProcess } from './running.ts';

const PAGE = Buffer.from('<!DOCTYPE html><title>Maintenance</title><p>We are back soon</p>');

test('one page in place of three lists', async () => {
  const around = changing((response, { method, target }) =>
    response.status < 300 &&
    method === 'GET' &&
    /\/zone\/user\/(?:handle_services|effective_spaces\/|handles)$/.test(target)
      ? { ...response, headers: [['Content-Type', 'text/html']], body: PAGE }
      : response,
  );
  const lists = ['list-spaces', 'list-handles', 'list-handle-services'];
  const { results } = await runInProcess({}, {}, around, lists);
  expect(idsWith(results, 'fail').sort()).toEqual(lists.map((name) => `${name}/not-empty`).sort());
  expect(results.requirements.filter(({ blame }) => blame === 'infrastructure')).toEqual([]);
  expect(results.exitCode).toBe(1);
});
