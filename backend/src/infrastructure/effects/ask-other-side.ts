import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Logger } from '@nestjs/common';
import { askAgainAt, recordLookUp, type LookUpAnswer } from './attempt/look-up.ts';
import { withAttempt, type UpdatesRefs } from './attempt/refs-update.ts';
import type { Advanced, EffectKind, LoadedEffect } from './effect-kind.ts';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';
import { withDeadline } from './with-deadline.ts';

/** Look-ups normally end much sooner. This limit frees the row when a look-up hangs. */
const LONGEST_LOOK_UP_MS = 120_000;

const CANNOT_TELL = { kind: 'cannot-tell' } as const;

type AnswerKind = LookUpAnswer<unknown>['kind'];

/**
 * Asks the remote system about the last attempt, and records the answer. Does not repeat the call.
 * @returns the effect after the answer. `answer` is `cannot-tell` if there was no attempt or the kind has no look-up.
 * @throws errors of the event log and the database
 */
export async function askOtherSide<Row, Task, Result, Ready>(
  kind: EffectKind<Row, Task, Result, Ready>,
  row: Row,
  loaded: LoadedEffect<Task>,
  logger: Logger,
): Promise<Advanced<Task> & Readonly<{ answer: AnswerKind }>> {
  const { attempt } = loaded.effect;
  if (!attempt) return { ...loaded, until: null, answer: 'cannot-tell' };
  const { now: lookUpStartedAt } = await kind.context(row, loaded.task);
  const ask = () =>
    kind.lookUp?.(row, loaded) ??
    Promise.resolve<LookUpAnswer<Result> & UpdatesRefs<JsonObject>>(CANNOT_TELL);
  const answer: LookUpAnswer<Result> & UpdatesRefs<JsonObject> = await answerInTime(kind.name, ask, logger);
  kind.observe?.(row, { kind: 'looked-up', answer: answer.kind });
  const { attemptId } = attempt;
  const context = await kind.context(row, loaded.task);
  const after = await kind.decide(
    row,
    loaded.task,
    (current) => recordLookUp(current, attemptId, answer, context, lookUpStartedAt),
    withAttempt(answer, attemptId),
  );
  const until = askAgainAt(after.effect, answer, await kind.context(row, after.task));
  return { ...after, until, answer: answer.kind };
}

/**
 * Returns the remote system's answer. Returns `failed` if the question fails or gets no answer within two minutes.
 * @throws errors of the product's own event log and database: the question was not sent
 */
export async function answerInTime<Answer extends Readonly<{ kind: string }>>(
  name: string,
  ask: () => Promise<Answer>,
  logger: Logger,
): Promise<Answer | Readonly<{ kind: 'failed'; words: null }>> {
  const failed = { kind: 'failed', words: null } as const;
  try {
    return await withDeadline<Answer | typeof failed>(LONGEST_LOOK_UP_MS, ask, () => failed);
  } catch (error) {
    if (isTransient(error)) throw error;
    logger.error(
      `${name}: a look-up failed with an unexpected error; it counts as failed and is repeated later`,
      error,
    );
    return failed;
  }
}
