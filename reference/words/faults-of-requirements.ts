/** Words for faults whose names mean different things for different requirements. */
import { tableOf } from './ids.ts';

/** Words for the `@` in a sentence, by the end of the requirement. By default, it is the member that the id names. */
export const SUBJECTS: ReadonlyMap<string, string> = tableOf(`
    media-type Content-Type
    content-type Content-Type
    namespace the namespace
    encoding-style encodingStyle
    no-other-encoding encodingStyle
    own-ticket identifier
    same-ticket identifier
    presents-credential the client certificate
    is-offered the function
    no-store Cache-Control
    location Location
    token-type token_type
    returns-job-id job_id
    http-status http_status
    identifies-file identifier
    location-leads-to-handle Location
    speaks-of-space space
    speaks-of-share share
    speaks-of-handle handle
    speaks-of-handle-service handle service`);

/** Texts, bytes and names that an operation must accept, and that a fault rejects. */
export const REJECTED: ReadonlyMap<string, string> = tableOf(`
    non-ascii non-ASCII characters
    beyond-bmp characters beyond U+FFFF
    beyond-latin-1 characters outside Latin-1
    ampersand &
    less-than <
    greater-than >
    quote quotation marks
    apostrophe apostrophes
    line-break line breaks
    several non-ASCII and markup characters together in Subject
    combining-marks combining marks
    right-to-left right-to-left text
    trailing-blanks trailing spaces
    tab tabs in Correspondence
    carriage-return carriage returns in Correspondence
    reference the text &amp;
    both & in Subject and Correspondence at once
    zero the byte 0
    high bytes above 127
    not-utf-8 bytes that are not UTF-8
    control control characters
    last data with all 256 byte values
    byte-order-mark data that begins with a byte order mark
    byte-order-mark-and-name data that begins with a byte order mark if AttachmentName has non-ASCII characters
    space spaces`);

