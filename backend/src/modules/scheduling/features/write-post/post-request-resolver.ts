import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { Entitlements } from '@posthorn/contracts/billing/entitlements';
import { optionalWordsAfter } from '@posthorn/contracts/scheduling/optional-words';
import type { PrecheckRequest, TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import { Injectable } from '@nestjs/common';
import { startEarly } from '#infrastructure/effects/start-early.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { DefaultHashtags } from '#modules/identity/ports/default-hashtags.ts';
import { AccountIsUnknown, AiNeedsPremium } from '../../domain/post/post-errors.ts';
import type { PostBody, TargetContent } from '../../domain/post/post.ts';
import { checkSelections, lastPerAccount, tidyTargetContent } from '../../domain/post/target-content.ts';
import { OwnMedia } from '../../stores/post-media/own-media.ts';

export type ResolvedPostRequest = Readonly<{
  entitled: Entitlements;
  accounts: readonly AccountView[];
  body: PostBody;
}>;

/**
 * Resolves a request to schedule a post: loads its accounts and files, and checks that they belong to the
 * user.
 */
@Injectable()
export class PostRequestResolver {
  constructor(
    private readonly accounts: ConnectedAccounts,
    private readonly plans: PlanOf,
    private readonly defaultHashtags: DefaultHashtags,
    private readonly media: OwnMedia,
  ) {}

  /** @throws AiNeedsPremium, AccountIsUnknown, MediaIsUnknown, TargetMediaIsUnknown, TargetMediaIsTwice */
  async resolve(ownerId: string, request: PrecheckRequest): Promise<ResolvedPostRequest> {
    const media = startEarly(this.media.refs(ownerId, request.mediaFiles ?? []));
    const [entitled, own, hashtags] = await Promise.all([
      this.plans.entitlementsOf(ownerId),
      this.accounts.accountsOf(ownerId),
      request.hashtags ?? this.defaultHashtags.hashtagsOf(ownerId),
    ]);
    if (request.aiRepliesEnabled && !entitled.aiReplies) throw new AiNeedsPremium();
    const { selectedAccountIds = [], targets = [] } = request;
    const accounts = accountsWith(own, [...selectedAccountIds, ...targets.map(({ accountId }) => accountId)]);
    const body: PostBody = {
      content: request.content,
      ...optionalWordsAfter({ ...request, hashtags }),
      media: await media,
      aiRepliesEnabled: request.aiRepliesEnabled ?? false,
      perTarget: tidyTargetContent(lastPerAccount(targets).map(targetContent)),
    };
    checkSelections(body);
    return { entitled, accounts, body };
  }
}

/** The accounts with these ids, each once. @throws AccountIsUnknown */
function accountsWith(own: readonly AccountView[], ids: readonly number[]): AccountView[] {
  return [...new Set(ids)].map((id) => {
    const account = own.find((candidate) => candidate.id === id);
    if (!account) throw new AccountIsUnknown();
    return account;
  });
}

export const targetContent = ({ accountId, content, options, mediaUrls }: TargetRequest): TargetContent => ({
  accountId,
  content: content ? content : null,
  options: options ?? {},
  ...(mediaUrls && { mediaUrls }),
});
