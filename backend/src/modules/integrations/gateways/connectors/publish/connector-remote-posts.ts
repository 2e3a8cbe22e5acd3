import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Connectors } from '#connectors/connectors.ts';
import { refused } from '#connectors/kit/outcomes.ts';
import {
  RemotePosts,
  type AccountOfPost,
  type ActionNeeds,
  type ActionOutcome,
  type DeleteOutcome,
  type DeletionRight,
  type PostAction,
  type RemotePost,
} from '../../../ports/remote-posts.ts';
import { DeletionRights } from '../../../stores/credentials/deletion-rights.ts';
import { AccountSession } from './account-session.ts';

@Injectable()
export class ConnectorRemotePosts extends RemotePosts {
  constructor(
    private readonly accounts: AccountSession,
    private readonly connectors: Connectors,
    private readonly rights: DeletionRights,
  ) {
    super();
  }

  deletionRight(platform: Platform, accountId: number): Promise<DeletionRight> {
    return this.rights.rightOf(platform, accountId);
  }

  async delete(target: AccountOfPost, post: RemotePost, signal: AbortSignal): Promise<DeleteOutcome> {
    const connector = this.connectors.connectorOf(target.platform);
    return this.accounts.withAccount<DeleteOutcome>(
      target,
      (access) =>
        connector.deletePost
          ? connector.deletePost(access, post, signal)
          : Promise.resolve(refused('cannot-delete', null, false)),
      { words: post },
    );
  }

  async actOn<Action extends PostAction>(
    action: Action,
    target: AccountOfPost,
    needs: ActionNeeds[Action],
    signal: AbortSignal,
  ): Promise<ActionOutcome> {
    const act = this.connectors.connectorOf(target.platform).actions?.[action];
    return this.accounts.withAccount<ActionOutcome>(
      target,
      (access) => act?.(access, needs, signal) ?? Promise.resolve(refused('not-allowed', null, false)),
      { words: needs.remoteId },
    );
  }
}
