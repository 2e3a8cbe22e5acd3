import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';

/** Any call may end with one of these. */
export const REFUSALS_OF_ALL: readonly ErrorCode[] = [
  ...(['request.not-valid', 'request.malformed', 'request.refused', 'request.address-not-valid'] as const),
  ...(['external.token-not-valid', 'external.scope-missing', 'external.browser'] as const),
  ...(['request.too-large', 'request.wrong-host', 'request.too-many', 'server.bug'] as const),
  ...(['server.log-unavailable', 'server.log-sealed', 'server.database-unavailable'] as const),
  'server.storage-full',
];
/** What needs no token may end with these. */
export const REFUSALS_OF_OPEN: readonly ErrorCode[] = [
  'external.browser',
  'request.wrong-host',
  'request.too-many',
  'server.bug',
];
