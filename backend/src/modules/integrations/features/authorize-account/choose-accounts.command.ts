import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountIntake } from '../connect-account/account-intake.ts';
import { ChoicesAreGone } from '../../domain/integrations.errors.ts';
import { WaitingChoices } from './waiting-choices.ts';

/** Connects the chosen accounts of the list that waits. `ids` are those of the list. */
export class ChooseAccounts extends Command<readonly AccountView[]> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly ids: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(ChooseAccounts)
export class ChooseAccountsHandler implements ICommandHandler<ChooseAccounts> {
  constructor(
    private readonly waiting: WaitingChoices,
    private readonly intake: AccountIntake,
  ) {}

  /** What was connected before a refusal stays connected, and the list waits on. @throws ChoicesAreGone, AccountLimitReached */
  async execute({ userId, sessionId, ids }: ChooseAccounts): Promise<readonly AccountView[]> {
    const list = await this.waiting.read({ userId, sessionId });
    if (!list) throw new ChoicesAreGone();
    const chosen = [...new Set(ids)].map((id) => list.accounts.find((account) => account.id === id));
    const known = chosen.filter((account) => account !== undefined);
    if (known.length < chosen.length) throw new ChoicesAreGone();
    const accounts: AccountView[] = [];
    for (const remote of known) accounts.push((await this.intake.takeOrRenew(userId, remote)).account);
    await this.waiting.forget(userId, list);
    return accounts;
  }
}