/** Faults by the end of the id. */
export const FAULTS_OF_REQUIREMENTS: ReadonlyMap<string, string> = tableOf(`
    holds-each-transfer@first-only puts only the first transfer into a job
    speaks-after-cdmi-write@first-only sends no event after the second change
    speaks-after-upload@first-only sends no event after the third change
    get_job_status/returns-job@late only in the first call
    get_job_status/presents-credential@late only in the first call
    new_transfer/takes-keywords@second not in the fifth call
    new_job/holds-each-transfer@second not in the eighth call
    method/with-certificate@other has a different value
    method/with-token@other has a different value
    voms_cred/with-token@scope-string-is-empty oauth2_scope is empty
    foreign-certificate@forged-proxy-is-let-in accepts a proxy certificate that was not signed with the user's key
    accepts-interface-caveat@refused rejects a request with this caveat
    list-children/holds-created@lower-cased lists file names in lower case
    list-files/holds-created@lower-cased lists file names in lower case
    returns-json-object@text returns plain text
    returns-json-array@text returns plain text
    accepts-vo-name@text returns plain text
    media-type@* sends Content-Type *
      json application/json; html text/html; soap-1.2 application/soap+xml
    no-other-encoding@soap-1.2 has the encodingStyle of SOAP 1.2
    no-other-encoding@several lists several URIs, none of SOAP encoding
    same-ticket@after-another returns another ticket's identifier when a ticket is modified again
    same-ticket@after-attachment returns the identifier in the external system after an attachment
    same-ticket@cut-off omits the last digit of the identifier
    same-ticket@third returns a wrong identifier in every third response
    same-ticket@second-ticket returns a wrong identifier for the second ticket
    own-ticket@third returns the identifier of a different ticket for the third ticket
    dn/with-certificate@user-twice contains the user's name twice, and not the proxy certificate's
    voms_cred/with-token@scope-that-is-not-granted contains a scope that is not granted
    vo-name-filters@ignored ignores vo_name
    priority@a-text-in-the-second-reading is a string in the second response
    submit_time@a-word-in-the-listing-by-organisation is a word in the listing by organisation
    base_id@no-uuid-in-later-answers is not a UUID in later responses
    returns-json-object@a-page-in-later-answers returns an HTML page in later responses
    termination_time@a-number-in-later-answers is a number in later responses
    returns-job-id@a-number-in-the-third is a number in the third response
    accepts-overwrite@* rejects *
      true-is-refused true; false-is-refused false; refused-with-a-token params.overwrite with a token
    accepts-several-files@* rejects *
      a-third-file-is-refused a third file; tokens-in-the-third-file-are-refused tokens in the third file
      refused-with-a-checksum-and-overwrite several files together with a checksum and overwrite
    returns-own-id@the-last-one-again returns the identifier of the previous job again
    returns-own-id@the-same-for-later-ones returns the same identifier for later submissions
    reads-submitted-job@another-* returns a different identifier*
      id ; id-at-the-fourth-reading  in the fourth response; id-in-the-end  when the job is read again
    reads-submitted-job@last-digit-changed changes the last digit of the identifier
    reads-submitted-job@one-is-never-found returns 404 for one of the jobs
    names-source@another-host-* returns a different host *
      at-each-fifth-reading in every fifth response; in-the-end when the job is read again
    names-destination@another-host-* returns a different host *
      once-cancelled after the cancellation; in-the-end when the job is read again
    names-destination@a-port-too-great returns a port above 65535
    names-submitter@a-stranger-at-each-fourth-reading contains the name of a different person in every fourth response
    names-submitter@common-name-alone contains only the common name of the caller
    lists-submitted-jobs@* omits *
      one-is-missing one of the submitted jobs; those-with-several-files-are-missing jobs with several files
      those-with-a-checksum-are-missing jobs with a checksum
    agrees@one-element-is-of-another-organisation vo_name of one job differs in one listing
    agrees@overwrite-flag-differs-by-organisation overwrite_flag differs in the listing by vo_name
    takes-positional@order-swapped swaps the order of the parameters
    takes-positional@verify-false-refused rejects verify=False
    takes-keywords@other-names accepts the parameters only under other names
    takes-keywords@by-position-only accepts the parameters only by position
    verify-false-accepts-untrusted@by-position-only accepts verify only by position
    verify-true-each-call@submit-unverified does not verify the certificate in submit
    endpoint@second-ignored uses the endpoint of the first context in the second
    own-credential@second-ignored presents the credential of the first context in the second
    own-credential@latest-for-all presents the credential of the latest context in all contexts
    own-credential@submission presents the credential of the latest context in POST /jobs
    own-credential@status presents the credential of the latest context in GET /jobs/{job_id}
    own-job@second-ignored sends the job of the first call in the second
    proxy-from-environment@ignored ignores X509_USER_PROXY
    certificate-from-environment@ignored ignores X509_USER_CERT
    proxy-in-both@refused rejects the proxy file in ucert and ukey
    sends-get-whoami@other-path sends the request to a different path
    sends-post-jobs@other-path sends the request to a different path
    body@other-name-for-files submits files under a different name
    whoami/returns-identity@of-another-context returns the identity of a different context
    new_transfer/source@query-lost drops the query of the source
    new_transfer/source@twice submits the source twice
    new_transfer/destination@lower-case changes the destination to lower case
    new_transfer/destination@parameters-lost drops the parameters of the URL
    new_transfer/destination@cut-at-255 cuts the destination at 255 characters
    new_transfer/destination@of-the-first uses the destination of the first transfer
    new_transfer/checksum@of-the-first uses the checksum of the first transfer
    new_transfer/checksum@lost omits the checksum
    submits-once@twice submits the job twice in one call
    token-grant/access-token-syntax@* returns a token with *
      non-ascii a non-ASCII character; line-break a line break
    accepts-scope@refused rejects the scope
    accepts-scope@entitlement-refused rejects the scope eduperson_entitlement
    usable-token@refused returns a token that the services reject
    usable-token@one-letter-changed changes a letter of the token
    of-directory@* creates a share of *
      other a different directory; parent the directory above
    overwrite@ignored keeps the old content
    holds-handle-service@lacks-it omits the configured handle service
    holds-space@lacks-it omits the configured space
    list-handles/holds-created@lacks-it omits the handles that the run registered
    list-handles/holds-created@lacks-earlier omits the handles that the run registered first
    list-files/holds-created@fourth-missing omits the fourth file
    location-leads-to-handle@earlier returns the Location of an earlier handle
    location-leads-to-handle@share returns the Location of the share
    location-leads-to-handle@first-again returns the Location of the first handle again`);
