/**
 * Samples of each kind of message, compared exactly: read them when a change alters them. `npm test -- --update` writes
 * them again.
 */
import { describeWith, PEERS } from '../peers/peer.ts';
import { shownSamples } from './messages.ts';

describe('messages', { timeout: 300_000 }, () => {
  test('ticket bridge', async () => {
    const shown = await shownSamples('ticket-bridge', [
      'ticket-bridge/TicketCreate/answers@server-fault',
      'ticket-bridge/TicketModify/envelope@html',
      'ticket-bridge/TicketCreate/envelope@not-xml',
      'ticket-bridge/TicketCreate/encoding-style@none',
      'ticket-bridge/TicketCreate/namespace@slash',
      'ticket-bridge/TicketCreate/part-count@s-gensym3-doubled',
      'ticket-bridge/TicketCreate/s-gensym3@short-overflow',
      'ticket-bridge/TicketCreate/s-gensym3@dangling',
      'ticket-bridge/TicketCreate/accepts-any-text@non-ascii-in-Subject',
      'ticket-bridge/TicketModify/same-ticket@next',
      'ticket-bridge/AddTicketAttachment/http-status@fault-with-200',
      'ticket-bridge/AddTicketAttachment/accepts-any-bytes@zero',
      ['ticket-bridge/TicketCreate/part-count@s-gensym3-missing', 'ticket-bridge/TicketCreate/s-gensym3'],
      ['ticket-bridge-variant/unsuited-creations', 'ticket-bridge/TicketCreate/answers'],
      ['ticket-bridge-variant/busy-creations', 'ticket-bridge/TicketCreate/s-gensym3'],
      ['ticket-bridge-variant/closed-attachments', 'ticket-bridge/AddTicketAttachment/answers'],
      ['ticket-bridge-variant/unsuited-zero', 'ticket-bridge/TicketModify/same-ticket'],
      ['ticket-bridge-variant/utf-32le-marked', 'ticket-bridge/TicketCreate/envelope'],
      ['clean', 'ticket-bridge/gap/priority-values'],
    ]);
    await expect(shown).toMatchFileSnapshot('ticket-bridge.txt');
  });

  test('transfer', async () => {
    const shown = await shownSamples('transfer', [
      'transfer/identity/answers-certificate@404',
      'transfer/list-jobs/answers-certificate@400',
      'transfer/list-jobs/answers-certificate@401',
      'transfer/identity/refuses/none@let-in',
      'transfer/identity/returns-json-object@empty',
      'transfer/identity/returns-json-object@text',
      'transfer/identity/user_dn/with-certificate@missing',
      'transfer/identity/voms_cred/with-token@scope-that-is-not-granted',
      'transfer/job/cancel_job@null',
      'transfer/job/http_status/only-with-status@present',
      'transfer/job/job_finished@line-break',
      'transfer/job/job_finished/by-state@finished-without-a-time',
      'transfer/job/job_metadata@number-value',
      'transfer/job-status/names-source@another-host',
      ['transfer/identity/user_dn/with-certificate@missing', 'transfer/job-status/names-submitter'],
      ['transfer/submit-job/returns-job-id@missing', 'transfer/submit-job/accepts-several-files'],
      ['transfer/variant/token-alone', 'transfer/list-jobs/answers-certificate'],
      ['transfer/variant/submit-quota', 'transfer/submit-job/refuses/none'],
      ['clean', 'transfer/gap/identity-status'],
    ]);
    await expect(shown).toMatchFileSnapshot('transfer.txt');
  });

  test('data hub', async () => {
    const shown = await shownSamples('data-hub', [
      'data-hub/token-grant/no-store@missing',
      'data-hub/token-grant/refuses-wrong-refresh-token@let-in',
      'data-hub/token/valid-everywhere@zone-only',
      'data-hub/create-named-token/accepts-interface-caveat@refused',
      'data-hub/create-handle/location-leads-to-handle@nowhere',
      'data-hub/create-share/of-directory@parent',
      'data-hub/cdmi-list/holds-created@lacks-all-made',
      'data-hub/cdmi-list/not-empty@no-body',
      'data-hub/cdmi-write/path/spaces@space-as-plus',
      'data-hub/cdmi-write/read-back/text@as-latin-1',
      'data-hub/list-files/takes-encoded-path@not-decoded',
      'data-hub/lookup-file-id/identifies-folder@dead',
      'data-hub/subscribe-changes/stays-open@ends-at-once',
      ['data-hub/list-handle-services/not-empty@no-body', 'data-hub/list-handle-services/holds-handle-service'],
      ['identity-provider-down', 'data-hub/token-grant/returns-json-object'],
      ['without-create-named-token', 'data-hub/create-named-token/answers'],
      ['no-provider', 'data-hub/cdmi-list/answers'],
      ['names-plain-only', 'data-hub/cdmi-write/path/spaces'],
    ]);
    await expect(shown).toMatchFileSnapshot('data-hub.txt');
  });

  describeWith(PEERS.python, 'with Python', () => {
    test('client library', async () => {
      const shown = await shownSamples('client-library', [
        'client-library/Context/verify-true-refuses-untrusted@never-verifies',
        'client-library/get_job_status/asks-for-the-job@searches-the-list',
      ]);
      await expect(shown).toMatchFileSnapshot('client-library.txt');
    });
  });
});
