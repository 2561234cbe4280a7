/** Phrases for faults: what the reference does, for ids whose words a stranger would not understand. */
import { FAULTS_OF_DATA_HUB } from './data-hub-phrases.ts';
import { tableOf } from './ids.ts';

/**
 * Phrases by the word of the id, by the last part of the requirement's id and that word, or by the whole id. `{}` is
 * replaced by the object of the requirement's title, `~` by only its name, `^` by the field that the title begins with,
 * `#` by the place in a request ("the path" or "the file name").
 */
export const PHRASES = tableOf(`
    body@* *
      empty an empty body; text a bare string; html; xml; truncated truncated JSON; cut truncated JSON; trailing-comma invalid JSON (trailing comma)
      single-quotes invalid JSON (single quotes); not-a-number invalid JSON (NaN); two-documents two JSON texts; in-a-string JSON within a string; null
      number a number; object an object; first-alone only the first element; form a form-encoded body; number-element an array with a number
      null-element an array with null; array-element an array with an array; string-element an array with a string
    returns-json-object@a-page-in-later-answers returns HTML instead of a JSON object in the second and later responses to a certificate
    no-content returns 204 and no body
    not-empty@* returns *
      null; empty-list an empty list; empty-identifier an object with an empty identifier; no-body; blank only white space; empty-entries a list of empty strings; empty-text an empty string
    part-order@reversed response has s-gensym5 before s-gensym3
    envelope@* response *
      not-xml is not XML; json is JSON; html is HTML; cut-off is truncated; no-envelope is an element without a SOAP envelope; soap-1.2 is a SOAP 1.2 message
      foreign has an Envelope in a different namespace; other-root has the root element Message instead of Envelope; empty-body has an empty SOAP body; no-body has no SOAP body
      two-bodies has two SOAP bodies; two-responses contains two response elements; late-header has its SOAP header after the body
      stray-text has text before the response element; two-roots has two root elements; trailing-text has text after its root element
      blank-before-declaration has a line break before its XML declaration; doctype has a document type declaration
      undeclared-entity refers to an undeclared entity; bare-ampersand contains an unescaped &; unbound-prefix uses an unbound prefix
      mismatched-tags has an end tag that does not match its start tag; control-character contains a control character
      wrong-charset is not in the charset that it states; unknown-charset states an unknown charset; large-cut-off to an attachment of more than 64 KiB is truncated
    media-type@* response has *
      json Content-Type application/json; soap-1.2 Content-Type application/soap+xml; application-xml Content-Type application/xml; html Content-Type text/html
      plain Content-Type text/plain; none no Content-Type
    namespace@* response element is in *
      other a different namespace; slash the service namespace with a slash appended; case the service namespace in upper case; none no namespace
      envelope the SOAP envelope namespace
    encoding-style@* response states *
      none no encodingStyle; empty an empty encodingStyle; unqualified encodingStyle without its namespace; first-part an encodingStyle only on the first part
      no-parts no encodingStyle and contains no parts
    no-other-encoding@* response states *
      other an encodingStyle other than SOAP encoding; soap-1.2 the encodingStyle of SOAP 1.2; several an encodingStyle of two URIs other than SOAP encoding; one-part an encodingStyle other than SOAP encoding on one part
    http-status@* returns *
      fault-with-200 a SOAP fault with 200 for every request; fault-with-400 a SOAP fault with 400 for every request; response-with-500 a SOAP response with 500 for every request
      large-refused-with-200 a SOAP fault with 200 for an attachment of more than 64 KiB
    http-status@number returns http_status as a number
    http-status@* returns a job object without http_status*
      missing ; second  in the second call; late  from the third call on
    answers@* returns *
      server-fault the SOAP fault soap:Server for every request; client-fault the SOAP fault soap:Client for every request; scope-refused 400 for the documented scopes
      slash-not-found 404 if the path ends with a slash
    same-ticket@* returns *
      next the ticket identifier plus 1; zero 0 as the ticket identifier; minus-one -1 as the ticket identifier; negated the negated ticket identifier
      constant 1 as the identifier of every ticket; count the number of requests as the ticket identifier; external ExternalTicketId as the ticket identifier
      first the identifier of the first ticket; last the identifier of the latest ticket; cut-off the ticket identifier without its last digit
      next-of-made-up the ticket identifier plus 1 for placeholder field values; zero-of-made-up 0 as the ticket identifier for placeholder field values
      zero-from-the-second-on 0 as the ticket identifier for placeholder field values from the second response on
      after-another a wrong ticket identifier after the first modification of a ticket; after-attachment ExternalTicketId once the ticket has an attachment; third the ticket identifier plus 1 in every third response
      second-ticket the identifier of the first ticket for the second; late the ticket identifier plus 1 from the fifth attachment on
    own-ticket@* returns *
      first the identifier of the first ticket for every ticket; third the identifier of the second ticket for the third
    rejects@* rejects *
      non-ascii non-ASCII characters; beyond-bmp characters beyond U+FFFF; beyond-latin-1 characters beyond Latin-1; ampersand &; less-than <; greater-than >
      quote a double quote; apostrophe an apostrophe; line-break a line break
    accepts-any-text@* *
      several rejects non-ASCII text with markup characters in Subject; combining-marks rejects combining marks in Subject
      right-to-left rejects right-to-left text in Correspondence; trailing-blanks rejects trailing spaces in Subject; tab rejects a tab in Correspondence
      carriage-return rejects a carriage return in Correspondence; reference rejects text that looks like an XML entity reference in Correspondence
      both rejects & in Subject and Correspondence at once; status-400 returns 400 for non-ASCII characters in Subject
      status-500 returns 500 for non-ASCII characters in Subject
    accepts-any-bytes@* rejects AttachmentData with *
      zero the byte 0; high bytes above 127; not-utf-8 bytes that are not UTF-8; control bytes below 9; last the byte 255; byte-order-mark a byte order mark
      byte-order-mark-and-name a byte order mark and a non-ASCII AttachmentName
    accepts-any-bytes@status-* returns * for the byte 255 in AttachmentData
      415; 500
    accepts-line-wrapped-base64@* rejects AttachmentData in base64 *
      line-feed with a line break; one-line of more than two lines
    accepts-any-name@* rejects *
      non-ascii non-ASCII characters in AttachmentName; space a space in AttachmentName
    accepts-any-name@status-400 returns 400 for non-ASCII characters in AttachmentName
    let-in accepts {}
    name-unchecked accepts {}
    dates-unchecked accepts {}
    after-another accepts {} in one of several contexts
    refused rejects {}
    no-scheme-is-let-in accepts the valid token without a scheme
    nearly-valid-is-let-in accepts a slightly changed copy of the valid token
    forged-proxy-is-let-in accepts a proxy certificate of the caller that is signed with an unknown key
    refused-with-the-data returns 401 and the requested data for {}
    refused-but-done rejects {}, but carries out the request
    applied rejects {}, but carries out the request
    only-with-status@present http_status appears in GET /jobs too
    user-dn-of-a-stranger user_dn names a different user
    user-dn-of-the-proxy user_dn names the proxy
    scopes-separated-by-commas oauth2_scope has commas between scopes
    scope-string-is-empty oauth2_scope is empty
    scope-string-lacks-one oauth2_scope lacks a scope of voms_cred
    overwrite-flag-differs-by-organisation overwrite_flag differs between GET /jobs and GET /jobs?vo_name={vo_name}
    one-element-is-of-another-organisation vo_name of one job differs between two responses to GET /jobs
    vo-name-filters@* *
      ignored returns the jobs of all virtual organisations; inverted returns only jobs of other virtual organisations; one-of-another also returns a job of a different virtual organisation
    accepts-overwrite@* rejects *
      true-is-refused true as params.overwrite; false-is-refused false as params.overwrite
      refused-with-a-token params.overwrite if the caller presents a token
    accepts-overwrite@* returns * if params.overwrite is present
      400 400; 415 415; 422 422; 500 500
    returns-own-id@* returns *
      same-each-time the same job_id for all submissions; one-that-was-listed the job_id of a listed job; the-last-one-again each job_id twice, for successive submissions
      the-same-for-later-ones the same job_id from the third submission on; later-ones-were-listed the job_id of a listed job from the third submission on
      two-in-turn the same two job_ids in turn
    reads-submitted-job@* returns *
      404 404 for a submitted job; 405 405 for a submitted job; one-is-never-found 404 for one of the submitted jobs
      readable-once 404 when a job is read again; several-files-are-forgotten 410 when a job with several files is read again
      another-id a different job_id; id-of-the-first-job the job_id of the first listed job; last-digit-changed job_id with its last digit changed
    another-host returns a different host in ^
    another-scheme returns a different scheme in ^
    host-within-the-host adds www. to the host in ^
    names-source@* returns *
      another-host-with-overwrite a different host in source_se for jobs with overwrite
      another-host-with-a-checksum a different host in source_se for jobs with a checksum; the-destination the destination as source_se
      swapped source_se and dest_se swapped
    names-destination@* returns *
      the-source the source as dest_se; a-port-too-great dest_se with the port 84439; another-host-once-cancelled a different host in dest_se once the job is cancelled
    names-submitter@* returns *
      a-stranger the user_dn of a different user; the-proxy the name of the proxy as user_dn; common-name-alone only the common name as user_dn; empty an empty user_dn
      one-part-less user_dn without its first part
    leaves-a-trace@* *
      nothing-happens leaves the job unchanged
      says-so-and-does-not leaves the job unchanged, and reports it as cancelled
      cancels-another cancels a different job; nothing-happens-from-the-second-on leaves the job unchanged from the third cancellation on
      nothing-happens-to-jobs-with-several-files leaves jobs with several files unchanged
      job-goes-on leaves the job unchanged, and jobs become active by themselves; comes-back restores the state of the cancelled job after it was read twice
    cancels-that-job-alone@* also cancels *
      all-others-too all other submitted jobs; one-with-a-checksum-too other submitted jobs with a checksum; one-with-several-files-too other submitted jobs with several files
    json-text@* *
      byte-order-mark the response to GET /whoami begins with a byte order mark; a-name-twice the response to GET (job status) has a duplicate member name
      byte-order-mark-in-the-second-listing the second response to GET /jobs begins with a byte order mark
      an-escaped-name-twice the response to GET /whoami has a duplicate member name, escaped in one place
    single-headers@* * has two Content-Type headers
      content-type-twice the response to GET /delegation/{delegation_id}; content-type-in-the-listing-by-organisation the response to GET /jobs?vo_name={vo_name}
    lists-submitted-jobs@* omits *
      one-is-missing one submitted job; those-with-several-files-are-missing submitted jobs with several files
      those-with-a-checksum-are-missing submitted jobs with a checksum
    accepts-several-files@* rejects *
      refused-with-a-checksum-and-overwrite several files together with a checksum and params.overwrite
      tokens-in-the-third-file-are-refused source_tokens in the third file; a-third-file-is-refused a job with more than two files
    second-raises raises an exception in the second call
    second raises an exception in the second call
    raises raises an exception
    none returns None
    other-path sends the request to a different path
    is-offered@* *
      missing is missing from the module; import-raises is missing, because importing the module raises an exception; import-ends-the-process is missing, because importing the module ends the process
    takes-positional@* *
      order-swapped accepts two positional parameters in the wrong order; verify-by-name-only accepts verify only by name
      verify-false-refused rejects verify=False; two-only accepts only two parameters by position; checksum-last accepts checksum only as the last parameter
      filesize-and-metadata-swapped accepts metadata before filesize; metadata-as-activity treats the fifth parameter as activity
      filesize-of-the-first submits the filesize of the first transfer for every transfer; metadata-of-the-first submits the metadata of the first transfer for every transfer
    takes-keywords@* *
      other-names accepts two parameters only by other names; by-position-only accepts parameters only by position
      after-another raises an exception in the fourth call with verify=False; second raises an exception in the fifth call
      checksum-ignored ignores checksum given by name
    endpoint@* sends *
      latest-for-all all requests to the endpoint of the latest context; first-for-all all requests to the endpoint of the first context
      second-ignored requests of the second context to the endpoint of the first; one-context-alone requests of one context to the endpoint of a different context
      submission submissions to the endpoint of the first context; status requests for a job to the endpoint of the first context
    not-implemented raises NotImplementedError
    verify-true-refuses-untrusted@* *
      never-verifies never verifies the server certificate; sends-then-verifies sends requests before it verifies the server certificate
    verify-default@* *
      false does not verify the server certificate by default; of-the-one-before uses verify of the previous context by default
    verify-true-each-call@* *
      first-only verifies the server certificate only in the first call; submit-unverified does not verify the server certificate in submit
      of-the-latest uses verify of the latest context
    verify-false-accepts-untrusted@after-another rejects {} in one of several contexts
    always-verifies rejects {}
    own-credential@* *
      latest-for-all presents the credential of the latest context in all requests; second-ignored presents the first context's credential for the second
      submission submits jobs with the credential of the latest context; status reads a job with the credential of the latest context
    tls@plain-submission submits jobs without TLS
    certificate-and-key@* *
      not-presented presents no certificate if the key is in a separate file; key-in-certificate ignores ukey, and looks for the key in ucert
      after-another presents no certificate in one of several contexts
    proxy-as-ucert@* *
      needs-ukey rejects the proxy certificate; environment-instead presents no certificate; after-another presents no certificate in one of several contexts
    proxy-in-both@* *
      refused rejects the proxy certificate; without-its-issuer presents the proxy certificate without its issuer; after-another presents no certificate in one of several contexts
    ignored ignores {}
    first-only in later contexts, ignores {}
    parameters-over-environment@* prefers the environment to its parameters*
      environment-first ; certificate-first  if it names certificate and key; after-another  in one of several contexts
    sends-no-token@bearer sends a bearer token
    presents-credential@* presents no credential*
      none ; second  in the second call
    client-library/*/presents-credential@late presents no credential from the * call on
      whoami 58th; submit fourth; get_job_status second
    sends-get-whoami@* *
      post sends POST /whoami; made-up sends GET /jobs, and returns a fabricated identity object; made-up-unasked sends no request, and returns a fabricated identity object
      second-unasked sends no request in the second call, and returns a fabricated identity object
    returns-identity@* *
      member-lost returns the identity object without vos; member-changed returns user_dn in lower case; text returns a string
      other-path-member-lost sends the request to a different path, and returns the identity object without vos; pairs returns a tuple of pairs
      arrays-as-objects returns objects instead of arrays; lost-within returns level without its members; exits raises SystemExit
      failure-swallowed returns None if a connection fails
      ends-the-process; of-another-context returns the identity object of the first call in every later call
      third returns the identity object without vos in every third call; late returns the identity object without vos from the ninth call on
    source@* *
      query-lost removes the query from the source; twice submits the source twice
    destination@* submits the *
      lower-case destination in lower case; source-instead source as the destination; of-the-first destination of the first transfer for every transfer
    checksum@* *
      name-only submits the algorithm of the checksum without its value; lost omits the checksum
      of-the-first submits the checksum of the first transfer for every transfer
    takes-a-list@* *
      tuple-only rejects a list; each-twice adds each transfer twice; gathered adds the transfers of earlier calls to the job
      emptied-late builds a job without transfers from the sixth call on
    holds-each-transfer@* *
      first-only builds a job of only the first transfer; last-again builds a job with the last transfer three times; one-at-most rejects several transfers
      second raises an exception in the eighth call; late omits the second of two transfers from the sixth call on
    sends-post-jobs@* *
      put sends PUT /jobs; second-unsent sends no request in the second call; latest-of-the-list sends GET /jobs, and returns the last job in the response
    submits-once@* submits each job twice*
      twice ; late  from the fourth call on
    content-type@* sends *
      missing no Content-Type; late no Content-Type from the fourth call on; form Content-Type application/x-www-form-urlencoded
      json-patch Content-Type application/json-patch+json
    body@* sends *
      no-params; params-list params as a list; other-name-for-files files under a different name; sources-text sources as a string
      null-among-files; null-among-sources; checksum-object checksum as an object
      overwrite-text params.overwrite as a string; python-text a Python literal instead of JSON; late no params from the fourth call on
    returns-job-id@* *
      whole-answer returns the whole response; another returns the identifier of a different job; late returns the identifier of a different job from the fourth call on
    own-job@* *
      latest-built submits the job that was built last; second-ignored submits the first job instead of the second
      late submits the job that was built last, from the sixth call on; remembers-the-first returns the first requested job in every call
      every-second returns each job with the job_id of the first requested job
    requests-the-job@* *
      searches-the-list sends GET /jobs, and searches the response for the job; page-by-page sends GET /jobs for pages 0 to 3, and searches the responses for the job; post sends POST /jobs/{job_id}
      made-up sends no request, and returns a fabricated job object; last-submitted sends a GET with the identifier of the job that was submitted last
      second-unasked sends no request in the second call, and returns a fabricated job object
    returns-job@* returns *
      member-lost the job object without job_state; list a list; zero-for-null 0 instead of null; late the job object without job_state from the second call on
${FAULTS_OF_DATA_HUB}`);
