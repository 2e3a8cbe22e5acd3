import { randomUUID } from 'node:crypto';
import type { DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import { eachOptionalWord } from '@posthorn/contracts/scheduling/optional-words';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DraftContent } from '../../domain/draft/draft-content.ts';
import { PostNotFound } from '../../domain/post/post-errors.ts';
import type { TargetContent } from '../../domain/post/post.ts';
import { postList } from '../../read-models/posts/post-list.projection.ts';
import type { PostRow } from '../../read-models/posts/post-row.ts';
import { PostRows } from '../../read-models/posts/post-rows.ts';
import { Drafts } from '../../stores/drafts/drafts.ts';

/** Creates a draft with the content of a post. @throws PostNotFound, DraftLimitReached, DraftsAreTooLarge */
export class DuplicatePost extends Command<DraftView> {
  constructor(
    readonly userId: string,
    readonly postId: number,
    readonly device: string,
  ) {
    super();
  }
}

@CommandHandler(DuplicatePost)
export class DuplicatePostHandler implements ICommandHandler<DuplicatePost> {
  constructor(
    private readonly gate: ReadGate,
    private readonly rows: PostRows,
    private readonly accounts: ConnectedAccounts,
    private readonly plans: PlanOf,
    private readonly drafts: Drafts,
  ) {}

  async execute({ userId, postId, device }: DuplicatePost): Promise<DraftView> {
    await this.gate.waitFor([postList.name]);
    const [post, connected, entitlements] = await Promise.all([
      this.rows.oneOf(userId, postId),
      this.accounts.accountsOf(userId),
      this.plans.entitlementsOf(userId),
    ]);
    if (!post) throw new PostNotFound();
    const content = contentOf(post, new Set(connected.map(({ id }) => id)), entitlements.aiReplies);
    const change = { content, device, revision: null, limit: entitlements.drafts };
    return (await this.drafts.save(userId, randomUUID(), change)).draft;
  }
}

/** The content for a draft, without the time of the post. */
function contentOf(post: PostRow, connected: ReadonlySet<number>, hasAi: boolean): DraftContent {
  const accountIds = post.targets.map(({ accountId }) => accountId).filter((id) => connected.has(id));
  return {
    words: {
      content: post.content,
      // An empty text, not null: in a draft, null stands for the hashtags of the user's post defaults.
      ...eachOptionalWord((name) => post[name] ?? ''),
      timezone: null,
      localTime: null,
      aiRepliesEnabled: post.ai_replies && hasAi,
      selectedAccountIds: accountIds,
      accountIds,
      media: post.media,
    },
    own: post.own.filter(({ accountId }) => connected.has(accountId)).map(ownOf),
    plannedFor: null,
  };
}

const ownOf = ({ accountId, content, options, mediaUrls }: TargetContent) => ({
  accountId,
  ...(content !== null && { content }),
  ...(Object.keys(options).length > 0 && { options }),
  ...(mediaUrls && { mediaUrls }),
});
