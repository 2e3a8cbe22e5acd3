import { API_TOKEN_TEXT, type ApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ApiTokens } from './api-tokens.ts';
import { TokenNames } from './token-names.ts';

export class ListApiTokens extends Query<readonly ApiTokenView[]> {
  constructor(readonly ownerId: string) {
    super();
  }
}

@QueryHandler(ListApiTokens)
export class ListApiTokensHandler implements IQueryHandler<ListApiTokens> {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly names: TokenNames,
  ) {}

  /** What opens something is listed even where its name is not known, so that it can be deleted. */
  async execute({ ownerId }: ListApiTokens): Promise<readonly ApiTokenView[]> {
    const rows = await this.tokens.listOf(ownerId);
    const names = await this.names.of(rows.map(({ tokenId }) => tokenId));
    return rows.map(({ tokenId: id, preview, scopes, createdAt, expiresAt, lastUsedAt }) => ({
      id,
      name: names.get(id) ?? API_TOKEN_TEXT.unnamed,
      tokenPreview: preview,
      scopes,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }));
  }
}
