/** Faults in words. */
import { tableOf, wordsOf } from './ids.ts';

/** Names of faults that a stranger would not understand, each with the words for it. */
const WORDS = tableOf(`
    let-in accepts the request
    applied rejects the request, but carries it out
    refused-but-done rejects the request, but carries it out
    refused-with-the-data rejects the request, but returns the data
    blank only white space
    text a string
    none without it
    other a different one
    html an HTML page
    json a JSON document
    xml an XML document
    late only after several correct calls
    second only in the second call
    second-ignored the second call has no effect
    second-raises the second call raises an exception
    after-another only after another context
    first-only correct only in the first call
    dead an identifier that matches no object
    ignored ignores the parameter
    inverted returns only what the filter excludes
    outside href outside the message
    dangling href without a matching id
    cyclic href references form a circle
    nil xsi:nil
    foreign a namespace of a different standard
    foreign-type a type of a different namespace
    foreign-struct elements of a different namespace
    unbound-type xsi:type with an undeclared prefix
    element-content child elements in place of text
    grouped digits in groups
    spaced a space between digits
    other-digits digits that are not ASCII
    case a different letter case
    slash one slash more at the end
    envelope the namespace of the envelope
    unqualified an attribute without a namespace
    no-parts a response without parts
    first-part only on the first response part
    several several at once
    late-header the SOAP header comes after the body
    short-overflow the number is reduced to 16 bits
    control control characters rejected
    high bytes above 127 rejected
    both & rejected in both texts at once
    reference the text &amp; rejected
    in-a-string JSON in a JSON string
    not-a-number NaN
    cut-off ends too early
    truncated ends too early
    cut ends too early
    external the identifier in the external system
    constant the same identifier for every ticket
    count the number of tickets
    next the following number
    first the first one
    third wrong the third time
    last the latest one
    negated the negative number
    next-of-made-up the following number, for unknown tickets
    zero-of-made-up 0, for unknown tickets
    second-ticket wrong for the second ticket
    lacks-it without the configured one
    lacks-rest without the files uploaded through REST
    lacks-cdmi without the files written through CDMI
    lacks-cdmi-among-identifiers without the identifiers of files written through CDMI
    lacks-all-made without any of the files that the run wrote
    lacks-all-in-a-whole-range the complete range lacks the files that the run wrote
    lacks-upper-case without names that contain capital letters
    lacks-earlier without the earlier ones
    file-as-container lists a file as a container
    invisible not found when read
    spoilt-later empty when read later
    spoilt-by-identifier different content when read by identifier
    gone-later not found when read later
    lost-later lost when read later
    lost-within level is an empty object
    breaks-down returns 500
    made-up returns invented data
    made-up-unasked returns invented data without a request
    second-unasked the second call sends no request
    second-unsent the second job is not sent
    failure-swallowed returns normally although the service rejects the request
    silent sends no event
    never-speaks sends no event at all
    blank-lines-alone sends only empty lines
    json-heartbeats-alone sends only JSON heartbeats
    complete-answer a complete response instead of a stream
    ends-when-quiet ends if no event comes
    ends-with-a-change ends at the first change
    tail-kept keeps the end of longer old content
    cut-to-old-size cuts new content to the old size
    rest-stale the old content when read through REST
    cdmi-stale the old content when read through CDMI
    astral-lost characters outside the Basic Multilingual Plane are lost
    cut-at-1a cut at byte 1A
    as-null stored as the word null
    as-newline stored as a line break
    nowhere an address where no handle is
    earlier an earlier one
    share that of the share
    first-again the first one again
    slash-alone only a slash
    child the identifier of a file in the directory
    parent the identifier of the directory
    zone-only accepted only by the zone
    provider-only accepted only by the provider
    unprocessable 422
    newest-once-two the newest one, once there are two
    other-of-named a different one, from a list of objects
    other-folder lists a different directory
    says-so-and-does-not returns CANCELED, but does not cancel the job
    nothing-happens does not cancel the job
    nothing-happens-202 returns 202 and does not cancel the job
    nothing-happens-204 returns 204 and does not cancel the job
    nothing-happens-from-the-second-on does not cancel the second and later jobs
    nothing-happens-to-jobs-with-several-files does not cancel jobs with several files
    comes-back the cancelled job is active again later
    job-goes-on the cancelled job is active later
    job-cancelled-late rejects the request, but cancels the job later
    job-marked rejects the request, but marks the job as cancelled
    job-removed rejects the request, but removes the job
    job-failed rejects the request, and the job fails
    cancelled-job-goes-on a cancelled job is active again later
    moves-while-under-way changes with each response while the job is unfinished
    cancels-another cancels a different job
    one-with-a-checksum-too also cancels a job with a checksum
    one-with-several-files-too also cancels a job with several files
    all-others-too also cancels all other jobs
    never-a-time is always null
    before-its-submission is earlier than the submission
    two-in-turn alternates between two identifiers
    same-each-time the same identifier each time
    one-of-another one job of a different organisation
    of-a-stranger the name of a different person
    a-stranger the name of a different person
    the-proxy the name of the proxy certificate
    one-part-less the name without its first part
    common-name-alone only the common name
    common-names-alone only the common names
    host-within-the-host a host name that contains the submitted one
    of-the-one-before the setting of the previous context
    of-the-latest the setting of the latest context
    false off by default
    bearer sends the token from the environment
    refused rejects it
    needs-ukey requires ukey
    pairs a list of pairs
    two-only accepts only two arguments
    tuple-only accepts only a tuple
    gathered contains the transfers of earlier jobs
    emptied-late empty in later jobs
    whole-answer the complete response
    another the identifier of a different job
    latest-built sends the job that was created last
    every-second the identifier of the first job in every second call
    put sends PUT
    post sends POST
    list returns the list of jobs
    python-text sends Python syntax instead of JSON
    raises raises an exception
    exits ends the interpreter
    cancellation cancels the job
    twice each character is encoded twice
    lost the value is lost`);

/** Names that say how a value is wrong, and their words. */
const WRONG: readonly (readonly [form: RegExp, words: string])[] = [
  [/^\d{3}$/, 'returns $&'],
  [/^(?:status-|response-with-)(\d{3})$/, 'status $1'],
  [/^type-/, 'xsi:type is '],
  [/^null$/, 'is null'],
  [/^(?:string|number|boolean)$/, 'is a $&'],
  [/^(?:array|object)$/, 'is an $&'],
  [/^(.+)-(element|value)$/, 'one $2: $1'],
  [/-in-(Subject|Correspondence)$/, ' rejected in $1'],
  [/(?:is-)?let-in$/, 'accepted'],
  [/refused/, 'rejected'],
  [/an-octet/, 'a-byte'],
  [/octet/, 'byte'],
  [/^nothing$/, 'returns None'],
  [/reading/, 'response'],
];

/** Returns what a fault does, from the name after the `@` in its id: `accepts the request`. */
export const faultInWords = (name: string): string =>
  WORDS.get(name) ?? wordsOf(WRONG.reduce((words, [form, said]) => words.replace(form, said), name));
