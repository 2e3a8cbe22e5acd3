import { createHash } from 'node:crypto';
import { isSameJson } from '@posthorn/event-sourcing';
import type { Entitlements } from '@posthorn/contracts/billing/entitlements';
import type { Loaded } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { Injectable } from '@nestjs/common';
import { PostIsNotDue } from '../../domain/post/post-errors.ts';
import { postStream, startPublishing, type Post } from '../../domain/post/post.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import { OutgoingPublications } from './outgoing-publications.ts';

/** `plan`: what its owner may do. */
type KnownOfPost = Readonly<{ seen?: Loaded<Post> | undefined; plan?: Entitlements | undefined }>;

/** The end of all edits: from here on a post is what it is, on every target. */
@Injectable()
export class FrozenPosts {
  /** By the post. */
  readonly #underWay = new Map<number, Promise<Post>>();

  constructor(
    private readonly writer: StreamWriter,
    private readonly plans: PlanOf,
    private readonly outgoing: OutgoingPublications,
  ) {}

  /**
   * Freezes a post once, at its exact revision. So an edit or a delete at the due moment comes before it or is refused. The targets of a post
   * are due together. Those that this process has claimed wait for the first one, so that they cause no conflicts.
   * @param known what was read together with the post
   * @throws PostIsNotDue also when its accounts have changed since it was read
   */
  async freeze(target: Target, post: Post, now: Date, known: KnownOfPost = {}): Promise<Post> {
    if (post.status === 'publishing') return post;
    const { postId } = target;
    const underWay = this.#underWay.get(postId);
    if (underWay) return underWay;
    const freezing = this.#freeze(target, post, now, known).finally(() => this.#underWay.delete(postId));
    this.#underWay.set(postId, freezing);
    return freezing;
  }

  async #freeze(
    { postId, ownerId }: Target,
    post: Post,
    now: Date,
    { seen, plan }: KnownOfPost,
  ): Promise<Post> {
    const { suffix: withSuffix } = plan ?? (await this.plans.entitlementsOf(ownerId));
    const suffixOn = await this.outgoing.suffixOn(post, withSuffix);
    const { state } = await this.writer.decide(
      postStream,
      postId,
      (current) => {
        // The suffix was decided for the accounts that the post had when it was read.
        const isOutdated = current.status === 'scheduled' && !isSameJson(current.targets, post.targets);
        if (isOutdated) throw new PostIsNotDue();
        return startPublishing(current, { contentHash: hashOf(current), withSuffix, suffixOn, now });
      },
      seen && { seen },
    );
    return state;
  }
}

const hashOf = ({ draft }: Post): string => createHash('sha256').update(JSON.stringify(draft)).digest('hex');
