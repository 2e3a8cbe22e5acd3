import type { AccountChoices } from '@posthorn/contracts/integrations/choices.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import { AccountIntake } from '../connect-account/account-intake.ts';
import { WaitingChoices } from './waiting-choices.ts';

/** What waits for a choice of this user in this session. */
export class ListChoices extends Query<AccountChoices> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
  ) {
    super();
  }
}

@QueryHandler(ListChoices)
export class ListChoicesHandler implements IQueryHandler<ListChoices> {
  constructor(
    private readonly waiting: WaitingChoices,
    private readonly connectors: Connectors,
    private readonly intake: AccountIntake,
  ) {}

  async execute(owner: ListChoices): Promise<AccountChoices> {
    const list = await this.waiting.read(owner);
    if (!list) return { platform: null, expiresAt: null, choices: [] };
    const choices = await Promise.all(
      list.accounts.map(async (account) => {
        const { id, platform, accountName, displayName } = account;
        const connected = await this.intake.isConnected(owner.userId, account);
        return { id, platform, accountName, displayName, connected };
      }),
    );
    const platform = this.connectors.connection(list.app)?.platforms[0] ?? null;
    return { platform, expiresAt: list.expiresAt, choices };
  }
}
