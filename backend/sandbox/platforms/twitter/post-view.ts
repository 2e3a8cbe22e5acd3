import { createHash } from 'node:crypto';
import { xLinksIn, xWeightedLength } from '@posthorn/contracts/integrations/x-text';
import type { Counter, PostCounters } from '../../state/post-counters.ts';
import { userId } from './ids.ts';
import { keyOf } from './media-view.ts';
import { SHORT_MAX, URL_LENGTH } from './post-rules.ts';
import type { TwitterFile, TwitterPost, TwitterStore } from './twitter-store.ts';

export const POST_FIELDS: readonly string[] = [
  'attachments',
  'author_id',
  'conversation_id',
  'created_at',
  'entities',
  'note_tweet',
  'referenced_tweets',
  'display_text_range',
  'in_reply_to_user_id',
  'public_metrics',
];
/** The field names of the specification of 2026-08. */
export const RENAMED: Readonly<Record<string, string>> = {
  note_tweet: 'note_post',
  referenced_tweets: 'referenced_posts',
};

type Link = Readonly<{ start: number; end: number; url: string; expanded_url: string; display_url: string }>;
type Shown = Readonly<{ text: string; urls: readonly Link[] }>;

/** Shows a post as X does: with a short link for each URL and one more for the files. `&`, `<` and `>` become entities. */
export class TwitterPostView {
  readonly #store: TwitterStore;
  readonly #counters: PostCounters;

  constructor(store: TwitterStore, counters: PostCounters) {
    this.#store = store;
    this.#counters = counters;
  }

  path({ account, id }: TwitterPost): string {
    return `/twitter/${account}/status/${id}`;
  }

  mediaOf({ mediaIds }: TwitterPost): readonly TwitterFile[] {
    return mediaIds.flatMap((id) => this.#store.media(id) ?? []);
  }

  /** The response to a new post. */
  brief(post: TwitterPost): object {
    const versions = post.versions ?? [post.id];
    return { id: versions.at(-1), text: this.#short(post).text, edit_history_tweet_ids: versions };
  }

  /** `fields`: the requested `tweet.fields`; the view contains no others. `renamed`: use the names of the specification of 2026-08. */
  viewOf(post: TwitterPost, fields: readonly string[], renamed: boolean): object {
    const short = this.#short(post);
    const isLong = isLongText(fullText(post));
    const repliedTo = post.inReplyTo ? this.#store.post(post.inReplyTo) : undefined;
    const note = isLong ? noteOf(shortenLinks(post, fullText(post))) : undefined;
    const references = post.inReplyTo ? [{ type: 'replied_to', id: post.inReplyTo }] : undefined;
    const files = this.mediaOf(post);
    const optionalFields: Readonly<Record<string, unknown>> = {
      created_at: new Date(Math.floor((post.editedAt ?? post.createdAt) / 1000) * 1000).toISOString(),
      author_id: userId(post.account),
      conversation_id: this.rootOf(post).id,
      entities: short.urls.length > 0 ? { urls: short.urls } : undefined,
      note_tweet: note,
      note_post: note,
      attachments: files.length > 0 ? { media_keys: files.map(keyOf) } : undefined,
      referenced_tweets: references,
      referenced_posts: references,
      in_reply_to_user_id: repliedTo && userId(repliedTo.account),
      display_text_range: [fullText(post).length - post.text.length, short.text.length],
      public_metrics: this.#metricsOf(post, renamed),
    };
    const requested = Object.entries(optionalFields).filter(([name]) => fields.includes(name));
    return { ...this.brief(post), ...Object.fromEntries(requested) };
  }

  rootOf(post: TwitterPost): TwitterPost {
    const parent = post.inReplyTo ? this.#store.post(post.inReplyTo) : undefined;
    return parent ? this.rootOf(parent) : post;
  }

  #metricsOf({ id }: TwitterPost, renamed: boolean): object {
    const count = (counter: Counter, counted = 0) => this.#counters.countOf('twitter', id, counter, counted);
    return {
      [renamed ? 'repost_count' : 'retweet_count']: count('shares'),
      reply_count: count('comments', this.#store.repliesTo(id).length),
      like_count: count('likes'),
      quote_count: count('quotes'),
      impression_count: count('impressions'),
    };
  }

  /** The text and the links of a post outside its full view: at most 270 characters of a long text. */
  #short(post: TwitterPost): Shown {
    const full = fullText(post);
    const text = isLongText(full) ? `${Array.from(full).slice(0, 270).join('')}…` : full;
    const { text: written, urls } = shortenLinks(post, text);
    const files = this.mediaOf(post);
    if (files.length === 0) return { text: written, urls };
    const start = written === '' ? 0 : written.length + 1;
    const url = shortLink(post.id, 'files');
    const links = files.map((file) => ({
      start,
      end: start + url.length,
      url,
      expanded_url: `https://x.com/${post.account}/status/${post.id}/${file.category === 'tweet_video' ? 'video' : 'photo'}/1`,
      display_url: `pic.x.com/${post.id}`,
      media_key: keyOf(file),
    }));
    return { text: written === '' ? url : `${written} ${url}`, urls: [...urls, ...links] };
  }
}

/** The text with the names that X puts in front of a reply. */
export const fullText = ({ names = [], text }: Pick<TwitterPost, 'names' | 'text'>): string =>
  [...names.map((name) => `@${name}`), text].join(' ');

const isLongText = (text: string): boolean => xWeightedLength(text, URL_LENGTH) > SHORT_MAX;

const noteOf = ({ text, urls }: Shown): object => ({ text, ...(urls.length > 0 && { entities: { urls } }) });

function shortenLinks(post: TwitterPost, source: string): Shown {
  const urls: Link[] = [];
  let text = '';
  let rest = source.normalize('NFC').trim();
  for (const [index, link] of xLinksIn(rest).entries()) {
    const at = rest.indexOf(link);
    text += escapeText(rest.slice(0, at));
    const url = shortLink(post.id, String(index));
    const expanded_url = /^https?:/i.test(link) ? link : `http://${link}`;
    const display_url = link.replace(/^https?:\/\//i, '');
    urls.push({ start: text.length, end: text.length + url.length, url, expanded_url, display_url });
    text += url;
    rest = rest.slice(at + link.length);
  }
  return { text: text + escapeText(rest), urls };
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const shortLink = (id: string, what: string): string =>
  `https://t.co/${createHash('sha256').update(`${id} ${what}`).digest('base64').replace(/[+/=]/g, '').slice(0, 10)}`;
