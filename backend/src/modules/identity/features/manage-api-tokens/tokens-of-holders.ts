import { Injectable } from '@nestjs/common';
import { ApiTokenNotFound } from '../../domain/identity.errors.ts';
import { Profiles } from '../../read-models/users/profiles.ts';
import { HeldTokens, type HeldToken } from '../../ports/held-tokens.ts';
import { OwnTokens } from './own-tokens.ts';

@Injectable()
export class TokensOfHolders extends HeldTokens {
  constructor(
    private readonly profiles: Profiles,
    private readonly tokens: OwnTokens,
  ) {
    super();
  }

  override async tokenOf({
    tokenId,
    userId,
  }: Readonly<{ tokenId: string; userId: string }>): Promise<HeldToken> {
    const [{ username }, tokens] = await Promise.all([
      this.profiles.profileOf(userId),
      this.tokens.list(userId),
    ]);
    const token = tokens.find(({ id }) => id === tokenId);
    if (!token) throw new ApiTokenNotFound();
    const { name, scopes, expiresAt } = token;
    return { username, token: { id: tokenId, name, scopes, expiresAt } };
  }
}
