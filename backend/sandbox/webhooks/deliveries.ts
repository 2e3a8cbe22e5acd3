import { createHmac, randomUUID } from 'node:crypto';
import { CLIENT } from '../oauth/authorization-server.ts';
import type { WebhookComment } from './webhook-comment.ts';

/** How a platform sends webhooks. `door`: the end of the product's URL for them. */
export type Dialect = Readonly<{
  door: string;
  /** Null: this platform sends no webhook for this change. */
  body(comment: WebhookComment): object | string | null;
  /** `at`: seconds since 1970. */
  sign(body: string, secret: string, at: string): Readonly<Record<string, string>>;
}>;

const mac = (secret: string, text: string) => createHmac('sha256', secret).update(text);
/** The signature of Meta’s platforms. */
const hubSignature = (body: string, secret: string) => ({
  'x-hub-signature-256': `sha256=${mac(secret, body).digest('hex')}`,
});
const seconds = (at: number) => Math.floor(at / 1000);
/** Returns the same id for the same name. */
const strangerOf = (name: string): string => String(mac('stranger', name).digest().readUInt32BE());

const facebook: Dialect = {
  door: 'meta',
  body: ({ accountId, postId, commentId, parentId, author, text, verb, at }) => {
    const from = { id: strangerOf(author), name: author };
    const comment = { post_id: postId, comment_id: commentId, parent_id: parentId ?? postId, from };
    const value = { item: 'comment', verb, ...comment, message: text, created_time: seconds(at) };
    const entry = { id: accountId, time: seconds(at), changes: [{ field: 'feed', value }] };
    return { object: 'page', entry: [entry] };
  },
  sign: hubSignature,
};

const instagram: Dialect = {
  door: 'meta',
  // Instagram sends webhooks for new comments only.
  body: ({ accountId, postId, commentId, parentId, author, text, verb, at }) => {
    if (verb !== 'add') return null;
    const value = {
      id: commentId,
      text,
      from: { id: strangerOf(author), username: author },
      media: { id: postId, media_product_type: 'FEED' },
      ...(parentId !== null && { parent_id: parentId }),
    };
    const entry = { id: accountId, time: seconds(at), changes: [{ field: 'comments', value }] };
    return { object: 'instagram', entry: [entry] };
  },
  sign: hubSignature,
};

const threads: Dialect = {
  door: 'threads',
  body: ({ accountId, postId, commentId, parentId, author, text, verb, at }) => {
    if (verb === 'edited') return null;
    const value = {
      id: commentId,
      username: author,
      text,
      media_type: 'TEXT_POST',
      replied_to: { id: parentId ?? postId },
      root_post: { id: postId, owner_id: accountId },
      timestamp: new Date(at).toISOString(),
    };
    const field = verb === 'add' ? 'replies' : 'delete';
    const about = { app_id: CLIENT.id, topic: 'moderate', target_id: accountId, time: seconds(at) };
    return { ...about, subscription_id: '1', values: { field, value } };
  },
  sign: hubSignature,
};

const twitter: Dialect = {
  door: 'twitter',
  // X sends webhooks for direct replies to the account's own posts, and none for edits and deletions.
  body: ({ accountId, postId, commentId, parentId, author, text, verb, at }) => {
    if (verb !== 'add' || parentId !== null) return null;
    const payload = {
      id: commentId,
      text,
      author_id: strangerOf(author),
      conversation_id: postId,
      in_reply_to_tweet_id: postId,
      in_reply_to_user_id: accountId,
      created_at: new Date(at).toISOString(),
    };
    const event = { event_uuid: randomUUID(), event_type: 'post.reply.create', tag: 'posthorn' };
    return { data: { ...event, filter: { user_id: accountId }, payload } };
  },
  sign: (body, secret) => ({
    'x-twitter-webhooks-signature': `sha256=${mac(secret, body).digest('base64')}`,
  }),
};

const ACTIONS = { add: 'COMMENT', edited: 'COMMENT_EDIT', remove: 'COMMENT_DELETE' } as const;

const linkedin: Dialect = {
  door: 'linkedin',
  body: ({ accountId, postId, commentId, verb, at }) => {
    if (!accountId.startsWith('urn:li:organization:')) return null;
    const notification = {
      notificationId: at,
      organizationalEntity: accountId,
      action: ACTIONS[verb],
      sourcePost: postId,
      generatedActivity: commentId,
      lastModifiedAt: at,
    };
    return { type: 'ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS', notifications: [notification] };
  },
  sign: (body, secret) => ({ 'x-li-signature': mac(secret, `hmacsha256=${body}`).digest('hex') }),
};

const tiktok: Dialect = {
  door: 'tiktok',
  // A string, because these ids have more digits than a JavaScript number can represent exactly.
  body: ({ accountId, postId, commentId, parentId, verb, at }) => {
    if (verb === 'edited') return null;
    const action = verb === 'add' ? 'insert' : 'delete';
    const ids = `"comment_id":${commentId},"video_id":${postId},"parent_comment_id":${parentId ?? '0'}`;
    const content = `{${ids},"comment_type":"${parentId === null ? 'comment' : 'reply'}","comment_action":"${action}"}`;
    const about = { client_key: CLIENT.id, event: 'comment.update', create_time: seconds(at) };
    return { ...about, user_openid: accountId, content };
  },
  sign: (body, secret, at) => ({
    'tiktok-signature': `t=${at},s=${mac(secret, `${at}.${body}`).digest('hex')}`,
  }),
};

/** The platforms that send webhooks for comments. */
export const DIALECTS: Readonly<Record<string, Dialect | undefined>> = {
  facebook,
  instagram,
  threads,
  twitter,
  linkedin,
  tiktok,
};
