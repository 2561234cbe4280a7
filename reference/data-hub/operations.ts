/** The operations behind a token, by the service that offers them. */
const GUARDED = {
  zone: [
    'create-named-token',
    'list-handle-services',
    'get-handle-service',
    'list-spaces',
    'get-space',
    'get-share',
    'create-handle',
    'list-handles',
    'get-handle',
  ],
  provider: [
    'cdmi-list',
    'cdmi-read',
    'cdmi-write',
    'lookup-file-id',
    'list-children',
    'read-content',
    'upload-file',
    'list-files',
    'create-share',
    'subscribe-changes',
  ],
} as const;

/** All operations. */
export const GUARDED_OPERATIONS = [...GUARDED.zone, ...GUARDED.provider] as const;
