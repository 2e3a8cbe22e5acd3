import type { Clock } from '#infrastructure/clock.ts';
import { claimedOwnReply } from '../../comments/own-reply.ts';
import { topOf } from '../../comments/thread-top.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { KnownComment, OutgoingReply } from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome, Published } from '../../contract/outcome.ts';
import { textOf } from '../../json.ts';
import { published, refused, unknown } from '../../outcomes.ts';
import type { LinkedInClient } from '../client.ts';
import { commentPage, type LinkedInConfiguration } from '../pages.ts';
import type { LinkedInSession } from '../session.ts';
import { commentsPath, commentUrn, commentUrnOf, decoded } from './comment-urn.ts';
import { commentsOf, type Reader } from './listing.ts';
import { orNone } from './reading.ts';
import { commentIn } from './remote-comment.ts';

const CALL_MS = 30_000;

export class LinkedInReplying {
  constructor(
    private readonly client: LinkedInClient,
    private readonly clock: Clock,
    private readonly configuration: LinkedInConfiguration,
  ) {}

  /** @throws as `LinkedInClient.send` */
  async send(
    { token, author: actor }: LinkedInSession,
    { text, comment }: OutgoingReply,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const object = textOf(comment.refs['object']) ?? commentUrnOf(comment.remoteId)?.object ?? null;
    if (object === null) return refused('not-found', null, false);
    const { headers } = await this.client.send({
      token,
      method: 'POST',
      path: commentsPath(topOf(comment)),
      json: { actor, object, message: { text }, parentComment: topOf(comment) },
      request: { signal, timeoutMs: CALL_MS, newConnection: true },
    });
    const id = decoded(headers['x-restli-id'] ?? '');
    const urn = commentUrnOf(id)?.urn ?? (/^[\w-]+$/u.test(id) ? commentUrn(object, id) : null);
    return urn === null
      ? unknown('unreadable', 'LinkedIn answered and named no comment.')
      : this.#published(comment, urn);
  }

  /** The organization's own answer with this text under this comment, made since then. @throws as `claimedOwnReply` and `LinkedInClient.read` */
  async find(
    access: AccountAccess,
    { token, author }: LinkedInSession,
    { text, comment }: OutgoingReply,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    const reader: Reader = { client: this.client, token };
    const place = { postUrn: comment.postRemoteId, author, configuration: this.configuration };
    const wanted = { platform: 'linkedin', text, armedAt, now: this.clock.now() };
    const found = await claimedOwnReply(access, wanted, 0, async (start: number) => {
      // With the comment its answers went too.
      const { elements, next } = await orNone(commentsOf(reader, topOf(comment), start));
      return { replies: elements.flatMap((each) => commentIn(each, place, new Map()) ?? []), next };
    });
    return found ? this.#published(comment, found.remoteId) : { kind: 'absent' };
  }

  #published({ postRemoteId }: KnownComment, urn: string): Published {
    return published(urn, commentPage(this.configuration, postRemoteId, urn));
  }
}
