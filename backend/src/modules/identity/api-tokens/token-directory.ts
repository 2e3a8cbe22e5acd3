import { Injectable } from '@nestjs/common';
import { ApiTokenNames, type ApiTokenName } from '../ports/api-token-names.ts';
import { ApiTokens } from './api-tokens.ts';
import { TokenNames } from './token-names.ts';

@Injectable()
export class TokenDirectory extends ApiTokenNames {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly names: TokenNames,
  ) {
    super();
  }

  override async of(ids: readonly string[]): Promise<readonly ApiTokenName[]> {
    const [names, kept] = await Promise.all([this.names.of(ids), this.tokens.keptOf(ids)]);
    return [...names].map(([id, name]) => ({ id, name, isRevoked: !kept.has(id) }));
  }
}
