import type { ErrorSentences } from './error-sentences.ts';
import { SERVER_TEXT } from './server-text.ts';
import { WRITTEN } from './written.ts';

/** Error messages that belong to no module, by error code. */
export const REQUEST_ERRORS = {
  'request.not-valid': SERVER_TEXT.notValid,
  'request.malformed': SERVER_TEXT.malformedJson,
  'request.refused': SERVER_TEXT.notValid,
  'request.address-not-valid': SERVER_TEXT.addressNotValid,
  'request.parameter-unknown': ({ parameter = '', known = '' }) =>
    SERVER_TEXT.parameterUnknown(String(parameter), String(known)),
  'request.not-signed': SERVER_TEXT.notSigned,
  'request.other-site': SERVER_TEXT.otherSite,
  'request.not-found': SERVER_TEXT.notFound,
  'request.only-posts': 'Tools are called by POST.',
  'request.too-late': SERVER_TEXT.tooLate,
  'request.too-large': SERVER_TEXT.bodyTooLarge,
  'request.wrong-host': SERVER_TEXT.wrongHost,
  'request.too-many': SERVER_TEXT.tooMany,
  'request.too-much-written': WRITTEN.tooMuch,
  'server.bug': SERVER_TEXT.bug,
  'server.no-answer': SERVER_TEXT.bug,
  'server.log-unavailable': SERVER_TEXT.logUnavailable,
  'server.log-busy': SERVER_TEXT.logBusy,
  'server.log-sealed': SERVER_TEXT.logSealed,
  'server.database-unavailable': SERVER_TEXT.databaseUnavailable,
  'server.live-full': SERVER_TEXT.liveFull,
  'server.media-unavailable': SERVER_TEXT.mediaUnavailable,
  'server.storage-full': SERVER_TEXT.storageFull,
} as const satisfies ErrorSentences<'request' | 'server'>;
