import type { DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import { eachOptionalWord } from '@posthorn/contracts/scheduling/optional-words';
import type { TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DraftContent } from '../../domain/draft/draft-content.ts';
import type { MediaRef } from '../../domain/post/post.ts';
import { DraftRequests } from '../../stores/drafts/draft-requests.ts';
import { Drafts } from '../../stores/drafts/drafts.ts';
import { OwnMedia } from '../../stores/post-media/own-media.ts';

/**
 * `device`: the browser or token of the change. `revision`: the revision that the request changes; null: the
 * draft is new.
 */
export type DraftSource = Readonly<{ device: string; revision: number | null }>;

/** @throws DomainError of `draft-errors.ts`, MediaIsUnknown */
export class SaveDraft extends Command<Readonly<{ draft: DraftView; isNew: boolean }>> {
  constructor(
    readonly userId: string,
    readonly id: string,
    readonly request: SaveDraftRequest,
    readonly source: DraftSource,
  ) {
    super();
  }
}

@CommandHandler(SaveDraft)
export class SaveDraftHandler implements ICommandHandler<SaveDraft> {
  constructor(
    private readonly media: OwnMedia,
    private readonly plans: PlanOf,
    private readonly requests: DraftRequests,
    private readonly drafts: Drafts,
  ) {}

  async execute({ userId, id, request, source }: SaveDraft) {
    const [media, { drafts: limit }] = await Promise.all([
      this.media.refs(userId, request.mediaFiles ?? []),
      this.plans.entitlementsOf(userId),
      this.requests.settle(userId, id),
    ]);
    return this.drafts.save(userId, id, { ...source, content: contentOf(request, media), limit });
  }
}

function contentOf(request: SaveDraftRequest, media: readonly MediaRef[]): DraftContent {
  const { content = '', plannedFor, targets = [], selectedAccountIds = [] } = request;
  const { timezone = null, localTime = null, aiRepliesEnabled = false } = request;
  const own = [...new Map(targets.map((target) => [target.accountId, target])).values()].map(
    withoutEmptyFields,
  );
  const accountIds = [...new Set([...selectedAccountIds, ...own.map(({ accountId }) => accountId)])];
  return {
    words: {
      content,
      ...eachOptionalWord((name) => request[name] ?? null),
      timezone,
      localTime,
      aiRepliesEnabled,
      selectedAccountIds: [...new Set(selectedAccountIds)],
      accountIds,
      media,
    },
    own,
    plannedFor: plannedFor ? new Date(plannedFor).toISOString() : null,
  };
}

/** Removes empty fields. */
const withoutEmptyFields = ({ accountId, content, options, mediaUrls }: TargetRequest): TargetRequest => ({
  accountId,
  ...(content && { content }),
  ...(options && Object.keys(options).length > 0 && { options: { ...options } }),
  ...(mediaUrls && { mediaUrls }),
});
