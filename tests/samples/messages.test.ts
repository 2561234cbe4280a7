/**
 * One sample of each kind of message, compared exactly: read them when a change alters them.
 * `npm run regenerate` writes them again.
 */
import { describe, expect, test } from 'vitest';
import { describeWith, PEERS } from '../peers/peer.ts';
import { shownSamples } from './messages.ts';

describe('messages', { timeout: 300_000 }, () => {
  test('ticket bridge', async () => {
    const shown = await shownSamples('ticket-bridge', [
      'ticket-bridge/TicketCreate/answers@server-fault',
      'ticket-bridge/TicketCreate/envelope@html',
      'ticket-bridge/TicketCreate/envelope@not-xml',
      'ticket-bridge/TicketCreate/envelope@undeclared-entity',
      'ticket-bridge/TicketCreate/encoding-style@none',
      'ticket-bridge/TicketCreate/namespace@slash',
      'ticket-bridge/TicketCreate/media-type@json',
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
    expect(shown).toMatchInlineSnapshot(`
      "
      ticket-bridge/TicketCreate/answers@server-fault
        fail (target) ticket-bridge/TicketCreate/answers
        Expected a 2xx answer without a SOAP fault; got TicketCreate was answered with a SOAP fault soap:Server: internal error, although TICKET_BRIDGE_VALUES names values that the deployment accepts.

      ticket-bridge/TicketCreate/envelope@html
        fail (target) ticket-bridge/TicketCreate/envelope at line 1, column 15
        Expected a SOAP 1.1 message with one response; got a document type declaration, which SOAP forbids (SOAP 1.1, section 3).

      ticket-bridge/TicketCreate/envelope@not-xml
        fail (target) ticket-bridge/TicketCreate/envelope at line 1, column 7
        Expected a SOAP 1.1 message with one response; got not well-formed XML: text data outside of root node.

      ticket-bridge/TicketCreate/envelope@undeclared-entity
        fail (target) ticket-bridge/TicketCreate/envelope at line 2, column 489
        Expected a SOAP 1.1 message with one response; got not well-formed XML: undefined entity.

      ticket-bridge/TicketCreate/encoding-style@none
        warn (target) ticket-bridge/TicketCreate/encoding-style at /soap:Envelope/soap:Body/ns1:TicketCreateResponse (line 2)
        Expected the SOAP encoding style in scope of the response; got no encodingStyle.

      ticket-bridge/TicketCreate/namespace@slash
        fail (target) ticket-bridge/TicketCreate/namespace at /soap:Envelope/soap:Body/ns1:TicketCreateResponse (line 2)
        Expected the response element in the namespace http://bridge.example/TicketBridgeHandler; got http://bridge.example/TicketBridgeHandler/.

      ticket-bridge/TicketCreate/media-type@json
        warn (target) ticket-bridge/TicketCreate/media-type
        Expected Content-Type text/xml; got application/json.

      ticket-bridge/TicketCreate/part-count@s-gensym3-doubled
        fail (target) ticket-bridge/TicketCreate/part-count at /soap:Envelope/soap:Body/ns1:TicketCreateResponse (line 2)
        Expected 2 parts, each once: s-gensym3, s-gensym5; got s-gensym3 2 times.

      ticket-bridge/TicketCreate/s-gensym3@short-overflow
        fail (target) ticket-bridge/TicketCreate/s-gensym3 at /soap:Envelope/soap:Body/ns1:TicketCreateResponse/s-gensym3 (line 2)
        Expected an int: decimal digits, from -2147483648 to 2147483647; got "70000": it is outside -32768 to 32767, stated as short.

      ticket-bridge/TicketCreate/s-gensym3@dangling
        fail (target) ticket-bridge/TicketCreate/s-gensym3 at /soap:Envelope/soap:Body/ns1:TicketCreateResponse/s-gensym3 (line 2)
        Expected an int: decimal digits, from -2147483648 to 2147483647; got no value: its href "#nowhere" leads to no element.

      ticket-bridge/TicketCreate/accepts-any-text@non-ascii-in-Subject
        fail (target) ticket-bridge/TicketCreate/accepts-any-text
        Expected text with letters beyond ASCII, characters beyond the basic plane, markup characters and quotes, line breaks in Correspondence accepted, because the plain request (exchange <exchange>) was; got SOAP fault soap:Client: this bridge does not take such values; asked one by one, it refused letters beyond ASCII, characters beyond the basic plane.

      ticket-bridge/TicketModify/same-ticket@next
        fail (target) ticket-bridge/TicketModify/same-ticket at /soap:Envelope/soap:Body/ns1:TicketModifyResponse/s-gensym3 (line 2)
        Expected 4711, the number that the tracker gave the ticket when it was created (exchange <exchange>); got 4712, which is not that ticket.

      ticket-bridge/AddTicketAttachment/http-status@fault-with-200
        warn (target) ticket-bridge/AddTicketAttachment/http-status
        Expected status 500 with a SOAP fault; got 200.

      ticket-bridge/AddTicketAttachment/accepts-any-bytes@zero
        fail (target) ticket-bridge/AddTicketAttachment/accepts-any-bytes
        Expected a file that holds every byte value accepted, because the plain request (exchange <exchange>) was; got SOAP fault soap:Client: this bridge does not take such values.

      ticket-bridge/TicketCreate/part-count@s-gensym3-missing
        inconclusive (target) ticket-bridge/TicketCreate/s-gensym3
        The response has not its parts, each once, so no value has a place.

      ticket-bridge-variant/unsuited-creations
        inconclusive (settings) ticket-bridge/TicketCreate/answers
        TicketCreate was answered with a SOAP fault soap:Client: this bridge does not take such values; TICKET_BRIDGE_VALUES can name values of Requestor, Priority, AffectedSite that this deployment accepts.

      ticket-bridge-variant/busy-creations
        inconclusive (infrastructure) ticket-bridge/TicketCreate/s-gensym3
        It needs TicketCreate, and TicketCreate was answered with 503.

      ticket-bridge-variant/closed-attachments
        inconclusive (infrastructure) ticket-bridge/AddTicketAttachment/answers
        AddTicketAttachment was not answered: the connection broke (ECONNRESET: the connection was reset).

      ticket-bridge-variant/unsuited-zero
        inconclusive (settings) ticket-bridge/TicketModify/same-ticket
        0 came back, which may say that the values did not suit; TICKET_BRIDGE_VALUES can name values of Requestor, Status, Priority that this deployment accepts.

      ticket-bridge-variant/utf-32le-marked
        inconclusive (suite) ticket-bridge/TicketCreate/envelope
        It cannot be read: the charset "utf-32le" (byte-order-mark) is unknown.

      clean
        skipped (document) ticket-bridge/gap/priority-values
        The document does not show it, and this run saw nothing of it.
      "
    `);
  });

  test('transfer', async () => {
    const shown = await shownSamples('transfer', [
      'transfer/identity/answers-certificate@404',
      'transfer/list-jobs/answers-certificate@400',
      'transfer/list-jobs/answers-certificate@401',
      'transfer/identity/refuses/none@let-in',
      'transfer/identity/returns-json-object@empty',
      'transfer/identity/returns-json-object@text',
      'transfer/identity/returns-json-object@in-a-string',
      'transfer/identity/user_dn/with-certificate@missing',
      'transfer/identity/method/with-certificate@other',
      'transfer/identity/voms_cred/with-token@scope-that-is-not-granted',
      'transfer/job/cancel_job@null',
      'transfer/job/cred_id@letter-outside',
      'transfer/job/http_status/only-with-status@present',
      'transfer/job/job_finished@line-break',
      'transfer/job/job_finished/by-state@finished-without-a-time',
      'transfer/job/job_metadata@number-value',
      'transfer/job-status/names-source@another-host',
      'transfer/job-status/names-submitter@empty',
      'transfer/job-status/reads-submitted-job@another-id',
      ['transfer/identity/answers-certificate@404', 'transfer/identity/refuses/none'],
      ['transfer/identity/user_dn/with-certificate@missing', 'transfer/job-status/names-submitter'],
      ['transfer/identity/delegation_id@missing', 'transfer/delegation/returns-json-object'],
      ['transfer/submit-job/returns-job-id@missing', 'transfer/submit-job/accepts-several-files'],
      ['transfer/variant/token-alone', 'transfer/list-jobs/answers-certificate'],
      ['transfer/variant/submit-quota', 'transfer/submit-job/refuses/none'],
      ['clean', 'transfer/gap/identity-status'],
    ]);
    expect(shown).toMatchInlineSnapshot(`
      "
      transfer/identity/answers-certificate@404
        fail (target) transfer/identity/answers-certificate
        Expected a 2xx answer to a documented request; got identity was answered with 404 while other operations of the service work.

      transfer/list-jobs/answers-certificate@400
        fail (target) transfer/list-jobs/answers-certificate
        Expected a 2xx answer to a documented request; got list-jobs was answered with 400, although it was asked as documented.

      transfer/list-jobs/answers-certificate@401
        fail (target) transfer/list-jobs/answers-certificate
        Expected a 2xx answer to a documented request; got list-jobs was answered with 401, although the service accepted the same credential later.

      transfer/identity/refuses/none@let-in
        fail (target) transfer/identity/refuses/none
        Expected no authorised answer to a request without a valid credential; got 200 with an answer like the authorised one.

      transfer/identity/returns-json-object@empty
        fail (target) transfer/identity/returns-json-object
        Expected a JSON object; got the body is empty.

      transfer/identity/returns-json-object@text
        fail (target) transfer/identity/returns-json-object
        Expected a JSON object; got the body is not JSON: Unexpected token 'O', "OK" is not valid JSON.

      transfer/identity/returns-json-object@in-a-string
        fail (target) transfer/identity/returns-json-object
        Expected a JSON object; got "{"user_dn":"/DC=example/DC=assay/CN=Ada Example","dn":["/DC=example/DC=assay/CN=Ada Example","/DC=example/DC=assay/CN=Ada Example/CN=<serial>"],"base_id":"2….

      transfer/identity/user_dn/with-certificate@missing
        fail (target) transfer/identity/user_dn/with-certificate at /user_dn
        Expected a string, a distinguished name (/C=…/CN=… or CN=…,C=…); got no member user_dn.

      transfer/identity/method/with-certificate@other
        fail (target) transfer/identity/method/with-certificate at /method
        Expected "certificate"; got "other".

      transfer/identity/voms_cred/with-token@scope-that-is-not-granted
        fail (target) transfer/identity/voms_cred/with-token at /voms_cred
        Expected entries that are among the scopes openid storage.read:/ storage.modify:/; got storage.stage:/.

      transfer/job/cancel_job@null
        fail (target) transfer/job/cancel_job at /0/cancel_job
        Expected a boolean; got null (in 9 of 9 records).

      transfer/job/cred_id@letter-outside
        fail (target) transfer/job/cred_id at /0/cred_id
        Expected a string, hexadecimal digits; got "23f2492eb6d482dg" (in 9 of 9 records).

      transfer/job/http_status/only-with-status@present
        fail (target) transfer/job/http_status/only-with-status at /0/http_status
        Expected no member http_status; got "200 Ok" (in 9 of 9 records).

      transfer/job/job_finished@line-break
        fail (target) transfer/job/job_finished at /0/job_finished
        Expected a string or null, a timestamp YYYY-MM-DDTHH:MM:SS, a real date, without zone or fraction; got "<time>\\n" (in 5 of 9 records).

      transfer/job/job_finished/by-state@finished-without-a-time
        warn (target) transfer/job/job_finished/by-state at /0/job_finished
        Expected a timestamp in job_finished of a finished job; got null in a job whose job_state is "FINISHED".

      transfer/job/job_metadata@number-value
        fail (target) transfer/job/job_metadata at /0/job_metadata/member
        Expected an object or null whose values are strings; got {"activity": "assay", "member": 7} (in 9 of 9 records).

      transfer/job-status/names-source@another-host
        fail (target) transfer/job-status/names-source at /source_se
        Expected the storage endpoint of "https://source.example.org/data/source-file"; got https://another.example.org.

      transfer/job-status/names-submitter@empty
        fail (target) transfer/job-status/names-submitter at /user_dn
        Expected /DC=example/DC=assay/CN=Ada Example; got an empty text.

      transfer/job-status/reads-submitted-job@another-id
        fail (target) transfer/job-status/reads-submitted-job at /job_id
        Expected the job <identifier>; got the job "<identifier>".

      transfer/identity/answers-certificate@404
        inconclusive (target) transfer/identity/refuses/none
        It needs identity, and identity was answered with 404 while other operations of the service work.

      transfer/identity/user_dn/with-certificate@missing
        inconclusive (target) transfer/job-status/names-submitter
        An answer that it builds on is wrong.

      transfer/identity/delegation_id@missing
        inconclusive (target) transfer/delegation/returns-json-object
        Delegation could not be asked: an earlier answer did not hold what it needs.

      transfer/submit-job/returns-job-id@missing
        inconclusive (target) transfer/submit-job/accepts-several-files
        The answer names no job, so whether the submission was accepted is not known.

      transfer/variant/token-alone
        inconclusive (credential) transfer/list-jobs/answers-certificate
        List-jobs was answered with 401: the credential was not accepted.

      transfer/variant/submit-quota
        inconclusive (infrastructure) transfer/submit-job/refuses/none
        Submit-job was not seen to succeed with a good credential both before and after, so a refusal means nothing.

      clean
        observed transfer/gap/identity-status
        200
      "
    `);
  });

  test('data hub', async () => {
    const shown = await shownSamples('data-hub', [
      'data-hub/token-grant/no-store@missing',
      'data-hub/token-grant/refuses-wrong-refresh-token@let-in',
      'data-hub/token-grant/token-type@empty',
      'data-hub/token/valid-everywhere@zone-only',
      'data-hub/create-named-token/accepts-interface-caveat@refused',
      'data-hub/create-handle/location@missing',
      'data-hub/create-handle/location-leads-to-handle@nowhere',
      'data-hub/create-share/of-directory@parent',
      'data-hub/get-handle-service/speaks-of-handle-service@other',
      'data-hub/cdmi-list/holds-created@lacks-all-made',
      'data-hub/cdmi-list/not-empty@no-body',
      'data-hub/cdmi-write/path/spaces@space-as-plus',
      'data-hub/cdmi-write/read-back/empty@as-newline',
      'data-hub/list-files/takes-encoded-path@not-decoded',
      'data-hub/lookup-file-id/identifies-folder@dead',
      'data-hub/subscribe-changes/stays-open@ends-at-once',
      ['data-hub/list-handle-services/not-empty@no-body', 'data-hub/list-handle-services/holds-handle-service'],
      ['identity-provider-down', 'data-hub/token-grant/returns-json-object'],
      ['without-create-named-token', 'data-hub/create-named-token/answers'],
      ['only-reading-allowed', 'data-hub/cdmi-read/answers'],
      ['no-provider', 'data-hub/cdmi-list/answers'],
      ['names-plain-only', 'data-hub/cdmi-write/path/spaces'],
    ]);
    expect(shown).toMatchInlineSnapshot(`
      "
      data-hub/token-grant/no-store@missing
        warn (target) data-hub/token-grant/no-store
        Expected Cache-Control no-store; got no Cache-Control.

      data-hub/token-grant/refuses-wrong-refresh-token@let-in
        warn (target) data-hub/token-grant/refuses-wrong-refresh-token
        Expected no access_token in answer to a grant that has to be refused; got 200 with an access_token.

      data-hub/token-grant/token-type@empty
        warn (target) data-hub/token-grant/token-type at /token_type
        Expected a text in token_type; got an empty text.

      data-hub/token/valid-everywhere@zone-only
        fail (target) data-hub/token/valid-everywhere
        Expected a token that is valid everywhere; got CDMI refuses it in all 16 calls, the zone service accepts it.

      data-hub/create-named-token/accepts-interface-caveat@refused
        fail (target) data-hub/create-named-token/accepts-interface-caveat
        Expected a 2xx answer to a request with the interface caveat; got 400, while the same request without the interface caveat was answered with 201.

      data-hub/create-handle/location@missing
        fail (target) data-hub/create-handle/location
        Expected a header Location that is not blank; got none.

      data-hub/create-handle/location-leads-to-handle@nowhere
        fail (target) data-hub/create-handle/location-leads-to-handle
        Expected an identifier under which the handle can be read; got 404, while <exchange> shows that handles can be read.

      data-hub/create-share/of-directory@parent
        warn (target) data-hub/create-share/of-directory
        Expected the identifier of the folder that was shared, <identifier>; got that of another directory: <identifier>.

      data-hub/get-handle-service/speaks-of-handle-service@other
        warn (target) data-hub/get-handle-service/speaks-of-handle-service
        Expected details that hold <identifier>; got details of something else: <identifier>.

      data-hub/cdmi-list/holds-created@lacks-all-made
        warn (target) data-hub/cdmi-list/holds-created
        Expected a list that holds the 12 files that were written, such as assay-campaign-c-text; got an array in the member children of 2 without 12 of them.

      data-hub/cdmi-list/not-empty@no-body
        fail (target) data-hub/cdmi-list/not-empty
        Expected a list that holds at least a file that this run wrote there (exchange <exchange>); got nothing, or blanks alone.

      data-hub/cdmi-write/path/spaces@space-as-plus
        fail (target) data-hub/cdmi-write/path/spaces
        Expected what was written under the name "with a space"; got what was written under "with+a+space".

      data-hub/cdmi-write/read-back/empty@as-newline
        fail (target) data-hub/cdmi-write/read-back/empty
        Expected the 0 octets that were written (exchange <exchange>); got 1 octets that are not the same.

      data-hub/list-files/takes-encoded-path@not-decoded
        fail (target) data-hub/list-files/takes-encoded-path
        Expected the same listing as for the path with fewer characters encoded; got an answer that there is no such folder.

      data-hub/lookup-file-id/identifies-folder@dead
        fail (target) data-hub/lookup-file-id/identifies-folder
        Expected an identifier that is taken as a directory; got 404 wherever it is taken as one.

      data-hub/subscribe-changes/stays-open@ends-at-once
        fail (target) data-hub/subscribe-changes/stays-open
        Expected an answer that is still open; got an answer that had ended after 0 octets.

      data-hub/list-handle-services/not-empty@no-body
        inconclusive (document) data-hub/list-handle-services/holds-handle-service
        The list has a form that cannot be read.

      identity-provider-down
        inconclusive (infrastructure) data-hub/token-grant/returns-json-object
        It needs token-grant, and token-grant was not answered: the connection broke (ECONNRESET: the connection was reset).

      without-create-named-token
        not-applicable data-hub/create-named-token/answers
        The deployment declares that it does not offer create-named-token (ASSAY_NOT_OFFERED).

      only-reading-allowed
        skipped (settings) data-hub/cdmi-read/answers
        Creating files is not allowed; ASSAY_ALLOW_CREATE=files allows it.

      no-provider
        skipped (settings) data-hub/cdmi-list/answers
        DATA_HUB_PROVIDER_URL is not set.

      names-plain-only
        inconclusive (settings) data-hub/cdmi-write/path/spaces
        Cdmi-write was answered with 400; the request held values that the operator chose or that the document does not show.
      "
    `);
  });

  describeWith(PEERS.python, 'with Python', () => {
    test('client library', async () => {
      const shown = await shownSamples('client-library', [
        'client-library/new_transfer/checksum@name-only',
        'client-library/Context/verify-true-refuses-untrusted@never-verifies',
        'client-library/get_job_status/asks-for-the-job@searches-the-list',
      ]);
      expect(shown).toMatchInlineSnapshot(`
        "
        client-library/new_transfer/checksum@name-only
          fail (target) client-library/new_transfer/checksum at /files/0/checksum
          Expected "ADLER32:1a2b3c40"; got "ADLER32".

        client-library/Context/verify-true-refuses-untrusted@never-verifies
          fail (target) client-library/Context/verify-true-refuses-untrusted
          Expected no request to a server whose certificate nobody trusts; got a request that arrived.

        client-library/get_job_status/asks-for-the-job@searches-the-list
          fail (target) client-library/get_job_status/asks-for-the-job
          Expected a GET whose path or query names <identifier>; got GET /jobs.
        "
      `);
    });
  });
});
