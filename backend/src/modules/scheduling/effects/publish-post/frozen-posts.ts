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

/** `seen`: the loaded post. `plan`: the entitlements of its owner. */
type KnownOfPost = Readonly<{ seen?: Loaded<Post> | undefined; plan?: Entitlements | undefined }>;

/** Freezes posts when publishing starts. After that, edits no longer change what is published. */
@Injectable()
export class FrozenPosts {
  /** The freezing that runs now, by post id. */
  readonly #running = new Map<number, Promise<Post>>();

  constructor(
    private readonly writer: StreamWriter,
    private readonly plans: PlanOf,
    private readonly outgoing: OutgoingPublications,
  ) {}

  /**
   * Freezes a post once, at its exact revision. So an edit or a deletion at the due time either comes first
   * or is refused. All targets of a post are due at the same time. In this process, the first target freezes
   * the post, and the others wait for this. So they cause no conflicts.
   * @param known data that the caller has already loaded
   * @throws PostIsNotDue, even if only the accounts of the post have changed since it was loaded
   */
  async freeze(target: Target, post: Post, now: Date, known: KnownOfPost = {}): Promise<Post> {
    if (post.status === 'publishing') return post;
    const { postId } = target;
    const running = this.#running.get(postId);
    if (running) return running;
    const freezing = this.#freeze(target, post, now, known).finally(() => this.#running.delete(postId));
    this.#running.set(postId, freezing);
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
        // `suffixOn` was computed for the accounts that the post had when it was loaded.
        const isOutdated = current.status === 'scheduled' && !isSameJson(current.targets, post.targets);
        if (isOutdated) throw new PostIsNotDue();
        return startPublishing(current, { contentHash: hashOf(current), withSuffix, suffixOn, now });
      },
      seen && { seen },
    );
    return state;
  }
}

const hashOf = ({ body }: Post): string => createHash('sha256').update(JSON.stringify(body)).digest('hex');
