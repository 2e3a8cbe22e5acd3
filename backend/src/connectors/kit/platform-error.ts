import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';

/**
 * An answer that is not a success. `spoken` is false when nobody of the platform wrote it: a page of a proxy, say. `words` are
 * the platform's own, for people.
 */
export class PlatformError extends Error {
  /** `detail`: what the message of the error says besides, between the status and the words. */
  constructor(
    readonly status: number,
    readonly words: string | null,
    readonly headers: ServerReply['headers'],
    readonly spoken: boolean,
    detail: string | null = null,
  ) {
    super([String(status), ...(detail === null ? [] : [detail]), words ?? ''].join(' '));
    this.name = new.target.name;
  }
}

/** May be better in a moment; for steps that are safe to repeat. */
export const isPassing = (error: unknown): boolean =>
  error instanceof OutgoingError
    ? error.failure !== 'blocked'
    : error instanceof PlatformError && error.status >= 500;
