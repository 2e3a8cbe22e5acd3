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

/** A public post gets its id when it has been checked, which mostly takes seconds; it is not worth more waiting. */
const ID_WAIT_MS = 60_000;
/** Most checks are over by then. */
const LIST_WAIT_MS = 20 * 60_000;

/** An attempt whose end is not known. `armedAt`: ISO. */
type Armed = Readonly<{ publication: OutgoingPublication; refs: PublishRefs; armedAt: string }>;

/** What became of a post: by its publish id, or by its words where that was lost. */
export class TikTokLookUp {
  constructor(
    private readonly clock: Clock,
    /** Where posts are seen, without a slash at the end. */
    private readonly web: string,
  ) {}

  /** @throws TikTokError, OutgoingError, BreakerOpen, and what `ask` throws: nothing is proven then */
  async outcome(access: AccountAccess, ask: Ask, armed: Armed): Promise<LookUpOutcome> {
    const { publication, refs } = armed;
    const upload = videoRefsOf(refs, publication.contentHash);
    const handle = textOf(refs['handle']) ?? upload?.publishId ?? null;
    if (handle !== null) return this.#known(ask, armed, handle);
    // Nothing can have been sent before there were references.
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
        // Nothing is published before the last byte is there.
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
   * Photos whose publish id was lost. Only public posts are listed, and only after they have been checked, which may take
   * hours: that a post is not there proves nothing. It is never sent again without a person.
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
