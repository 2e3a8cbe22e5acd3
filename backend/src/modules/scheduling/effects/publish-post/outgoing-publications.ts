import { createHash } from 'node:crypto';
import { checkSaid, type CheckProblem } from '@posthorn/contracts/scheduling/check-sentences';
import { optionalWordsOf } from '@posthorn/contracts/scheduling/optional-words';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { isLost, isNotThere } from '#infrastructure/media/store/media-store.ts';
import { PublishRules } from '#modules/integrations/ports/publish-rules.ts';
import type { OutgoingPublication } from '#modules/integrations/ports/publishing.ts';
import { ERASED, hasErased } from '#infrastructure/event-log/personal-field.ts';
import { Injectable, Logger } from '@nestjs/common';
import type { Target } from '../../domain/publication/publication-events.ts';
import type { PostBody, Post } from '../../domain/post/post.ts';
import type { Publication } from '../../domain/publication/publication.ts';
import { contentFor, mediaFor } from '../../domain/post/target-content.ts';
import { PostFiles } from '../../stores/post-media/post-media.ts';

/**
 * The content of an erased post. It is exactly the mark of erasure, because senders recognize erased posts by
 * this mark.
 */
const ERASED_CONTENT = { text: ERASED, options: {} } as const;
const isErased = (body: PostBody): boolean => hasErased([body.content, optionalWordsOf(body)]);

/**
 * The problem of a post with a file that is gone or damaged. `retryable`: the file may become whole again.
 * @throws any other error, because the store may recover
 */
export function lostFile(
  error: unknown,
  { platform }: Target,
): Readonly<{ problem: CheckProblem<'media-lost'>; retryable: boolean }> {
  if (!isLost(error)) throw error;
  const retryable = !isNotThere(error);
  const key = retryable ? 'media-lost/damaged' : 'media-lost/gone';
  return { problem: checkSaid(key, { platform: PLATFORM_NAMES[platform] }), retryable };
}

/**
 * Builds the text, options and files that one account receives. Once publishing has started, a post is frozen: all attempts get the same
 * content. The hash of the content shows that it is the same.
 */
@Injectable()
export class OutgoingPublications {
  readonly #logger = new Logger('Publishing');

  constructor(
    private readonly rules: PublishRules,
    private readonly media: PostFiles,
  ) {}

  /**
   * `withSuffix`: whether the owner's plan adds the suffix. A post whose publishing has started uses the decision that was recorded
   * at the start instead.
   */
  async publicationOf(post: Post, target: Target, withSuffix: boolean): Promise<OutgoingPublication> {
    const { body } = post;
    const { accountId } = target;
    const isFrozen = post.startedAt !== null;
    const hasSuffix = isFrozen
      ? post.suffixOn.includes(accountId)
      : withSuffix && (await this.#mayPromote(accountId));
    const { title } = body;
    const { text, options } = isErased(body) ? ERASED_CONTENT : contentFor(body, accountId, hasSuffix);
    const media = await this.media.itemsOf(target.ownerId, mediaFor(body, accountId));
    const files = media.map(({ mediaUrl, mimeType, bytes, altText }) => ({
      mediaUrl,
      mimeType,
      bytes,
      altText,
    }));
    // Empty options are left out of the hash, so that publications from before options existed keep their
    // hash.
    const chosen = Object.keys(options).length > 0 ? { options } : {};
    const content = JSON.stringify({ title, text, files, ...chosen });
    const contentHash = createHash('sha256').update(content).digest('hex');
    return { ...target, title, text, options, media, contentHash };
  }

  /**
   * The content for a look-up on the platform. If a file was deleted, this returns the content without files,
   * with the recorded hash.
   */
  async asSent(post: Post, target: Target, { contentHash }: Publication): Promise<OutgoingPublication> {
    try {
      return await this.publicationOf(post, target, post.withSuffix);
    } catch (error) {
      if (contentHash === null || mediaFor(post.body, target.accountId).length === 0) throw error;
      this.#logger.warn({
        msg: 'A file of a sent post is missing; its look-up runs without files',
        postId: target.postId,
        accountId: target.accountId,
        err: error,
      });
      const withoutFiles = { ...post, body: { ...post.body, media: [] } };
      return { ...(await this.publicationOf(withoutFiles, target, post.withSuffix)), contentHash };
    }
  }

  /** The accounts of a post whose text gets the suffix. */
  async suffixOn({ targets }: Post, withSuffix: boolean): Promise<number[]> {
    if (!withSuffix) return [];
    const hasSuffix = await Promise.all(targets.map(({ accountId }) => this.#mayPromote(accountId)));
    return targets.filter((_, index) => hasSuffix[index]).map(({ accountId }) => accountId);
  }

  /** Some platforms forbid text that an app adds to a creator's post. */
  async #mayPromote(accountId: number): Promise<boolean> {
    const limits = await this.rules.limitsOf(accountId);
    return limits?.promotionalTextAllowed ?? true;
  }
}
