import { storable } from './storable-text.ts';

/**
 * `blocked`: our own guard refused the URL or the IP address. `unreachable`: no DNS entry, no connection or no TLS. `redirected`: a 3xx, which is never followed.
 * `unreadable`: an unusable response (incomplete, compressed, too large).
 */
export type OutgoingFailure = 'blocked' | 'unreachable' | 'timeout' | 'reset' | 'redirected' | 'unreadable';

/**
 * There was no usable response. `sent` matters for a call that must not be repeated. False means that no byte of the request left this machine, so
 * the other server has done nothing.
 */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly failure: OutgoingFailure;
  readonly sent: boolean;
  readonly host: string;

  constructor(failure: OutgoingFailure, sent: boolean, host: string, detail: string, options?: ErrorOptions) {
    // The detail may contain text of the server, for example from its certificate.
    super(storable(`${host}: ${detail}`), options);
    this.failure = failure;
    this.sent = sent;
    this.host = host;
  }
}
