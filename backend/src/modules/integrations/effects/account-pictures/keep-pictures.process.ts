import { Injectable } from '@nestjs/common';
import type { Process } from '#infrastructure/readers/process.ts';
import { accountStream, type AccountEvent } from '../../domain/account/account.ts';
import { AccountPictures } from './account-pictures.ts';

/** Keeps the file of each account's current picture, and releases the account's older picture files. */
@Injectable()
export class KeepPictures {
  constructor(private readonly pictures: AccountPictures) {}

  /**
   * Runs after each event that may change which picture is current. So replaced files are released even if a
   * fetch was interrupted.
   */
  readonly process: Process<AccountEvent> = {
    name: 'integrations.keep-pictures',
    categories: [accountStream.category],
    types: ['AccountPictureStored', 'AccountReconnected', 'AccountDisconnected'],
    from: 'start',
    handle: ({ data }) => this.pictures.settle(data),
  };
}
