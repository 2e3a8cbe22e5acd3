import { createHash } from 'node:crypto';
import { postText } from '@posthorn/contracts/scheduling/post-text';
import { LimitsOf, type Publication as Outgoing } from '#modules/integrations/public.ts';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Target } from '../domain/publication-events.ts';
import type { Post } from '../domain/post.ts';
import { PostMedia } from '../features/media/post-media.ts';

/** What one account is to receive: the same for every attempt of a frozen post, and its hash proves it. */
@Injectable()
export class OutgoingPublications {
  constructor(
    private readonly queries: QueryBus,
    private readonly media: PostMedia,
  ) {}

  async of({ draft }: Post, target: Target, withSuffix: boolean): Promise<Outgoing> {
    const media = await this.media.itemsOf(target.ownerId, draft.media);
    const allowed = withSuffix && (await this.#mayPromote(target.accountId));
    const { title } = draft;
    const text = postText(draft, allowed);
    const files = media.map(({ mediaUrl, mimeType, bytes, altText }) => ({
      mediaUrl,
      mimeType,
      bytes,
      altText,
    }));
    const contentHash = createHash('sha256').update(JSON.stringify({ title, text, files })).digest('hex');
    return { ...target, title, text, media, contentHash };
  }

  /** Some platforms forbid an app's own words in a creator's post. */
  async #mayPromote(accountId: number): Promise<boolean> {
    const limits = await this.queries.execute(new LimitsOf(accountId));
    return limits?.promotionalTextAllowed ?? true;
  }
}
