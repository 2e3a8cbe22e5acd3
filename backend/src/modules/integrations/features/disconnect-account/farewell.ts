import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { accountStream } from '../../domain/account.ts';
import { Providers } from '../../providers/providers.ts';
import { Credentials, CredentialsAreMissing } from '../../vault/credentials.ts';
import { UploadAddressVault } from '../../vault/upload-addresses.ts';
import { AccountRoster } from '../connect-account/account-roster.ts';

/** What a disconnect leaves to do outside the log. Safe to repeat; does nothing to an account that is connected again. */
@Injectable()
export class Farewell {
  readonly #logger = new Logger('accounts');

  constructor(
    private readonly providers: Providers,
    private readonly roster: AccountRoster,
    private readonly credentials: Credentials,
    private readonly uploads: UploadAddressVault,
    private readonly reader: EventReader,
  ) {}

  async of(accountId: number): Promise<void> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status !== 'disconnected') return;
    const secret = await this.#secretOf(accountId);
    await this.credentials.destroy(accountId);
    await this.uploads.forget(accountId);
    await this.roster.release(accountId);
    if (!secret) return;
    try {
      await this.providers.find(state.connection.platform)?.disconnect(secret);
    } catch (error) {
      // It is disconnected here in any case; a platform that cannot be reached does not keep it.
      this.#logger.warn({ msg: 'session not closed at the platform', accountId, err: error });
    }
  }

  async #secretOf(accountId: number): Promise<JsonObject | null> {
    try {
      return await this.credentials.read(accountId);
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return null;
      throw error;
    }
  }
}
