import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';

/**
 * An answer that is not a success. `spoken` is false when the platform did not write it, such as an error page of a proxy.
 * `platformMessage`: the platform's error message for people.
 */
export class PlatformError extends Error {
  /** `detail`: a part of the error message between the status and the words. */
  constructor(
    readonly status: number,
    readonly platformMessage: string | null,
    readonly headers: ServerReply['headers'],
    readonly spoken: boolean,
    detail: string | null = null,
  ) {
    super([String(status), ...(detail === null ? [] : [detail]), platformMessage ?? ''].join(' '));
    this.name = new.target.name;
  }
}

/** A repetition may succeed soon; only for steps that are safe to repeat. */
export const isTransient = (error: unknown): boolean =>
  error instanceof OutgoingError
    ? error.failure !== 'blocked'
    : error instanceof PlatformError && error.status >= 500;
