import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import type { Clock } from '#infrastructure/clock.ts';
import { claimedOwnReply, topCommentOf } from '../../kit/own-reply.ts';
import type { CommentConnector, KnownComment } from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome } from '../../contract/outcome.ts';
import { textOf } from '../../kit/json.ts';
import { AccountCalls, withoutPreparation } from '../../kit/account-calls.ts';
import type { AsAccount } from '../../kit/as-account.ts';
import { withKnownRefusals } from '../../kit/outcomes-of.ts';
import { published, refused, unknown } from '../../kit/outcomes.ts';
import type { LinkedInClient } from '../client.ts';
import { isDenied, isGone, OUTCOMES } from '../errors.ts';
import { commentPage, type LinkedInConfiguration } from '../accounts/pages.ts';
import { isOrganization, mayReadComments, sessionOf, type LinkedInSession } from '../tokens.ts';
import { commentsPath, commentUrn, commentUrnOf, decodeKey } from './comment-urn.ts';
import { commentsOf } from './listing.ts';
import { memberNames } from './names.ts';
import { readNotifications } from './news.ts';
import { emptyIfGone, readOne, readThread, type NamesOf } from './reading.ts';
import { commentIn } from './remote-comment.ts';

const CALL_MS = 30_000;
/** In UTF-16 units. The limit of LinkedIn's own pages; the API documents no limit. */
const TEXT_MAX = 1250;

/** If only the permission or role for comments is missing, the login stays valid, because publishing does not need this permission. */
const COMMENT_OUTCOMES = withKnownRefusals(
  (error) => (isDenied(error) ? refused('permission-missing', error.platformMessage, false) : null),
  OUTCOMES,
);

/** Comments under posts of organizations. Apps cannot read comments under posts of members. */
export function linkedinComments(
  client: LinkedInClient,
  as: AsAccount<LinkedInSession>,
  clock: Clock,
  configuration: LinkedInConfiguration,
): CommentConnector {
  const calls = new AccountCalls(as, COMMENT_OUTCOMES, clock, isGone);
  /** The first arguments of `readThread` and `readOne`. */
  const readArguments = ({ author, token }: LinkedInSession, postUrn: string, signal: AbortSignal) => {
    const namesOf: NamesOf = (actors) => memberNames(client, token, actors, signal);
    return [{ client, token, signal }, { postUrn, organization: author, configuration }, namesOf] as const;
  };
  const publishedAs = ({ postRemoteId }: KnownComment, urn: string) =>
    published(urn, commentPage(configuration, postRemoteId, urn));
  return {
    /**
     * Community Management begins with a development tier of 500 calls per day for the app. LinkedIn does not publish the limits
     * of the next tier (learn.microsoft.com/en-us/linkedin/marketing/community-management-app-review).
     */
    pace: { source: 'listing', fastest: 900, calls: { perDay: 500, scope: 'app' } },
    replyRule: 'after-negative-look-up',
    replyVisibilitySeconds: 60,
    lateReplyIsHarmless: false,

    unreadable: (credentials) => {
      const session = sessionOf(credentials);
      if (!isOrganization(session)) return COMMENT_READING_TEXT.organizationsOnly;
      return mayReadComments(session) ? null : COMMENT_READING_TEXT.reconnect;
    },
    news: (access, request, signal) =>
      calls.step(access, ({ token, author }) =>
        readNotifications({ client, token, signal }, author, request, clock.now()),
      ),
    thread: (access, { remoteId }, after, signal) =>
      calls.step(access, (session) => readThread(...readArguments(session, remoteId, signal), after)),
    one: (access, comment, signal) =>
      calls.step(access, (session) =>
        readOne(...readArguments(session, comment.postRemoteId, signal), comment),
      ),

    can: () => ({ reply: 'send', whyNot: null, openUrl: null, hide: 'here', remove: true }),
    replyLength: (text) => ({ used: text.length, max: TEXT_MAX }),
    prepareReply: withoutPreparation,

    reply: (access, { text, comment }, _refs, signal) =>
      calls.call(access, async ({ token, author: actor }): Promise<CallOutcome> => {
        const object = textOf(comment.refs['object']) ?? commentUrnOf(comment.remoteId)?.object ?? null;
        if (object === null) return refused('not-found', null, false);
        const { headers } = await client.send({
          token,
          method: 'POST',
          path: commentsPath(topCommentOf(comment)),
          json: { actor, object, message: { text }, parentComment: topCommentOf(comment) },
          request: { signal, timeoutMs: CALL_MS, newConnection: true },
        });
        const id = decodeKey(headers['x-restli-id'] ?? '');
        const urn = commentUrnOf(id)?.urn ?? (/^[\w-]+$/u.test(id) ? commentUrn(object, id) : null);
        return urn === null
          ? unknown('unreadable', 'LinkedIn answered and named no comment.')
          : publishedAs(comment, urn);
      }),

    /** Finds the organization's own reply with this text under this comment, written since the attempt began. */
    lookUpReply: (access, { text, comment }, _refs, attemptStartedAt) =>
      calls.lookUp(access, async ({ token, author }): Promise<LookUpOutcome> => {
        const context = { postUrn: comment.postRemoteId, organization: author, configuration };
        const expected = { platform: 'linkedin', text, attemptStartedAt, now: clock.now() };
        const found = await claimedOwnReply(access, expected, 0, async (start: number) => {
          // LinkedIn deletes a comment together with its replies. So a missing comment means that there are none.
          const { elements, next } = await emptyIfGone(
            commentsOf({ client, token }, topCommentOf(comment), start),
          );
          return { replies: elements.flatMap((each) => commentIn(each, context, new Map()) ?? []), next };
        });
        return found ? publishedAs(comment, found.remoteId) : { kind: 'absent' };
      }),

    remove: async (access, { remoteId, parentRemoteId, postRemoteId }, signal) => {
      const urn = commentUrnOf(remoteId);
      if (!urn) return refused('not-found', null, false);
      const comment = `${commentsPath(parentRemoteId ?? postRemoteId)}/${encodeURIComponent(urn.id)}`;
      return calls.moderate(access, ({ token, author }) => {
        const path = `${comment}?actor=${encodeURIComponent(author)}`;
        return client.send({ token, method: 'DELETE', path, request: { signal } });
      });
    },
  };
}
