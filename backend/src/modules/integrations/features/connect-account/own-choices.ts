import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { AccountChoices } from '@posthorn/contracts/integrations/choices.http';
import { Injectable } from '@nestjs/common';
import type { SignedIn } from '#infrastructure/http/session/edge-request.ts';
import { Connectors } from '#connectors/connectors.ts';
import { ChoicesAreGone } from '../../domain/integrations.errors.ts';
import { AccountIntake } from './account-intake.ts';
import { WaitingChoices } from '../../stores/account-choices/waiting-choices.ts';

type Owner = Pick<SignedIn, 'userId' | 'sessionId'>;

/** The accounts of a consent from which the user must choose, in one session. */
@Injectable()
export class OwnChoices {
  constructor(
    private readonly waiting: WaitingChoices,
    private readonly connectors: Connectors,
    private readonly intake: AccountIntake,
  ) {}

  async list(owner: Owner): Promise<AccountChoices> {
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

  /**
   * Connects the chosen accounts. After an error, the accounts connected before it stay connected, and the
   * list is kept.
   * @param ids ids from the list
   * @throws ChoicesAreGone, AccountLimitReached
   */
  async choose(owner: Owner, ids: readonly string[]): Promise<readonly AccountView[]> {
    const list = await this.waiting.read(owner);
    if (!list) throw new ChoicesAreGone();
    const chosen = [...new Set(ids)].map((id) => list.accounts.find((account) => account.id === id));
    const known = chosen.filter((account) => account !== undefined);
    if (known.length < chosen.length) throw new ChoicesAreGone();
    const accounts: AccountView[] = [];
    for (const remote of known) accounts.push((await this.intake.takeOrRenew(owner.userId, remote)).account);
    await this.waiting.forget(owner.userId, list);
    return accounts;
  }
}
