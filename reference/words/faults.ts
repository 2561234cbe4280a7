/** Faults in words. */
import { tableOf } from './ids.ts';

/** Names of faults that a stranger would not understand, each with the words for it. */
const WORDS = tableOf(`
    let-in the request is accepted
    applied rejects the request, but carries it out
    refused-but-done rejects the request, but carries it out
    refused-with-the-data rejects the request, but returns the data
    missing without the member
    blank only white space
    text plain text
    late only after several correct calls
    second only in the second call
    after-another only after another context
    first-only correct only the first time
    dead an identifier that matches no object
    ignored ignores the parameter
    outside href outside the message
    dangling href without a matching id
    cyclic hrefs in a circle
    nil xsi:nil
    foreign-type a type of a different namespace
    element-content child elements in place of text
    in-a-string JSON in a JSON string
    present sent without a token
    external the identifier in the external system
    constant the same identifier for every ticket
    count the number of tickets
    lacks-it without the configured one
    lacks-rest without the files uploaded through REST
    lacks-all-made without any of the files that the run wrote
    lacks-upper-case without names that contain capital letters
    lacks-earlier without the earlier ones
    invisible not found when read
    spoilt-later empty when read later
    gone-later gone when read later
    breaks-down returns 500
    made-up returns invented data
    silent sends no event`);

/** Returns what a fault does, from the name after the `@` in its id: `fault let-in: the request is accepted`. */
export const faultInWords = (name: string): string => [`fault ${name}`, WORDS.get(name) ?? []].flat().join(': ');
