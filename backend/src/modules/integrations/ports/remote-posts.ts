import type { Platform } from '@posthorn/contracts/shared/platform';
import type { ActionNeeds, ActionOutcome, PostAction } from '#connectors/contract/actions.ts';
import type { DeleteOutcome } from '#connectors/contract/outcome.ts';
import type { RemotePost } from '#connectors/contract/publication.ts';

export type { ActionNeeds, ActionOutcome, PostAction } from '#connectors/contract/actions.ts';
export type { DeleteOutcome } from '#connectors/contract/outcome.ts';
export type { RemotePost } from '#connectors/contract/publication.ts';

/** One account of one post, as the steps on a platform need it. */
export type AccountOfPost = Readonly<{
  postId: number;
  accountId: number;
  ownerId: string;
  platform: Platform;
}>;

/** `not-offered`: by the platform. `not-granted`: by the owner of the account. */
export type DeletionRight = 'yes' | 'not-offered' | 'not-granted';

/** What is done with posts that are on their platform. */
export abstract class RemotePosts {
  /** Whether published posts of an account can be deleted on its platform. */
  abstract deletionRight(platform: Platform, accountId: number): Promise<DeletionRight>;

  /** Takes a published post off its platform. Safe to repeat. */
  abstract delete(target: AccountOfPost, post: RemotePost, signal: AbortSignal): Promise<DeleteOutcome>;

  /** Does something with a published post, which stays published whatever comes of it. Safe to repeat. */
  abstract actOn<Action extends PostAction>(
    action: Action,
    target: AccountOfPost,
    needs: ActionNeeds[Action],
    signal: AbortSignal,
  ): Promise<ActionOutcome>;
}
