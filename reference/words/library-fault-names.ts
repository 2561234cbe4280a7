/** Names of faults of the client library, each with what the fault does. */
import { tableOf } from './ids.ts';

export const LIBRARY_FAULT_NAMES: ReadonlyMap<string, string> = tableOf(`
    not-presented presents no certificate
    checksum-ignored ignores checksum
    member-changed changes a member
    member-lost omits a member
    always-verifies always verifies the certificate
    never-verifies never verifies the certificate
    sends-then-verifies sends the request before it verifies the certificate
    dates-unchecked does not check the dates
    name-unchecked does not check the host name
    status sends GET /jobs/{job_id} to a different endpoint
    submission sends POST /jobs to a different endpoint
    latest-for-all uses the latest endpoint for all contexts
    second not in the second call
    second-raises raises an exception in the second call
    lost-within level is an empty object
    made-up returns invented data
    made-up-unasked returns invented data without a request
    second-unasked returns invented data in the second call
    second-unsent the second job is not sent
    failure-swallowed returns None after a network error
    of-the-one-before has the setting of the previous context
    of-the-latest has the setting of the latest context
    false is off by default
    bearer sends Authorization with an invalid token
    needs-ukey requires ukey
    pairs returns a tuple of pairs
    two-only accepts only two positional arguments
    tuple-only accepts only a tuple
    gathered contains the transfers of earlier jobs
    emptied-late submits no transfers in later jobs
    whole-answer returns the complete response
    another returns the identifier of a different job
    latest-built sends the job that was created last
    every-second returns the identifier of the first job in all later calls
    put sends PUT
    post sends POST
    list returns the job in an array
    python-text sends Python syntax instead of JSON
    raises raises an exception
    exits ends the interpreter
    cancellation cancels the job
    json-patch sends Content-Type application/json-patch+json
    import-raises raises an exception when it is imported
    import-ends-the-process ends the process when it is imported
    verify-by-name-only accepts verify only as a keyword argument
    first-for-all uses the first endpoint for all contexts
    one-context-alone uses the endpoint of the previous context in one context
    plain-submission sends POST /jobs without TLS
    key-in-certificate ignores ukey
    environment-instead presents no certificate
    environment-first prefers the environment
    certificate-first prefers a certificate in the environment
    arrays-as-objects returns arrays as objects
    filesize-of-the-first uses the filesize of the first transfer
    metadata-of-the-first uses the metadata of the first transfer
    metadata-as-activity uses metadata as activity
    checksum-last expects checksum as the last argument
    source-instead submits the source
    name-only submits only the name
    adler32-alone submits only ADLER32
    hundred-at-most submits at most a hundred transfers
    one-at-most raises an exception for several transfers
    last-again submits the last transfer several times
    latest-of-the-list sends GET /jobs, and returns the latest job
    params-list submits params as a list
    sources-text submits sources as a string
    null-among-files submits null among the files
    null-among-sources submits null among the sources
    checksum-object submits the checksum as an object
    overwrite-text submits overwrite as a string
    searches-the-list searches the list of jobs
    page-by-page reads the list of jobs page by page
    last-submitted requests the job that was submitted last
    zero-for-null returns 0 for null
    remembers-the-first always returns the first job
    each-twice submits each transfer twice
    without-its-issuer omits the certificate of the issuer
    other-path-member-lost sends the request to a different path, and omits a member
    filesize-and-metadata-swapped swaps filesize and metadata`);
