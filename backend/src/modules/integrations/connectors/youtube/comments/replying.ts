import type { Clock } from '#infrastructure/clock.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { claimedOwnReply } from '../../comments/own-reply.ts';
import { topOf } from '../../comments/thread-top.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { KnownComment, OutgoingReply } from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome, Published } from '../../contract/outcome.ts';
import { at, idIn } from '../../json.ts';
import { published, unknown } from '../../outcomes.ts';
import { ownChannel } from '../channel.ts';
import type { YouTubeClient } from '../client.ts';
import { commentPage, type YouTubeConfiguration } from '../pages.ts';
import { orNone, repliesTo, type Reader } from './listing.ts';
import { commentIn } from './remote-comment.ts';

const CALL_MS = 30_000;

export class YouTubeReplying {
  constructor(
    private readonly client: YouTubeClient,
    private readonly clock: Clock,
    private readonly configuration: YouTubeConfiguration,
  ) {}

  /** 50 units of the quota. @throws as `YouTubeClient.send` */
  async send(token: string, { text, comment }: OutgoingReply, signal: AbortSignal): Promise<CallOutcome> {
    const answer = await this.client.send({
      token,
      method: 'POST',
      path: '/youtube/v3/comments',
      query: { part: 'snippet' },
      json: { snippet: { parentId: topOf(comment), textOriginal: text } },
      request: { signal, timeoutMs: CALL_MS, newConnection: true },
    });
    const id = idIn(at(answer.json(), 'id'));
    return id === null
      ? unknown('unreadable', 'YouTube answered and named no comment.')
      : this.#published(comment, id);
  }

  /** The channel's own reply with this text under this comment, made since then. @throws as `claimedOwnReply` and `YouTubeClient.send` */
  async find(
    access: AccountAccess,
    token: string,
    { text, comment }: OutgoingReply,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    const { postRemoteId: videoId } = comment;
    const reader: Reader = { client: this.client, token };
    const channel = await ownChannel(this.client, token);
    if (!channel) throw new OutgoingError('unreadable', true, 'youtube', 'shows no channel');
    const wanted = { platform: 'youtube', text, armedAt, now: this.clock.now() };
    const found = await claimedOwnReply(access, wanted, null, async (page: string | null) => {
      // With the comment its replies went too.
      const { items, next } = await orNone(repliesTo(reader, topOf(comment), page));
      const replies = items
        .flatMap((each) => commentIn(this.configuration, each, { videoId, hidden: null }) ?? [])
        .map((reply) => ({ ...reply, isOwn: reply.author.remoteId === channel.id }));
      return { replies, next };
    });
    return found ? this.#published(comment, found.remoteId) : { kind: 'absent' };
  }

  #published({ postRemoteId }: KnownComment, id: string): Published {
    return published(id, commentPage(this.configuration, postRemoteId, id));
  }
}
