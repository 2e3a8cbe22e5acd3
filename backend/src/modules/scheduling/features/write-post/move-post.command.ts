import { WrittenBytes } from '#infrastructure/http/edge/written-bytes.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Timezones } from '#modules/identity/ports/timezones.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { edit, postStream, shownBody, timingOf, type Post } from '../../domain/post/post.ts';
import { movedTime, type Distance } from '../../read-models/posts/chosen-time.ts';
import { PostProgress } from '../../read-models/posts/post-progress.ts';
import { TimeCheck } from './time-check.ts';

/**
 * Moves a scheduled post to another time. Returns its new time, a UTC instant.
 * @throws PostNotFound, AlreadyPublishing, AlreadyPublished, PostWasChanged, ScheduledTimeIsPast, ScheduledTimeIsTooLate
 */
export class MovePost extends Command<string> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly by: Distance,
    /**
     * The instant from which the post moves: the time that the client shows. Null: the current time of the
     * post.
     */
    readonly from: string | null,
  ) {
    super();
  }
}

@CommandHandler(MovePost)
export class MovePostHandler implements ICommandHandler<MovePost> {
  constructor(
    private readonly progress: PostProgress,
    private readonly writer: StreamWriter,
    private readonly timezones: Timezones,
    private readonly times: TimeCheck,
    private readonly writtenBytes: WrittenBytes,
  ) {}

  async execute({ userId, postId, by, from }: MovePost): Promise<string> {
    const { post, settled, seen } = await this.progress.load(postId);
    const zone = await this.timezones.zoneOf(userId);
    const moment = await this.times.moment();
    const move = (current: Post) => {
      const isOutdated = from !== null && Date.parse(from) !== Date.parse(current.scheduledFor);
      const timing = current.status === 'new' ? timingOf(current) : timingAfter(current, isOutdated);
      const { targets } = current;
      const change = { actorId: userId, body: shownBody(current), targets, timing, settled, isOutdated };
      return edit(current, change, moment);
    };
    const timingAfter = (current: Post, isOutdated: boolean) =>
      movedTime(isOutdated && from !== null ? startAt(current, from) : timingOf(current), by, zone);
    const events = move(post);
    if (events.length > 0) await this.writtenBytes.take(userId, events);
    const { state } = await this.writer.decide(postStream, postId, move, { seen });
    return state.scheduledFor;
  }
}

/**
 * The timing of the post at the time that the client shows. If the post has already moved from this time by
 * the distance, nothing changes.
 */
const startAt = ({ timezone }: Post, from: string) => ({
  scheduledFor: new Date(from).toISOString(),
  timezone,
  localTime: null,
});
