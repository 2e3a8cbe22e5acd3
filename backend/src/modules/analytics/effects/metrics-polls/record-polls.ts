import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { MetricsSnapshot, MetricsTerms } from '#modules/integrations/ports/metrics-of-posts.ts';
import type { MetricsEvent, PollTrigger } from '../../domain/metrics/metrics-events.ts';
import { capture, end, metricsId, metricsStream, resume } from '../../domain/metrics/publication-metrics.ts';
import {
  MeasuredPublications,
  type NextPoll,
  type PlannedPoll,
} from '../../stores/metrics-polls/measured-publications.ts';
import { GONE_AFTER, nextPollAt, type PollPlan } from './next-poll.ts';

/** When and why the poll was made. `step`: the planned step that was due; null: the poll was not planned. */
type PollInfo = Readonly<{ capturedAt: string; step: number | null; via: PollTrigger }>;

/** The response of the platform about one publication. */
export type PolledPost = Readonly<{ post: PlannedPoll; snapshot: MetricsSnapshot | 'gone'; info: PollInfo }>;
type RecordSettings = Readonly<{ terms: Pick<MetricsTerms, 'keepDays'>; plan: PollPlan; isSeen: boolean }>;

/** Appends an event for each poll that reports something new, and plans the next poll. */
@Injectable()
export class RecordPolls {
  constructor(
    private readonly writer: StreamWriter,
    private readonly publications: MeasuredPublications,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Records all polls at the same time, so that the log gets one read and one append for all.
   * @throws the first error, after the other polls are recorded and planned; a poll that failed stays due
   */
  async record(polled: readonly PolledPost[], settings: RecordSettings): Promise<void> {
    const recorded = await Promise.allSettled(polled.map((one) => this.#record(one, settings)));
    await this.publications.plan(recorded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    for (const one of recorded) if (one.status === 'rejected') throw one.reason;
  }

  async #record({ post, snapshot, info }: PolledPost, settings: RecordSettings): Promise<NextPoll> {
    if (snapshot === 'gone') return this.#noteGone(post, settings.plan);
    const { capturedAt } = info;
    const dueAt = nextPollAt(post, settings.plan, await this.clock.now());
    await this.writer.decide(metricsStream, metricsId(post), (state): MetricsEvent[] => {
      const resumed = resume(state, post, capturedAt);
      const afterResume = resumed.reduce(metricsStream.evolve, state);
      const captured = capture(afterResume, {
        ...post,
        ...info,
        values: snapshot.values,
        missing: snapshot.missing,
        keepDays: settings.terms.keepDays,
      });
      const isOver = dueAt === null && settings.isSeen;
      // A publication that has ended, and whose poll reports nothing new, does not resume.
      if (captured.length === 0 && (isOver || resumed.length === 0) && state.ended !== 'gone')
        return isOver ? end(state, post, 'complete', capturedAt) : [];
      const after = captured.reduce(metricsStream.evolve, afterResume);
      return [...resumed, ...captured, ...(isOver ? end(after, post, 'complete', capturedAt) : [])];
    });
    return { post, dueAt, checkedAt: capturedAt, tries: 0, goneAt: null };
  }

  /**
   * A platform may report a post as gone by mistake. So the post counts as gone only when a later poll confirms it, after `GONE_AFTER`.
   * Later steps still poll the post, because a hidden post may return.
   */
  async #noteGone(post: PlannedPoll, plan: PollPlan): Promise<NextPoll> {
    const now = await this.clock.now();
    const goneAt = post.goneAt ?? now.toISOString();
    const isSure = Date.parse(goneAt) + GONE_AFTER <= now.getTime();
    if (isSure)
      await this.writer.decide(metricsStream, metricsId(post), (state) =>
        end(state, post, 'gone', now.toISOString()),
      );
    const again = new Date(Date.parse(goneAt) + GONE_AFTER).toISOString();
    const checkedAt = now.toISOString();
    // Even in the sandbox, which has more polls, a post that is gone is polled only at its steps.
    const dueAt = isSure ? nextPollAt(post, { ...plan, isSimulated: false }, now) : again;
    return { post, dueAt, checkedAt, tries: 0, goneAt };
  }
}
