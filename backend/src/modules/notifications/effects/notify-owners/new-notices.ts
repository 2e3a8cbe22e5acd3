import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { AccountProblems, type AccountProblemEvent } from '#modules/integrations/ports/account-problems.ts';
import { CommentsToReport, type CommentReceivedEvent } from '#modules/inbox/ports/comments-to-report.ts';
import { TargetFailures, type TargetFailureEvent } from '#modules/scheduling/ports/target-failures.ts';
import type { NoticeEvent } from './notice-events.ts';
import type { NewNotice } from '../../stores/notices/notices.ts';

/**
 * Builds the notice for an event. Asks the module that owns the event for the details; null when the cause
 * has ended.
 */
@Injectable()
export class NewNotices {
  constructor(
    private readonly accounts: AccountProblems,
    private readonly targets: TargetFailures,
    private readonly comments: CommentsToReport,
  ) {}

  noticeFor(event: LoggedEvent<NoticeEvent>): Promise<NewNotice | null> {
    switch (event.type) {
      case 'PlatformPublishFailed':
      case 'PlatformPublishUnknown':
      case 'PublishLookedUp':
        return this.#ofTarget(event);
      case 'AccountNeedsReconnect':
      case 'AccountExpirySeen':
        return this.#ofAccount(event);
      case 'CommentReceived':
        return this.#ofComment(event);
    }
  }

  async #ofTarget(event: LoggedEvent<TargetFailureEvent>): Promise<NewNotice | null> {
    const { postId, accountId } = event.data;
    const problem = await this.targets.failureOf(event.data);
    if (!problem) return null;
    const subject = `target-${String(postId)}-${String(accountId)}`;
    return { ...about(event), kind: 'postFailed', cause: problem.cause, subject, postId };
  }

  async #ofAccount(event: LoggedEvent<AccountProblemEvent>): Promise<NewNotice | null> {
    const { accountId, ownerId } = event.data;
    const problem = await this.accounts.problemOf(accountId, ownerId);
    return (
      problem && {
        ...about(event),
        kind: 'accountExpiring',
        ...problem,
        subject: `account-${String(accountId)}`,
      }
    );
  }

  async #ofComment(event: LoggedEvent<CommentReceivedEvent>): Promise<NewNotice | null> {
    const post = await this.comments.postOf(event.data);
    if (post === null) return null;
    const { commentId: id } = event.data;
    const comment = { id, post };
    return { ...about(event), kind: 'newComment', cause: 'comments', subject: `comments-${post}`, comment };
  }
}

const about = ({
  data: { accountId, ownerId: userId },
  meta: { at },
  position,
}: LoggedEvent<NoticeEvent>): Omit<NewNotice, 'kind' | 'cause' | 'subject'> => ({
  userId,
  accountId,
  postId: null,
  comment: null,
  endsAt: null,
  at,
  position,
});
