/**
 * A response can show that prepared references are no longer usable. `from`: the references in the call. `to`: their replacements. One append
 * stores them with the outcome, so that the next process knows both.
 */
type RefsUpdate<Refs> = Readonly<{ from: Refs; to: Refs }>;

/** A response that may contain new references. */
export type UpdatesRefs<Refs> = Readonly<{ refsUpdate?: RefsUpdate<Refs> }>;

/** New references, and the attempt whose response contained them. They count only while that attempt is open. */
export type AttemptRefsUpdate<Refs> = RefsUpdate<Refs> & Readonly<{ attemptId: string }>;

/** Adds the attempt's id to the new references, ready to be stored. */
export const withAttempt = <Refs>(
  { refsUpdate }: UpdatesRefs<Refs>,
  attemptId: string,
): Readonly<{ refsUpdate?: AttemptRefsUpdate<Refs> }> =>
  refsUpdate ? { refsUpdate: { ...refsUpdate, attemptId } } : {};
