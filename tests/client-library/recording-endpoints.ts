/** The recording services that the embedded reference offers to the suite of the client library. */
import { referenceOf } from '../../reference/index.ts';
import type { EndpointSource } from '../../suites/client-library/endpoint.ts';

export const recordingEndpoints = referenceOf('client-library').endpoints as EndpointSource;
