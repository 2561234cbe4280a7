/**
 * A client generated from the API descriptions of Onedata: swagger-client makes requests out of the descriptions alone. Prints each
 * operation with the status of its response.
 *
 * node lab-vendor-client.js   with LAB (the folder of the descriptions and of swagger-client), DATA_HUB_* and ACCESS_TOKEN in the environment
 *
 * Exit code 1 if a call ends without a response.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { LAB, ACCESS_TOKEN, ...env } = process.env;
const SwaggerClient = createRequire(join(LAB, 'client', 'index.js'))('swagger-client');
const CALLS = [
  [
    'onezone',
    'create_named_token_for_current_user',
    { data: { name: 'from-the-description', type: { accessToken: {} } } },
  ],
  ['onezone', 'list_user_handle_services', {}],
  ['onezone', 'get_user_handle_service', { hsid: env.DATA_HUB_HANDLE_SERVICE_ID }],
  ['onezone', 'list_effective_user_spaces', {}],
  ['onezone', 'get_space', { id: env.DATA_HUB_SPACE_ID }],
  ['onezone', 'list_user_handles', {}],
  ['oneprovider', 'lookup_file_id', { path: env.DATA_HUB_SPACE_PATH }],
  ['oneprovider', 'list_children', { id: '{fileId}' }],
  ['oneprovider', 'create_file', { id: '{fileId}', name: 'from-the-description', content: 'content' }],
  ['oneprovider', 'download_file_content', { id: '{fileId}' }],
  ['oneprovider', 'create_share', { data: { name: 'from-the-description', fileId: '{fileId}' } }],
];
const BASES = { onezone: new URL(env.DATA_HUB_ZONE_URL), oneprovider: new URL(env.DATA_HUB_PROVIDER_URL) };
/** Identifier of the folder, or of the file in it after it was created. */
let fileId = 'unknown';
let failed = 0;

for (const [service, operationId, given] of CALLS) {
  const spec = JSON.parse(readFileSync(join(LAB, 'onedata', `${service}.json`), 'utf8'));
  const parameters = JSON.parse(JSON.stringify(given).replaceAll('{fileId}', fileId));
  let sent = '';
  const requestInterceptor = (request) => {
    sent = `${request.method} ${request.url.replace(BASES[service].origin, '')}`;
    return request;
  };
  let status;
  try {
    const client = await SwaggerClient({
      spec: { ...spec, host: BASES[service].host, schemes: ['https'] },
      authorizations: { api_key1: ACCESS_TOKEN },
      requestInterceptor,
    });
    const response = await client.execute({ operationId, parameters });
    status = response.status;
    fileId = response.body?.fileId ?? fileId;
  } catch (error) {
    status = error.status;
    if (status === undefined) failed += 1;
    status ??= error.message;
  }
  console.log(`${operationId}: ${sent} -> ${status}`);
}
process.exit(failed === 0 ? 0 : 1);
