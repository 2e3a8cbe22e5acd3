import { createHash } from 'node:crypto';
import { optionalWordsOf } from '@posthorn/contracts/scheduling/optional-words';
import { PublishRules } from '#modules/integrations/ports/publish-rules.ts';
import type { OutgoingPublication } from '#modules/integrations/ports/publishing.ts';
import { ERASED, hasErased } from '#infrastructure/event-log/personal-field.ts';
import { Injectable, Logger } from '@nestjs/common';
import type { Target } from '../../domain/publication/publication-events.ts';
import type { Draft, Post } from '../../domain/post/post.ts';
import type { Publication } from '../../domain/publication/publication.ts';
import { contentFor, mediaFor } from '../../domain/post/target-content.ts';
import { PostFiles } from '../../stores/post-media/post-media.ts';

/** Adds nothing to erased text, because senders recognize erased posts by it. */
const GONE = { text: ERASED, options: {} } as const;
const isGone = (draft: Draft): boolean => hasErased([draft.content, optionalWordsOf(draft)]);

/** What one account receives: the same for every attempt of a frozen post. Its hash proves that. */
@Injectable()
export class OutgoingPublications {
  readonly #logger = new Logger('Publishing');

  constructor(
    private readonly rules: PublishRules,
    private readonly media: PostFiles,
  ) {}

  /** `withSuffix` follows the owner's plan. A started post uses the recorded decision. */
  async publicationOf(post: Post, target: Target, withSuffix: boolean): Promise<OutgoingPublication> {
    const { draft } = post;
    const { accountId } = target;
    const isFrozen = post.startedAt !== null;
    const allowed = isFrozen
      ? post.suffixOn.includes(accountId)
      : withSuffix && (await this.#mayPromote(accountId));
    const { title } = draft;
    const { text, options } = isGone(draft) ? GONE : contentFor(draft, accountId, allowed);
    const media = await this.media.itemsOf(target.ownerId, mediaFor(draft, accountId));
    const files = media.map(({ mediaUrl, mimeType, bytes, altText }) => ({
      mediaUrl,
      mimeType,
      bytes,
      altText,
    }));
    // Left out when empty: publications that began before options existed keep their hash.
    const chosen = Object.keys(options).length > 0 ? { options } : {};
    const content = JSON.stringify({ title, text, files, ...chosen });
    const contentHash = createHash('sha256').update(content).digest('hex');
    return { ...target, title, text, options, media, contentHash };
  }

  /** The content for a look-up on the platform. A deleted file does not prevent the look-up: the hash of what was sent stands for it. */
  async asSent(post: Post, target: Target, { contentHash }: Publication): Promise<OutgoingPublication> {
    try {
      return await this.publicationOf(post, target, post.withSuffix);
    } catch (error) {
      if (contentHash === null || mediaFor(post.draft, target.accountId).length === 0) throw error;
      this.#logger.warn({
        msg: 'A file of a sent post is missing; its look-up runs without files',
        postId: target.postId,
        accountId: target.accountId,
        err: error,
      });
      const bare = { ...post, draft: { ...post.draft, media: [] } };
      return { ...(await this.publicationOf(bare, target, post.withSuffix)), contentHash };
    }
  }

  /** The accounts of a post whose text is to carry the suffix. */
  async suffixOn({ targets }: Post, withSuffix: boolean): Promise<number[]> {
    if (!withSuffix) return [];
    const allowed = await Promise.all(targets.map(({ accountId }) => this.#mayPromote(accountId)));
    return targets.filter((_, index) => allowed[index]).map(({ accountId }) => accountId);
  }

  /** Some platforms forbid text that an app adds to a creator's post. */
  async #mayPromote(accountId: number): Promise<boolean> {
    const limits = await this.rules.limitsOf(accountId);
    return limits?.promotionalTextAllowed ?? true;
  }
}
