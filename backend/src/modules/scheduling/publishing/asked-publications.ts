import type { Publication as Outgoing } from '#modules/integrations/public.ts';
import { Injectable, Logger } from '@nestjs/common';
import type { Target } from '../domain/publication-events.ts';
import type { Post } from '../domain/post.ts';
import type { Publication } from '../domain/publication.ts';
import { OutgoingPublications } from './outgoing-publications.ts';

/** A publication as the platform is asked about it. */
@Injectable()
export class AskedPublications {
  readonly #logger = new Logger('Publishing');

  constructor(private readonly outgoing: OutgoingPublications) {}

  /** A file that is gone from here keeps nobody from asking for what was sent with it: the hash of what was sent stands for it. */
  async of(post: Post, target: Target, { contentHash }: Publication): Promise<Outgoing> {
    try {
      return await this.outgoing.of(post, target, post.withSuffix);
    } catch (error) {
      if (contentHash === null || post.draft.media.length === 0) throw error;
      this.#logger.warn({ msg: 'Asked without its files', postId: target.postId, err: error });
      const bare = { ...post, draft: { ...post.draft, media: [] } };
      return { ...(await this.outgoing.of(bare, target, post.withSuffix)), contentHash };
    }
  }
}
