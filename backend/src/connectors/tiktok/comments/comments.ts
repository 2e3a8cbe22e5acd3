import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import { claimedOwnReply, topCommentOf } from '../../kit/own-reply.ts';
import type { CommentConnector, KnownComment } from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome } from '../../contract/outcome.ts';
import { at, idIn } from '../../kit/json.ts';
import { AccountCalls, withoutPreparation } from '../../kit/account-calls.ts';
import type { RequestOptions } from '../../kit/json-request.ts';
import { published, unknown } from '../../kit/outcomes.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';
import { BusinessClient } from './business-client.ts';
import { asBusiness, type TikTokBusiness } from './business-grant.ts';
import { BUSINESS_OUTCOMES, isCommentGone } from './business-outcomes.ts';
import { businessPartOf, BusinessTokens, type BusinessApp } from './business-tokens.ts';
import { readOne, readThread, repliesTo } from './reading.ts';
import { commentIn } from './remote-comment.ts';

const CALL_MS = 30_000;
/** In UTF-16 units. Sources disagree; this is the lower of two limits. */
const TEXT_MAX = 150;

/**
 * Comments under public posts, from TikTok's API for Business. This API needs a second consent, in addition to the consent for
 * publishing.
 */
export function tiktokComments(http: PlatformHttp, clock: Clock, app: BusinessApp) {
  const client = new BusinessClient(http, app.apiUrl);
  const as = asBusiness(new BusinessTokens(http, clock, app), clock);
  const calls = new AccountCalls(as, BUSINESS_OUTCOMES, clock, isCommentGone);
  const send = (
    { token, businessId }: TikTokBusiness,
    call: 'reply/create' | 'hide',
    json: JsonObject,
    request: RequestOptions,
  ) => {
    const path = `/business/comment/${call}/`;
    return client.send(token, { path, json: { business_id: businessId, ...json }, request });
  };
  return {
    pace: { source: 'threads', fastest: 300 },
    replyRule: 'after-negative-look-up',
    replyVisibilitySeconds: 60,
    lateReplyIsHarmless: false,

    unreadable: (credentials) => {
      if (businessPartOf(credentials)) return null;
      return app.keys ? COMMENT_READING_TEXT.businessGrant : COMMENT_READING_TEXT.businessKeys;
    },
    thread: (access, { remoteId }, after, signal) =>
      calls.step(access, (business) => readThread({ client, business, signal }, remoteId, after)),
    one: (access, comment, signal) =>
      calls.step(access, (business) => readOne({ client, business, signal }, comment)),

    /** The API can delete only the account's own comments. */
    can: () => ({ reply: 'send', whyNot: null, openUrl: null, hide: 'platform', remove: false }),
    replyLength: (text) => ({ used: text.length, max: TEXT_MAX }),
    prepareReply: withoutPreparation,

    reply: (access, { text, comment }, _refs, signal) =>
      calls.call(access, async (business): Promise<CallOutcome> => {
        const request = { signal, timeoutMs: CALL_MS, newConnection: true };
        const json = { ...idsOf(comment, topCommentOf(comment)), text };
        const id = idIn(at(await send(business, 'reply/create', json, request), 'comment_id'));
        return id === null
          ? unknown('unreadable', 'TikTok answered and named no comment.')
          : published(id, null);
      }),

    /** Finds the account's own reply to this comment with this text, written since the attempt began. */
    lookUpReply: (access, { text, comment }, _refs, attemptStartedAt) =>
      calls.lookUp(access, async (business): Promise<LookUpOutcome> => {
        const thread = { videoId: comment.postRemoteId, parent: topCommentOf(comment) };
        const expected = { platform: 'tiktok', text, attemptStartedAt, now: clock.now() };
        const found = await claimedOwnReply(access, expected, 0, async (from: number) => {
          const { items, next } = await repliesTo({ client, business }, thread, from);
          return { replies: items.flatMap((item) => commentIn(item, thread.videoId) ?? []), next };
        });
        return found ? published(found.remoteId, null) : { kind: 'absent' };
      }),

    hide: (access, comment, hidden, signal) => {
      const json = { ...idsOf(comment, comment.remoteId), action: hidden ? 'HIDE' : 'UNHIDE' };
      return calls.moderate(access, (business) => send(business, 'hide', json, { signal }));
    },
  } satisfies CommentConnector;
}

const idsOf = ({ postRemoteId }: KnownComment, commentId: string): JsonObject => ({
  video_id: postRemoteId,
  comment_id: commentId,
});
