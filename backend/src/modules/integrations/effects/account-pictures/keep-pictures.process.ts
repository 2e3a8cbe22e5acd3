import { Injectable } from '@nestjs/common';
import type { Process } from '#infrastructure/readers/process.ts';
import { accountStream, type AccountEvent } from '../../domain/account/account.ts';
import { AccountPictures } from './account-pictures.ts';

/** Keeps the file of each account's picture, and releases those that it no longer shows. */
@Injectable()
export class KeepPictures {
  constructor(private readonly pictures: AccountPictures) {}

  /** Runs after every change, so the files are right however the fetch ended. */
  readonly process: Process<AccountEvent> = {
    name: 'integrations.keep-pictures',
    categories: [accountStream.category],
    types: ['AccountPictureStored', 'AccountReconnected', 'AccountDisconnected'],
    from: 'start',
    handle: ({ data }) => this.pictures.settle(data),
  };
}
