/** Connects the client library suite with the services that record a library's requests. */
import type { EndpointSource } from '../../suites/client-library/endpoint.ts';

/** Recording services on loopback, created on demand from the embedded transfer reference. */
export const recordingEndpoints: EndpointSource = {
  secrets: async () => (await import('../../reference/client-library/recording-endpoint.ts')).endpointSecrets(),
  open: async () => (await import('../../reference/client-library/recording-endpoint.ts')).openRecordingEndpoint(),
};
