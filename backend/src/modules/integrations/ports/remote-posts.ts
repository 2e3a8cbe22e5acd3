import type { Platform } from '@posthorn/contracts/shared/platform';
import type { CoverOutcome, DeleteOutcome } from '../connectors/contract/outcome.ts';
import type { CoverPicture, RemotePost } from '../connectors/contract/publication.ts';

export type { CoverOutcome, DeleteOutcome } from '../connectors/contract/outcome.ts';
export type { CoverPicture, RemotePost } from '../connectors/contract/publication.ts';

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

  /** Sets the picture that stands for a published video. Safe to repeat. */
  abstract setCover(target: AccountOfPost, cover: CoverPicture, signal: AbortSignal): Promise<CoverOutcome>;
}
