import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { readPages, type OwnPostSearch } from '../../kit/own-post-search.ts';
import { comparableText } from '../../kit/shown-text.ts';
import type { Ask } from '../client.ts';

const PAGE = 20;
const PAGES_MAX = 5;
/**
 * Clocks may differ by this much. A post from a few minutes before the attempt is ruled out by its text, or because it is already
 * claimed.
 */
const CLOCK_DIFFERENCE_MS = 300_000;
/**
 * The minimum length of a cut text. Lists contain at most 150 characters of a text:
 * developers.tiktok.com/doc/tiktok-api-v2-video-object.
 */
const SHOWN_MIN = 140;

type Expected = Readonly<{ text: string; title: string | null; attemptStartedAt: string }>;
export type TikTokOwnPost = Readonly<{ id: string; url: string | null }>;

/**
 * The account's public posts since the attempt began that match the sent text, oldest first. Uses `POST /v2/video/list/` with the
 * scope `video.list`. `brokeOff` may be any error of `ask`.
 */
export async function ownPosts(ask: Ask, expected: Expected): Promise<OwnPostSearch<TikTokOwnPost>> {
  const earliest = Date.parse(expected.attemptStartedAt) - CLOCK_DIFFERENCE_MS;
  const found: TikTokOwnPost[] = [];
  const brokeOff = await readPages(async () => {
    let cursor: JsonValue | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const data = await ask({
        path: '/v2/video/list/',
        query: { fields: 'id,title,video_description,create_time,share_url' },
        json: { max_count: PAGE, ...(cursor !== undefined && { cursor }) },
      });
      const posts = listOf(at(data, 'videos'));
      const recent = posts.filter((post) => createdAt(post) >= earliest);
      found.push(...recent.flatMap((post) => ownPostIn(post, expected)));
      cursor = at(data, 'cursor');
      if (recent.length < posts.length || at(data, 'has_more') !== true || cursor === undefined) break;
    }
  });
  return { found: found.reverse(), brokeOff };
}

/** In milliseconds; TikTok returns Unix seconds. */
const createdAt = (post: JsonValue): number => Number(at(post, 'create_time') ?? NaN) * 1000;

function ownPostIn(post: JsonValue, { text, title }: Expected): TikTokOwnPost[] {
  const id = idIn(at(post, 'id'));
  const shown = ['title', 'video_description'].flatMap((name) => textOf(at(post, name)) ?? []);
  const sent = [text, title === null ? text : `${title} ${text}`];
  const isOurs = shown.some((shownText) => sent.some((sentText) => isShownFor(sentText, shownText)));
  return id !== null && isOurs ? [{ id, url: textOf(at(post, 'share_url')) }] : [];
}

/** Whether `shown` is the sent text, or the beginning of a long text. */
function isShownFor(sent: string, shown: string): boolean {
  const words = comparableText(shown);
  if (words === '' || words === comparableText(sent)) return words !== '';
  const beginning = comparableText(shown.replace(/(?:…|\.\.\.)\s*$/u, ''));
  return shown.length >= SHOWN_MIN && comparableText(sent).startsWith(beginning);
}
