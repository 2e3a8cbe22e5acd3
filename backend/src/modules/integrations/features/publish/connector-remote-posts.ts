import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Connectors } from '../../connectors/connectors.ts';
import { refused } from '../../connectors/outcomes.ts';
import {
  RemotePosts,
  type AccountOfPost,
  type CoverOutcome,
  type CoverPicture,
  type DeleteOutcome,
  type DeletionRight,
  type RemotePost,
} from '../../ports/remote-posts.ts';
import { DeletionRights } from '../deletion-rights.ts';
import { UsableAccounts } from './usable-accounts.ts';

@Injectable()
export class ConnectorRemotePosts extends RemotePosts {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
    private readonly rights: DeletionRights,
  ) {
    super();
  }

  deletionRight(platform: Platform, accountId: number): Promise<DeletionRight> {
    return this.rights.of(platform, accountId);
  }

  async delete(target: AccountOfPost, post: RemotePost, signal: AbortSignal): Promise<DeleteOutcome> {
    const connector = this.connectors.of(target.platform);
    return this.accounts.withAccount<DeleteOutcome>(
      target,
      (access) =>
        connector.deletePost
          ? connector.deletePost(access, post, signal)
          : Promise.resolve(refused('cannot-delete', null, false)),
      { words: post },
    );
  }

  async setCover(target: AccountOfPost, cover: CoverPicture, signal: AbortSignal): Promise<CoverOutcome> {
    const connector = this.connectors.of(target.platform);
    return this.accounts.withAccount<CoverOutcome>(
      target,
      (access) =>
        connector.setCover
          ? connector.setCover(access, cover, signal)
          : Promise.resolve(refused('not-allowed', null, false)),
      { words: cover.remoteId },
    );
  }
}
