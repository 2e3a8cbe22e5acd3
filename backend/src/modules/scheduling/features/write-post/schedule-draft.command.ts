import type { ScheduleDraftRequest } from '@posthorn/contracts/external/drafts.http';
import type { DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { validated } from '#infrastructure/http/edge/request-validation.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DraftNotFound } from '../../domain/draft/draft-errors.ts';
import { DraftRequests } from '../../stores/drafts/draft-requests.ts';
import { DraftRows } from '../../stores/drafts/draft-rows.ts';
import { Replays } from '../../stores/idempotency-keys/replays.ts';
import { draftAfter } from '../../stores/drafts/draft-after.ts';
import { SchedulePostDto } from './posts.dto.ts';
import { SchedulePost, SchedulePostHandler } from './schedule-post.command.ts';

type Scheduled = Readonly<{ post: PostView; isReplay: boolean }>;

/**
 * Schedules the post of a draft with all content of the draft. `revision`: only this revision. Null: the newest. `check`: throws when the
 * caller must not schedule this draft.
 * @throws DraftNotFound, RequestNotValid; the errors of `SchedulePost` and `check`
 */
export class ScheduleDraft extends Command<Scheduled> {
  constructor(
    readonly userId: string,
    readonly id: string,
    readonly request: ScheduleDraftRequest,
    readonly revision: number | null,
    readonly check: (draft: DraftView) => void,
  ) {
    super();
  }
}

@CommandHandler(ScheduleDraft)
export class ScheduleDraftHandler implements ICommandHandler<ScheduleDraft> {
  constructor(
    private readonly rows: DraftRows,
    private readonly requests: DraftRequests,
    private readonly replays: Replays,
    private readonly schedulePost: SchedulePostHandler,
  ) {}

  async execute({ userId, id, request, revision, check }: ScheduleDraft): Promise<Scheduled> {
    const draft = await this.rows.find(userId, id);
    if (!draft) return { post: await this.#postOf(userId, id, request), isReplay: true };
    check(draft);
    const { scheduledFor, ...zone } = request;
    const { plannedFor, ...content } = draftAfter(draft, {
      ...zone,
      ...(scheduledFor !== undefined && { plannedFor: scheduledFor }),
    });
    // A draft may be unfinished, so it must pass the checks of a new post.
    const post = await validated(SchedulePostDto, {
      ...content,
      scheduledFor: plannedFor,
      draftId: id,
      // The draft may change after it was read.
      draftRevision: revision ?? draft.revision,
    });
    return this.schedulePost.execute(new SchedulePost(userId, post, null, request));
  }

  /** The post that an earlier request scheduled from the draft. @throws DraftNotFound */
  async #postOf(userId: string, id: string, request: ScheduleDraftRequest): Promise<PostView> {
    const postId = await this.rows.postOf(userId, id);
    const readRequest = () => this.requests.postFor(userId, id, request);
    const post = postId === null ? null : await this.replays.replayOf(postId, readRequest);
    if (!post) throw new DraftNotFound();
    return post;
  }
}
