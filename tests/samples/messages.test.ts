/**
 * Samples of each kind of message, compared exactly: read them when a change alters them. `npm test -- --update` writes
 * them again.
 */
import { describeWith, PEERS } from '../peers/peer.ts';
import { shownSamples } from './messages.ts';

describe('messages', { timeout: 300_000 }, () => {
  test('ticket bridge', async () => {
    const shown = await shownSamples('ticket-bridge', [
      'TicketCreate/answers@server-fault',
      'TicketCreate/envelope@not-xml',
      'TicketCreate/encoding-style@none',
      'TicketCreate/namespace@slash',
      'TicketCreate/part-count@s-gensym3-doubled',
      'TicketCreate/s-gensym3@short-overflow',
      'TicketCreate/accepts-any-text@non-ascii-in-Subject',
      'TicketModify/same-ticket@next',
      'AddTicketAttachment/http-status@fault-with-200',
      'AddTicketAttachment/accepts-any-bytes@zero',
      ['TicketCreate/part-count@s-gensym3-missing', 'TicketCreate/s-gensym3'],
      ['unsuited-creations', 'TicketCreate/answers'],
      ['busy-creations', 'TicketCreate/s-gensym3'],
      ['closed-attachments', 'AddTicketAttachment/answers'],
      ['unsuited-zero', 'TicketModify/same-ticket'],
      ['utf-32le-marked', 'TicketCreate/envelope'],
      ['clean', 'gap/priority-values'],
    ]);
    await expect(shown).toMatchFileSnapshot('ticket-bridge.txt');
  });

  test('transfer', async () => {
    const shown = await shownSamples('transfer', [
      'identity/answers-certificate@404',
      'list-jobs/answers-certificate@400',
      'identity/refuses/none@let-in',
      'identity/returns-json-object@empty',
      'identity/refuses/none@refused-with-the-data',
      'cancel-job/refuses/none@refused-but-done',
      'job/agrees@submit_host-differs-in-the-listing',
      'identity/user_dn/with-certificate@missing',
      'identity/voms_cred/with-token@scope-that-is-not-granted',
      'job/http_status/only-with-status@present',
      'job/job_finished@line-break',
      'job/job_finished/by-state@finished-without-a-time',
      'job-status/names-source@another-host',
      ['identity/user_dn/with-certificate@missing', 'job-status/names-submitter'],
      ['submit-job/returns-job-id@missing', 'submit-job/accepts-several-files'],
      ['token-alone', 'list-jobs/answers-certificate'],
      ['submit-quota', 'submit-job/refuses/none'],
      ['clean', 'gap/identity-status'],
    ]);
    await expect(shown).toMatchFileSnapshot('transfer.txt');
  });

  test('data hub', async () => {
    const shown = await shownSamples('data-hub', [
      'token-grant/no-store@missing',
      'token-grant/refuses-wrong-refresh-token@let-in',
      'token/valid-everywhere@zone-only',
      'create-share/of-directory@parent',
      'cdmi-list/holds-created@lacks-all-made',
      'cdmi-write/path/spaces@space-as-plus',
      'cdmi-write/read-back/text@as-latin-1',
      'subscribe-changes/stays-open@ends-at-once',
      ['list-handle-services/not-empty@no-body', 'list-handle-services/holds-handle-service'],
      ['identity-provider-down', 'token-grant/returns-json-object'],
      ['without-create-named-token', 'create-named-token/answers'],
      ['no-provider', 'cdmi-list/answers'],
      ['names-plain-only', 'cdmi-write/path/spaces'],
    ]);
    await expect(shown).toMatchFileSnapshot('data-hub.txt');
  });

  describeWith(PEERS.python, 'with Python', () => {
    test('client library', async () => {
      const shown = await shownSamples('client-library', [
        'Context/verify-true-refuses-untrusted@never-verifies',
        'get_job_status/asks-for-the-job@searches-the-list',
      ]);
      await expect(shown).toMatchFileSnapshot('client-library.txt');
    });
  });
});
