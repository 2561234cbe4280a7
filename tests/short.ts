/** Settings that keep a run short: small waits, and a small upload where a large one is the default. */
export const SHORT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ticket-bridge': { TICKET_BRIDGE_TICKET_WAIT_MS: '300' },
  transfer: { TRANSFER_CANCEL_WAIT_MS: '300' },
  'data-hub': { DATA_HUB_CHANGES_WAIT_MS: '200', DATA_HUB_OBJECT_WAIT_MS: '200', DATA_HUB_UPLOAD_BYTES: '1048577' },
};
