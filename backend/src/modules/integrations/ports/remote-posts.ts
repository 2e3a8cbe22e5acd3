import type { Platform } from '@posthorn/contracts/shared/platform';
import type { ActionNeeds, ActionOutcome, PostAction } from '#connectors/contract/actions.ts';
import type { DeleteOutcome } from '#connectors/contract/outcome.ts';
import type { RemotePost } from '#connectors/contract/publication.ts';

export type { ActionNeeds, ActionOutcome, PostAction } from '#connectors/contract/actions.ts';
export type { DeleteOutcome } from '#connectors/contract/outcome.ts';
export type { RemotePost } from '#connectors/contract/publication.ts';

/** One account of one post: what the steps on a platform need. */
export type AccountOfPost = Readonly<{
  postId: number;
  accountId: number;
  ownerId: string;
  platform: Platform;
}>;

/**
 * `not-offered`: the platform does not allow deletion. `not-granted`: the account's owner did not give the
 * permission.
 */
export type DeletionRight = 'yes' | 'not-offered' | 'not-granted';

/** Deletes published posts, and does other actions with them. */
export abstract class RemotePosts {
  /** Whether published posts of an account can be deleted on its platform. */
  abstract deletionRight(platform: Platform, accountId: number): Promise<DeletionRight>;

  /** Deletes a published post on its platform. The call is safe to repeat. */
  abstract delete(target: AccountOfPost, post: RemotePost, signal: AbortSignal): Promise<DeleteOutcome>;

  /**
   * Does an action with a published post. The post stays published, even if the action fails. The call is
   * safe to repeat.
   */
  abstract actOn<Action extends PostAction>(
    action: Action,
    target: AccountOfPost,
    needs: ActionNeeds[Action],
    signal: AbortSignal,
  ): Promise<ActionOutcome>;
}
