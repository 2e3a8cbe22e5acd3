import type { NoAutoReply, OnlyDraft } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import type { Comment } from '../../domain/comment/comment.ts';
import { inboxSettingsStream, type InboxSettingsState } from '../../domain/settings/inbox-settings.ts';
import type { AutoReplyFacts } from '../../domain/auto-reply/why-no-auto-reply.ts';
import { COMMENTS_VIEW } from '../comments/comment-list.projection.ts';
import { POSTS_VIEW } from '../publications/publications.projection.ts';

/** The current settings that decide about automatic replies of one user. */
export type Switches = Pick<AutoReplyFacts, 'isInstallationOn' | 'mode' | 'isPremium' | 'hasPlanEnded'> &
  Pick<InboxSettingsState, 'requireApproval' | 'blocked'>;

/** Reads all settings that can stop automatic replies. */
@Injectable()
export class AutoReplySwitches {
  constructor(
    private readonly pool: Pool,
    private readonly reader: EventReader,
    private readonly plans: PlanOf,
    private readonly configuration: Configuration,
  ) {}

  async switchesOf(ownerId: string): Promise<Switches> {
    const { state } = await this.reader.load(inboxSettingsStream, ownerId);
    const { autoReply, untilPlanEnded, requireApproval, blocked } = state;
    // Uses the plan itself, because `followPlan` may not yet have handled an event about the plan.
    const mode = untilPlanEnded ?? autoReply;
    const { aiReplies: isPremium } = await this.plans.entitlementsOf(ownerId);
    const hasPlanEnded = untilPlanEnded !== undefined && !isPremium;
    return {
      isInstallationOn: this.configuration.autoReply,
      mode,
      isPremium,
      hasPlanEnded,
      requireApproval,
      blocked,
    };
  }

  /**
   * Why a requested automatic reply may not be sent automatically any more; null: it may be sent. The caller checks this before each attempt,
   * because the settings may have changed.
   */
  async whyNoMore(
    { ownerId, commentId }: CommentId,
    comment: Comment,
  ): Promise<NoAutoReply | OnlyDraft | null> {
    if (comment.reply?.kind !== 'ai') return null;
    const { isInstallationOn, mode, isPremium, hasPlanEnded, requireApproval, blocked } =
      await this.switchesOf(ownerId);
    if (!isInstallationOn) return 'installation-off';
    if (mode === 'off') return 'switched-off';
    if (hasPlanEnded) return 'plan-ended';
    if (!isPremium) return 'no-premium';
    if (!(await this.#isAskedFor(commentId))) return 'not-asked-for';
    if (comment.hidden !== null) return 'comment-hidden';
    if (blocked.some(({ authorMac }) => authorMac === comment.seen?.authorMac)) return 'author-blocked';
    if (mode === 'draft') return 'mode-draft';
    return requireApproval ? 'approval' : null;
  }

  async #isAskedFor(commentId: number): Promise<boolean> {
    const { rows } = await this.pool.query<{ asked: boolean }>({
      name: 'auto-reply-asked-for',
      text: `select p.ai_replies as asked from ${COMMENTS_VIEW} c join ${POSTS_VIEW} p using (post_id)
        where c.comment_id = $1`,
      values: [commentId],
    });
    return rows[0]?.asked === true;
  }
}
