/**
 * An answer may show that what was prepared is of no use any more, or not all of it. `from`: the references that the other
 * side was asked with; `to`: those that take their place. Stored in one append with the outcome, so that whichever process
 * goes on knows both.
 */
type RefsUpdate<Refs> = Readonly<{ from: Refs; to: Refs }>;

/** An answer that may carry one. */
export type UpdatesRefs<Refs> = Readonly<{ refsUpdate?: RefsUpdate<Refs> }>;

/** The same, with the attempt that was answered: it counts only while that one is open. */
export type AttemptRefsUpdate<Refs> = RefsUpdate<Refs> & Readonly<{ attemptId: string }>;

/** What is to be stored with the answer to this attempt. */
export const withAttempt = <Refs>(
  { refsUpdate }: UpdatesRefs<Refs>,
  attemptId: string,
): Readonly<{ refsUpdate?: AttemptRefsUpdate<Refs> }> =>
  refsUpdate ? { refsUpdate: { ...refsUpdate, attemptId } } : {};
