import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ApiTokenNames, type ApiTokenName } from '../public.ts';
import { ApiTokens } from './api-tokens.ts';
import { TokenNames } from './token-names.ts';

@QueryHandler(ApiTokenNames)
export class ApiTokenNamesHandler implements IQueryHandler<ApiTokenNames> {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly names: TokenNames,
  ) {}

  async execute({ ids }: ApiTokenNames): Promise<readonly ApiTokenName[]> {
    const [names, kept] = await Promise.all([this.names.of(ids), this.tokens.keptOf(ids)]);
    return [...names].map(([id, name]) => ({ id, name, isRevoked: !kept.has(id) }));
  }
}
