import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import type { ErasureStep } from '#infrastructure/readers/erasure-steps.ts';
import { RemoteRevocations } from '#infrastructure/personal-data/erasure/remote-revocations.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Connectors } from '#connectors/connectors.ts';
import { accountStream, disconnect } from '../../domain/account/account.ts';
import { Credentials, CredentialsAreMissing } from '../../stores/credentials/credentials.ts';
import { AccountRoster } from '../../read-models/accounts/account-roster.ts';
import { AccountCleanup, revocationIdOf } from './account-cleanup.ts';
import { Revocation, type AbandonedCredentials } from './revocation.ts';

const KIND = 'integrations.account';

/**
 * Disconnects every account of an erased user and revokes the tokens. A pending revocation is repeated while
 * a platform does not respond.
 */
@Injectable()
export class LeavePlatforms {
  constructor(
    private readonly roster: AccountRoster,
    private readonly credentials: Credentials,
    private readonly connectors: Connectors,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly cleanup: AccountCleanup,
    private readonly revocations: RemoteRevocations,
    revocation: Revocation,
  ) {
    revocations.register(KIND, async (abandoned) => {
      await revocation.revoke(abandoned as AbandonedCredentials);
    });
  }

  readonly step: ErasureStep = {
    name: 'integrations.accounts',
    phase: 'leave',
    run: async ({ userId }) => {
      const ids = await this.roster.idsOf(userId);
      for (const accountId of ids) await this.#leave(userId, accountId);
      return { counts: { accounts: ids.length } };
    },
  };

  async #leave(ownerId: string, accountId: number): Promise<void> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status === 'active' || state.status === 'needs-reconnect') {
      const { platform, remoteId } = state.connection;
      const credentials = await this.#credentialsOf(accountId);
      const what = this.connectors.find(platform)?.descriptor.name ?? platform;
      const secret: AbandonedCredentials | null = credentials && { platform, remoteId, credentials };
      // The credentials are stored for the revocation before the vault deletes them. Otherwise a crash in between
      // would lose them.
      if (secret)
        await this.revocations.keep({ id: revocationIdOf(accountId), ownerId, kind: KIND, what, secret });
      await this.writer.decide(accountStream, accountId, (account) => disconnect(account, ownerId));
    }
    await this.cleanup.cleanUp(accountId);
  }

  async #credentialsOf(accountId: number): Promise<JsonObject | null> {
    try {
      return await this.credentials.read(accountId);
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return null;
      throw error;
    }
  }
}
