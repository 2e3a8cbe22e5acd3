import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';

/**
 * An unsuccessful response. `isFromPlatform` is false if the platform did not write the response, such as an error page of a proxy.
 * `platformMessage`: the platform's error message for people.
 */
export class PlatformError extends Error {
  /** `detail`: text between the status and the platform's message in the message of this error. */
  constructor(
    readonly status: number,
    readonly platformMessage: string | null,
    readonly headers: ServerReply['headers'],
    readonly isFromPlatform: boolean,
    detail: string | null = null,
  ) {
    super([String(status), ...(detail === null ? [] : [detail]), platformMessage ?? ''].join(' '));
    this.name = new.target.name;
  }
}

/** A retry may soon succeed. Only for steps that are safe to repeat. */
export const isTransient = (error: unknown): boolean =>
  error instanceof OutgoingError
    ? error.failure !== 'blocked'
    : error instanceof PlatformError && error.status >= 500;
