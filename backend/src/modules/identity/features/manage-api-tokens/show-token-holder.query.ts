import type { MeView } from '@posthorn/contracts/external/me.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { Profiles } from '../../read-models/users/profiles.ts';
import { ApiTokenNotFound } from '../../domain/identity.errors.ts';
import { PostTotals } from '../../ports/post-totals.ts';
import { PlanOf } from '../../ports/plan-of.ts';
import { OwnTokens } from './own-tokens.ts';

/** Whose token it is, what it may do, and what is left of that. */
export class ShowTokenHolder extends Query<MeView> {
  constructor(readonly holder: Pick<TokenHolder, 'tokenId' | 'userId'>) {
    super();
  }
}

@QueryHandler(ShowTokenHolder)
export class ShowTokenHolderHandler implements IQueryHandler<ShowTokenHolder> {
  constructor(
    private readonly profiles: Profiles,
    private readonly tokens: OwnTokens,
    private readonly plans: PlanOf,
    private readonly posts: PostTotals,
  ) {}

  /** @throws ApiTokenNotFound when it was revoked a moment ago */
  async execute({ holder: { userId, tokenId } }: ShowTokenHolder): Promise<MeView> {
    const [{ username }, { plan, ...entitlements }, tokens, { scheduled: used }] = await Promise.all([
      this.profiles.of(userId),
      this.plans.shown(userId),
      this.tokens.list(userId),
      this.posts.counts(userId),
    ]);
    const token = tokens.find(({ id }) => id === tokenId);
    if (!token) throw new ApiTokenNotFound();
    const { name, scopes, expiresAt } = token;
    return {
      id: userId,
      username,
      plan,
      entitlements,
      token: { id: tokenId, name, scopes, expiresAt },
      limits: { scheduledPosts: { used, max: entitlements.scheduledPosts } },
    };
  }
}
