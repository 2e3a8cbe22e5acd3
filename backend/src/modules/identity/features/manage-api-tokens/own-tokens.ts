import type { ApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import { DEVICE_NAMES, UNKNOWN_TOKEN } from '@posthorn/contracts/shared/device-names';
import { Injectable } from '@nestjs/common';
import { ApiTokenNotFound } from '../../domain/identity.errors.ts';
import { ApiTokens } from '../../read-models/api-tokens/api-tokens.ts';
import { TokenNames } from '../../read-models/api-tokens/token-names.ts';
import { TokenRevocations } from '../../effects/erasures/token-revocations.ts';

/** Lists and revokes the tokens of a user. */
@Injectable()
export class OwnTokens {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly names: TokenNames,
    private readonly revocations: TokenRevocations,
  ) {}

  /** Lists all valid tokens. A token without a known name is listed too, so that its owner can delete it. */
  async list(ownerId: string): Promise<readonly ApiTokenView[]> {
    const rows = await this.tokens.listOf(ownerId);
    const names = await this.names.namesOf(rows.map(({ tokenId }) => tokenId));
    return rows.map(({ tokenId: id, preview, scopes, createdAt, expiresAt, lastUsedAt }) => ({
      id,
      ...nameView(names.get(id)),
      tokenPreview: preview,
      scopes,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }));
  }

  /** Makes the token invalid immediately. Runs inside a CauseContext. @throws ApiTokenNotFound, even for a token of another user */
  async revoke(ownerId: string, tokenId: string): Promise<void> {
    if (!(await this.revocations.revoke(ownerId, tokenId))) throw new ApiTokenNotFound();
  }
}

const nameView = (name: string | undefined): Pick<ApiTokenView, 'name' | 'nameSaid'> =>
  name === undefined ? { name: DEVICE_NAMES['token/unknown'], nameSaid: UNKNOWN_TOKEN } : { name };
