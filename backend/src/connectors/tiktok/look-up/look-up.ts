import type { Clock } from '#infrastructure/clock.ts';
import type { LookUpOutcome, Published } from '../../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs } from '../../contract/publication.ts';
import { textOf } from '../../kit/json.ts';
import { oauthCredentials } from '../../kit/oauth/oauth-credentials.ts';
import { published } from '../../kit/outcomes.ts';
import { firstClaimed } from '../../kit/own-post-search.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { Ask } from '../client.ts';
import { failureOf } from '../errors.ts';
import { ownPosts } from './own-posts.ts';
import { readProgress } from '../publish/progress.ts';
import { photoRefsOf, videoRefsOf } from '../publish/refs.ts';

/**
 * How long a post counts as not yet published while it has no public id. TikTok assigns the id after a check that usually takes seconds. After
 * this time, Posthorn records the publish id, and asks for the public id later.
 */
const ID_WAIT_MS = 60_000;
/** How long look-ups wait until the list shows a post. Within this time, TikTok finishes most checks. After it, a person must look. */
const LIST_WAIT_MS = 20 * 60_000;

/** An attempt with an unknown outcome. `attemptStartedAt`: ISO. */
type Attempt = Readonly<{ publication: OutgoingPublication; refs: PublishRefs; attemptStartedAt: string }>;

/** Finds the outcome of a post by its publish id, or by its text if the publish id was lost. */
export class TikTokLookUp {
  constructor(
    private readonly clock: Clock,
    /** The base URL of public posts, without a slash at the end. */
    private readonly web: string,
  ) {}

  /** @throws TikTokError, OutgoingError, BreakerOpen, and what `ask` throws */
  async outcome(access: AccountAccess, ask: Ask, attempt: Attempt): Promise<LookUpOutcome> {
    const { publication, refs } = attempt;
    const upload = videoRefsOf(refs, publication.contentHash);
    const handle = textOf(refs['handle']) ?? upload?.publishId ?? null;
    if (handle !== null) return this.#byPublishId(ask, attempt, handle);
    // References are stored before the first call. So without references, nothing was sent.
    return photoRefsOf(refs, publication.contentHash) === null
      ? { kind: 'absent' }
      : this.#byText(access, ask, attempt);
  }

  async #byPublishId(ask: Ask, attempt: Attempt, handle: string): Promise<LookUpOutcome> {
    const progress = await readProgress(ask, handle);
    switch (progress.kind) {
      case 'complete':
        return this.#outcomeOfCompleted(attempt, handle, progress.postId);
      case 'failed':
        return failureOf(progress.reason);
      case 'working':
        return { kind: 'pending' };
      case 'uploading': {
        const video = attempt.publication.media.find(({ kind }) => kind === 'video');
        // TikTok publishes a video only after it has received the last byte.
        const isIncomplete = progress.bytes !== null && video !== undefined && progress.bytes < video.bytes;
        return isIncomplete ? { kind: 'absent' } : { kind: 'pending' };
      }
    }
  }

  #outcomeOfCompleted(
    { publication, refs, attemptStartedAt }: Attempt,
    handle: string,
    postId: string | null,
  ): LookUpOutcome {
    const username = textOf(refs['username']);
    if (postId !== null) return this.#publishedAt(postId, username, `/video/${postId}`);
    const isPublic = publication.options['privacy'] === 'PUBLIC_TO_EVERYONE';
    return isPublic && this.#timeSince(attemptStartedAt) < ID_WAIT_MS
      ? { kind: 'pending' }
      : this.#publishedAt(handle, username, '', isPublic);
  }

  #publishedAt(remoteId: string, username: string | null, path: string, awaitsPublicId = false): Published {
    const url = username === null ? null : `${this.web}/@${username}${path}`;
    return published(remoteId, url, { awaitsPublicId });
  }

  /**
   * Looks for a photo post whose publish id was lost. TikTok lists only public posts, and only after a check that may take hours.
   * So a missing post proves nothing, and only the user may send it again.
   */
  async #byText(
    access: AccountAccess,
    ask: Ask,
    { publication, attemptStartedAt }: Attempt,
  ): Promise<LookUpOutcome> {
    const { text, title, options } = publication;
    const { scopes } = oauthCredentials(await access.credentials());
    const mayList = scopes.length === 0 || scopes.includes('video.list');
    const hasText = `${title ?? ''}${text}`.trim() !== '';
    if (!mayList || !hasText || options['privacy'] !== 'PUBLIC_TO_EVERYONE') return { kind: 'cannot-tell' };
    const post = await firstClaimed(
      access,
      await ownPosts(ask, { text, title, attemptStartedAt }),
      ({ id }) => id,
    );
    if (post) return published(post.id, post.url);
    return { kind: this.#timeSince(attemptStartedAt) < LIST_WAIT_MS ? 'pending' : 'cannot-tell' };
  }

  #timeSince(instant: string): number {
    return this.clock.now().getTime() - Date.parse(instant);
  }
}
