import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiTokenNotFound } from '../domain/identity.errors.ts';
import { TokenRevocations } from './token-revocations.ts';

/** From the answer on the token opens nothing. Runs inside a CauseContext. @throws ApiTokenNotFound for anybody else's */
export class RevokeApiToken extends Command<void> {
  constructor(
    readonly ownerId: string,
    readonly tokenId: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeApiToken)
export class RevokeApiTokenHandler implements ICommandHandler<RevokeApiToken> {
  constructor(private readonly revocations: TokenRevocations) {}

  async execute({ ownerId, tokenId }: RevokeApiToken): Promise<void> {
    if (!(await this.revocations.revoke(ownerId, tokenId))) throw new ApiTokenNotFound();
  }
}
