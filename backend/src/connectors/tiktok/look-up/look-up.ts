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

/** A public post gets its id after a check that usually takes seconds. Longer waiting is not worth it. */
const ID_WAIT_MS = 60_000;
/** Most checks are finished by then. */
const LIST_WAIT_MS = 20 * 60_000;

/** An attempt with an unknown outcome. `armedAt`: ISO. */
type Armed = Readonly<{ publication: OutgoingPublication; refs: PublishRefs; armedAt: string }>;

/** Finds the outcome of a post by its publish id, or by its text when that id was lost. */
export class TikTokLookUp {
  constructor(
    private readonly clock: Clock,
    /** The base URL of public posts, without a slash at the end. */
    private readonly web: string,
  ) {}

  /** @throws TikTokError, OutgoingError, BreakerOpen, and what `ask` throws; after an error it stays unknown whether there is a post */
  async outcome(access: AccountAccess, ask: Ask, armed: Armed): Promise<LookUpOutcome> {
    const { publication, refs } = armed;
    const upload = videoRefsOf(refs, publication.contentHash);
    const handle = textOf(refs['handle']) ?? upload?.publishId ?? null;
    if (handle !== null) return this.#known(ask, armed, handle);
    // Without references nothing was sent.
    return photoRefsOf(refs, publication.contentHash) === null
      ? { kind: 'absent' }
      : this.#listed(access, ask, armed);
  }

  async #known(ask: Ask, armed: Armed, handle: string): Promise<LookUpOutcome> {
    const progress = await readProgress(ask, handle);
    switch (progress.kind) {
      case 'complete':
        return this.#completed(armed, handle, progress.postId);
      case 'failed':
        return failureOf(progress.reason);
      case 'working':
        return { kind: 'pending' };
      case 'uploading': {
        const video = armed.publication.media.find(({ kind }) => kind === 'video');
        // TikTok publishes nothing before the last byte arrived.
        const isShort = progress.bytes !== null && video !== undefined && progress.bytes < video.bytes;
        return isShort ? { kind: 'absent' } : { kind: 'pending' };
      }
    }
  }

  #completed({ publication, refs, armedAt }: Armed, handle: string, postId: string | null): LookUpOutcome {
    const username = textOf(refs['username']);
    if (postId !== null) return this.#published(postId, username, `/video/${postId}`);
    const isPublic = publication.options['privacy'] === 'PUBLIC_TO_EVERYONE';
    return isPublic && this.#since(armedAt) < ID_WAIT_MS
      ? { kind: 'pending' }
      : this.#published(handle, username, '');
  }

  #published(remoteId: string, username: string | null, path: string): Published {
    return published(remoteId, username === null ? null : `${this.web}/@${username}${path}`);
  }

  /**
   * Photos whose publish id was lost. TikTok lists only public posts, and only after a check that may take hours. So a missing post proves
   * nothing, and only the user may send it again.
   */
  async #listed(access: AccountAccess, ask: Ask, { publication, armedAt }: Armed): Promise<LookUpOutcome> {
    const { text, title, options } = publication;
    const { scopes } = oauthCredentials(await access.credentials());
    const mayList = scopes.length === 0 || scopes.includes('video.list');
    const hasWords = `${title ?? ''}${text}`.trim() !== '';
    if (!mayList || !hasWords || options['privacy'] !== 'PUBLIC_TO_EVERYONE') return { kind: 'cannot-tell' };
    const post = await firstClaimed(access, await ownPosts(ask, { text, title, armedAt }), ({ id }) => id);
    if (post) return published(post.id, post.url);
    return this.#since(armedAt) < LIST_WAIT_MS
      ? { kind: 'pending' }
      : { kind: 'failed', words: 'TikTok lists a post only after it has checked it.' };
  }

  #since(instant: string): number {
    return this.clock.now().getTime() - Date.parse(instant);
  }
}
