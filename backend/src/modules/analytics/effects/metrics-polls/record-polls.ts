import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { MetricsSnapshot, MetricsTerms } from '#modules/integrations/ports/metrics-of-posts.ts';
import type { MetricsEvent, PollTrigger } from '../../domain/metrics/metrics-events.ts';
import { capture, end, metricsId, metricsStream, resume } from '../../domain/metrics/publication-metrics.ts';
import {
  MeasuredPublications,
  type NextLook,
  type PlannedPoll,
} from '../../stores/metrics-polls/measured-publications.ts';
import { GONE_AFTER, nextPollAt, type PollPlan } from './next-poll.ts';

/** In which look. `step`: what was due by plan, null: nothing. */
type PollInfo = Readonly<{ capturedAt: string; step: number | null; via: PollTrigger }>;

/** What one look came to. */
export type Looked = Readonly<{ post: PlannedPoll; look: MetricsSnapshot | 'gone'; seenIn: PollInfo }>;
type Looking = Readonly<{ terms: Pick<MetricsTerms, 'keepDays'>; plan: PollPlan; isSeen: boolean }>;

/** Looks become facts where they say something new, and the next one is planned. */
@Injectable()
export class RecordPolls {
  constructor(
    private readonly writer: StreamWriter,
    private readonly publications: MeasuredPublications,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * All at the same time, so that the log is asked once and takes what is new together.
   * @throws the first error, after everything else is recorded and planned; what failed stays due
   */
  async record(looked: readonly Looked[], looking: Looking): Promise<void> {
    const recorded = await Promise.allSettled(looked.map((one) => this.#record(one, looking)));
    await this.publications.plan(recorded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    for (const one of recorded) if (one.status === 'rejected') throw one.reason;
  }

  async #record({ post, look, seenIn }: Looked, looking: Looking): Promise<NextLook> {
    if (look === 'gone') return this.#noteGone(post, looking.plan);
    const { capturedAt } = seenIn;
    const dueAt = nextPollAt(post, looking.plan, await this.clock.now());
    await this.writer.decide(metricsStream, metricsId(post), (state): MetricsEvent[] => {
      const resumed = resume(state, post, capturedAt);
      const now = resumed.reduce(metricsStream.evolve, state);
      const captured = capture(now, {
        ...post,
        ...seenIn,
        values: look.values,
        missing: look.missing,
        keepDays: looking.terms.keepDays,
      });
      const isOver = dueAt === null && looking.isSeen;
      // What was over and says nothing new stays so.
      if (captured.length === 0 && (isOver || resumed.length === 0) && state.ended !== 'gone')
        return isOver ? end(state, post, 'complete', capturedAt) : [];
      const after = captured.reduce(metricsStream.evolve, now);
      return [...resumed, ...captured, ...(isOver ? end(after, post, 'complete', capturedAt) : [])];
    });
    return { post, dueAt, checkedAt: capturedAt, tries: 0, goneAt: null };
  }

  /**
   * It may be a moment of the platform's: it is gone once it is still gone minutes later. What was hidden for a while comes back: it is
   * asked for again at each step.
   */
  async #noteGone(post: PlannedPoll, plan: PollPlan): Promise<NextLook> {
    const now = await this.clock.now();
    const goneAt = post.goneAt ?? now.toISOString();
    const isSure = Date.parse(goneAt) + GONE_AFTER <= now.getTime();
    if (isSure)
      await this.writer.decide(metricsStream, metricsId(post), (state) =>
        end(state, post, 'gone', now.toISOString()),
      );
    const again = new Date(Date.parse(goneAt) + GONE_AFTER).toISOString();
    const checkedAt = now.toISOString();
    const dueAt = isSure ? nextPollAt(post, { ...plan, isSimulated: false }, now) : again;
    return { post, dueAt, checkedAt, tries: 0, goneAt };
  }
}
