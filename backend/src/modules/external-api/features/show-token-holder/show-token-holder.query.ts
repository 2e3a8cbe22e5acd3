import type { MeView } from '@posthorn/contracts/external/me.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { HeldTokens } from '#modules/identity/ports/held-tokens.ts';
import { PostTotals } from '#modules/scheduling/ports/post-totals.ts';

/** Returns the token's owner, its scopes, and what remains of the limits. */
export class ShowTokenHolder extends Query<MeView> {
  constructor(readonly holder: Pick<TokenHolder, 'tokenId' | 'userId'>) {
    super();
  }
}

@QueryHandler(ShowTokenHolder)
export class ShowTokenHolderHandler implements IQueryHandler<ShowTokenHolder> {
  constructor(
    private readonly tokens: HeldTokens,
    private readonly plans: PlanOf,
    private readonly posts: PostTotals,
  ) {}

  /** @throws ApiTokenNotFound when the token was revoked a moment ago */
  async execute({ holder }: ShowTokenHolder): Promise<MeView> {
    const { userId } = holder;
    const [{ username, token }, { plan, ...entitlements }, { scheduled: used }] = await Promise.all([
      this.tokens.tokenOf(holder),
      this.plans.shown(userId),
      this.posts.counts(userId),
    ]);
    return {
      id: userId,
      username,
      plan,
      entitlements,
      token,
      limits: { scheduledPosts: { used, max: entitlements.scheduledPosts } },
    };
  }
}
