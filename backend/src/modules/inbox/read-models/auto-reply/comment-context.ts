import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { AccountKeys, type AuthorId } from '#modules/integrations/ports/account-keys.ts';
import { CommentRules } from '#modules/integrations/ports/comment-rules.ts';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import type { Comment } from '../../domain/comment/comment.ts';
import { knownComment } from '../comments/known-comment.ts';
import { SENT_REPLIES_VIEW } from './auto-reply-table.projection.ts';
import { COMMENTS_VIEW, OWN_REPLIES_VIEW } from '../comments/comment-list.projection.ts';
import { POSTS_VIEW } from '../publications/publications.projection.ts';

/** A comment with its text, its post and the comment above. */
export type CommentWithContext = Readonly<{
  commentId: number;
  accountId: number;
  platform: Platform;
  text: string;
  comment: Comment;
  /** The text of the post; empty: the post is not from Posthorn. */
  post: string;
  /** The owner of the post requested automatic replies to its comments. */
  isAskedFor: boolean;
  /** The comment is below our reply, or below a comment that we answered. */
  isBelowOwnReply: boolean;
  /** How often the author wrote within ten seconds of one of our replies, in one week. */
  quickAnswers: number;
  /** The text of the parent comment, to which this comment replies; null: none. */
  above: string | null;
}>;
type Row = Omit<CommentWithContext, 'comment'> & Readonly<{ state: Comment }>;

const LAST_REPLIES = 20;

/** Reads facts for automatic replies from the read models. */
@Injectable()
export class CommentContext {
  constructor(
    private readonly pool: Pool,
    private readonly rules: CommentRules,
    private readonly accounts: AccountKeys,
  ) {}

  /** Loads comments with their context. Leaves out comments that the read models do not contain yet. */
  async load(ids: readonly number[]): Promise<readonly CommentWithContext[]> {
    const { rows } = await this.pool.query<Row>({
      name: 'inbox-comments-at-hand',
      text: LOAD_WITH_CONTEXT,
      values: [ids],
    });
    return rows.map(({ state: comment, ...row }) => ({ ...row, comment }));
  }

  /** Returns the last replies of the account, the newest first. Equal replies to all people would look like replies of a bot. */
  async lastReplies(accountId: number): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ text: string }>({
      name: 'inbox-last-replies',
      text: `select text from ${SENT_REPLIES_VIEW} where account_id = $1 and sent_at is not null
        order by sent_at desc limit ${String(LAST_REPLIES)}`,
      values: [accountId],
    });
    return rows.map(({ text }) => text);
  }

  /** Returns the ids of those authors whose accounts are connected to this installation, by any user. */
  async connectedHere(platform: Platform, authors: readonly AuthorId[]): Promise<ReadonlySet<string>> {
    const accounts = await this.accounts.byAuthors(platform, authors);
    return new Set(accounts.map(({ remoteId }) => remoteId));
  }

  /** What Posthorn can do with the comment on its platform. `lengthMax`: null if the comment is not known. */
  abilitiesOf(
    platform: Platform,
    comment: Comment,
  ): Readonly<{ canReply: boolean; isAllowedByPlatform: boolean; lengthMax: number | null }> {
    const known = knownComment(comment);
    const [can] = known ? this.rules.abilitiesOf(platform, [known]) : [];
    const length = known && this.rules.replyLength(platform, known, '');
    return {
      canReply: can !== undefined && can.reply !== 'no',
      isAllowedByPlatform: can?.reply === 'send' && this.rules.allowsAutomaticReplies(platform),
      lengthMax: length && length.max - length.used,
    };
  }

  /** Returns whether the text is too long by the rule of the platform. */
  isTooLong({ platform }: Pick<CommentId, 'platform'>, comment: Comment, text: string): boolean {
    const known = knownComment(comment);
    const length = known && this.rules.replyLength(platform, known, text);
    return length !== null && length.used > length.max;
  }
}

/** People do not type an answer within ten seconds, so many `quickAnswers` show a bot. */
// A parent that was deleted by mistake has two rows.
const LOAD_WITH_CONTEXT = `select c.comment_id::float8 as "commentId", c.account_id::float8 as "accountId", c.platform, c.text, c.state,
    coalesce(p.content, '') as post, coalesce(p.ai_replies, false) as "isAskedFor", above.text as above,
    coalesce(above.answered, false)
      or exists (select from ${OWN_REPLIES_VIEW} o where o.account_id = c.account_id
        and o.remote_id = c.state->'seen'->>'parentRemoteId') as "isBelowOwnReply",
    (select count(*)::int from ${COMMENTS_VIEW} other
      where other.owner_id = c.owner_id and other.author_mac = c.author_mac and other.created_at > now() - interval '7 days'
        and exists (select from ${SENT_REPLIES_VIEW} sent where sent.account_id = other.account_id
          and other.created_at >= sent.sent_at and other.created_at <= sent.sent_at + interval '10 seconds')) as "quickAnswers"
  from ${COMMENTS_VIEW} c
  left join ${POSTS_VIEW} p on p.post_id = c.post_id and p.owner_id = c.owner_id
  left join lateral (
    select (array_agg(parent.text order by parent.comment_id desc))[1] as text,
      bool_or(parent.status in ('ai_reply', 'manual_reply') or parent.state->>'reply' is not null) as answered
    from ${COMMENTS_VIEW} parent
    where parent.account_id = c.account_id and parent.owner_id = c.owner_id
      and parent.remote_id = c.state->'seen'->>'parentRemoteId') above on true
  where c.comment_id = any($1)`;
