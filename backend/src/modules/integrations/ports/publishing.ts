import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '#connectors/contract/outcome.ts';
import type { OutgoingPublication, PublishRefs } from '#connectors/contract/publication.ts';

export type { CallOutcome, LookUpOutcome, PrepareOutcome } from '#connectors/contract/outcome.ts';
export type { MediaItem, OutgoingPublication, PublishRefs } from '#connectors/contract/publication.ts';

/** `unsent`: no request of it left this machine, so that nothing of the platform's budget was used. */
export type Unsent = Readonly<{ unsent?: true }>;

/** The steps of putting a post on a platform. */
export abstract class Publishing {
  /**
   * Everything before the final call: tokens, conversion, uploads, containers. Safe to repeat.
   * @param refs of an earlier, unfinished preparation: they are continued
   * @param save stores references before the step that uses them
   * @param signal aborted when the time for preparing is over; what is saved after that is refused
   */
  abstract prepare(
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: (refs: PublishRefs) => Promise<void>,
    signal: AbortSignal,
  ): Promise<PrepareOutcome>;

  /**
   * The one irreversible call, made once.
   * @throws CallNotMade when what it needs could not be read; after any other error the call may have been made
   */
  abstract call(
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome & Unsent>;

  /**
   * Asks the platform what became of an attempt that began at `armedAt` (ISO).
   * @param besides remote ids: asks whether there is a copy of the post other than those
   */
  abstract lookUp(
    publication: OutgoingPublication,
    refs: PublishRefs,
    armedAt: string,
    besides?: readonly string[],
  ): Promise<LookUpOutcome>;
}
