/** Joins the client library's suite with the services that record what a library sends. */
import type { EndpointSource } from '../../suites/client-library/endpoint.ts';

/** Recording services on loopback, made of the embedded transfer reference when they are needed. */
export const recordingEndpoints: EndpointSource = {
  secrets: async () => (await import('../../reference/client-library/recording-endpoint.ts')).endpointSecrets(),
  open: async () => (await import('../../reference/client-library/recording-endpoint.ts')).openRecordingEndpoint(),
};
