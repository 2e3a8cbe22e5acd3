import { xWeightedLength } from '@posthorn/contracts/integrations/x-text';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { isObject, type JsonRecord } from '../../http/json.ts';
import { nextId } from './ids.ts';
import { isPremium } from './people.ts';
import { forbidden, invalid, notFound } from './problem.ts';
import type { TwitterFile, TwitterPost, TwitterStore } from './twitter-store.ts';

export const SHORT_MAX = 280;
const LONG_MAX = 25_000;
export const URL_LENGTH = 23;
const IMAGES_MAX = 4;
const REPLY_SETTINGS = ['following', 'mentionedUsers', 'subscribers', 'verified'];
const FLAGS = ['made_with_ai', 'paid_partnership'];
const KNOWN_FIELDS = ['text', 'media', 'reply', 'reply_settings', 'community_id', ...FLAGS];

type Context = Readonly<{ account: string; store: TwitterStore; now: number; recognizesDuplicates: boolean }>;

/** Checks the body and returns the post to store. @throws Refusal with X's messages */
export function newPostIn(body: JsonRecord, context: Context): Omit<TwitterPost, 'createdAt'> {
  const unknown = Object.keys(body).find((name) => !KNOWN_FIELDS.includes(name));
  if (unknown !== undefined)
    throw invalid(unknown, body[unknown], `$.${unknown}: is not defined in the schema`);
  const { text = '', reply_settings: replySettings = null } = body;
  if (typeof text !== 'string') throw invalid('text', text, '$.text: must be a string');
  for (const flag of FLAGS)
    if (flag in body && typeof body[flag] !== 'boolean')
      throw invalid(flag, body[flag], `$.${flag}: must be a boolean`);
  if (
    replySettings !== null &&
    !(typeof replySettings === 'string' && REPLY_SETTINGS.includes(replySettings))
  )
    throw invalid('reply_settings', replySettings, 'reply_settings is not one of its values.');
  const mediaIds = mediaIn(body, context);
  if (text.trim() === '' && mediaIds.length === 0)
    throw invalid('text', text, 'Your post needs a text or media.');
  const max = isPremium(context.account) ? LONG_MAX : SHORT_MAX;
  if (xWeightedLength(text, URL_LENGTH) > max) throw forbidden('Your post text is too long.');
  const parent = repliedIn(body, context);
  if (context.recognizesDuplicates && mediaIds.length === 0 && isRepeated(text, parent, context))
    throw forbidden('You are not allowed to create a Tweet with duplicate content.');
  return {
    id: nextId(context.now),
    account: context.account,
    text,
    mediaIds,
    replySettings,
    inReplyTo: parent?.id ?? null,
    names: parent && parent.account !== context.account ? [parent.account] : [],
    published: true,
  };
}

const NOT_MENTIONED =
  'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.';

/** Whether the text itself contains this name. Names that X puts in front of a reply do not count. */
const isNamedIn = (text: string, account: string): boolean => namesIn(text).includes(account.toLowerCase());

/** The names in a text, in lower case like account names. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w@])@(\w+)/gu)].map(([, name = '']) => name.toLowerCase());

const isRepeated = (text: string, parent: TwitterPost | null, { account, store, now }: Context): boolean =>
  store
    .posts()
    .some(
      (post) =>
        post.account === account &&
        post.mediaIds.length === 0 &&
        post.text === text &&
        post.inReplyTo === (parent?.id ?? null) &&
        post.createdAt > now - DAY_MS,
    );

/** Since 2026-04-16 the API accepts a reply only from accounts that the author named or quoted. */
function repliedIn({ reply }: JsonRecord, { account, store }: Context): TwitterPost | null {
  if (reply === undefined) return null;
  const id = isObject(reply) ? reply['in_reply_to_tweet_id'] : null;
  if (typeof id !== 'string') throw invalid('reply.in_reply_to_tweet_id', id, 'An id is a string.');
  const parent = store.post(id);
  if (!parent) throw notFound(`tweet with id: [${id}]`);
  if (parent.account !== account && !isNamedIn(parent.text, account)) throw forbidden(NOT_MENTIONED);
  return parent;
}

function mediaIn({ media }: JsonRecord, context: Context): readonly string[] {
  if (media === undefined) return [];
  const ids: unknown = isObject(media) ? media['media_ids'] : null;
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every((id) => typeof id === 'string'))
    throw invalid('media.media_ids', ids, '$.media.media_ids: must be a list of strings');
  const found = ids.map((id) => usableFile(id, context));
  const images = found.filter(({ category }) => category === 'tweet_image');
  if (found.length > IMAGES_MAX || (images.length < found.length && found.length > 1))
    throw invalid('media.media_ids', ids, 'At most four photos, or one GIF, or one video.');
  return ids;
}

function usableFile(id: string, { account, store, now }: Context): TwitterFile {
  const media = store.media(id);
  const isUsable = media?.account === account && media.endsAt > now;
  if (!isUsable || !media.file || media.file.readyAt > now || media.file.failed)
    throw invalid('media.media_ids', id, 'Your media IDs are invalid.');
  return media;
}
