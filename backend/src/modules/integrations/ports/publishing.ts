import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '#connectors/contract/outcome.ts';
import type { OutgoingPublication, PublishRefs } from '#connectors/contract/publication.ts';

export type { CallOutcome, LookUpOutcome, PrepareOutcome } from '#connectors/contract/outcome.ts';
export type { MediaItem, OutgoingPublication, PublishRefs } from '#connectors/contract/publication.ts';

/** `unsent`: the call sent no request, so it used nothing of the platform's budget. */
export type Unsent = Readonly<{ unsent?: true }>;

/** The steps that publish a post on a platform. */
export abstract class Publishing {
  /**
   * Does everything before the final call: tokens, conversion, uploads, containers. The call is safe to
   * repeat.
   * @param refs the references of an earlier, unfinished preparation, which continues
   * @param save stores references before the step that uses them
   * @param signal aborts when the time for preparing is over; after that, `save` refuses references
   */
  abstract prepare(
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: (refs: PublishRefs) => Promise<void>,
    signal: AbortSignal,
  ): Promise<PrepareOutcome>;

  /**
   * Makes the irreversible call once.
   * @throws CallNotMade when the account could not be loaded; after any other error, the call may have been
   * made
   */
  abstract call(
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome & Unsent>;

  /**
   * Asks the platform about the outcome of an attempt that started at `attemptStartedAt` (ISO time).
   * @param besides remote ids of known copies: looks for another copy of the post
   */
  abstract lookUp(
    publication: OutgoingPublication,
    refs: PublishRefs,
    attemptStartedAt: string,
    besides?: readonly string[],
  ): Promise<LookUpOutcome>;
}
