import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { readPages, type OwnPostSearch } from '../../kit/own-post-search.ts';
import { comparableText } from '../../kit/shown-text.ts';
import type { Ask } from '../client.ts';

const PAGE = 20;
const PAGES_MAX = 5;
/** Clocks differ. A post from minutes before is ruled out by its words, or because it is already claimed. */
const CLOCK_DIFFERENCE_MS = 300_000;
/** Lists show no more than 150 characters of a text: developers.tiktok.com/doc/tiktok-api-v2-video-object. */
const SHOWN_MIN = 140;

type Wanted = Readonly<{ text: string; title: string | null; armedAt: string }>;
export type TikTokOwnPost = Readonly<{ id: string; url: string | null }>;

/**
 * The account's public posts since the attempt began that match the sent text, oldest first. `POST /v2/video/list/`, scope `video.list`. It may
 * break off as `Ask` throws.
 */
export async function ownPosts(ask: Ask, wanted: Wanted): Promise<OwnPostSearch<TikTokOwnPost>> {
  const earliest = Date.parse(wanted.armedAt) - CLOCK_DIFFERENCE_MS;
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
      found.push(...recent.flatMap((post) => ownPostIn(post, wanted)));
      cursor = at(data, 'cursor');
      if (recent.length < posts.length || at(data, 'has_more') !== true || cursor === undefined) break;
    }
  });
  return { found: found.reverse(), brokeOff };
}

/** Unix seconds. */
const createdAt = (post: JsonValue): number => Number(at(post, 'create_time') ?? NaN) * 1000;

function ownPostIn(post: JsonValue, { text, title }: Wanted): TikTokOwnPost[] {
  const id = idIn(at(post, 'id'));
  const shown = ['title', 'video_description'].flatMap((name) => textOf(at(post, name)) ?? []);
  const sent = [text, title === null ? text : `${title} ${text}`];
  const isOurs = shown.some((words) => sent.some((whole) => reads(words, whole)));
  return id !== null && isOurs ? [{ id, url: textOf(at(post, 'share_url')) }] : [];
}

/** Whether `shown` is the sent text, or its beginning as far as a list shows it. */
function reads(shown: string, sent: string): boolean {
  const words = comparableText(shown);
  if (words === '' || words === comparableText(sent)) return words !== '';
  const beginning = comparableText(shown.replace(/(?:…|\.\.\.)\s*$/u, ''));
  return shown.length >= SHOWN_MIN && comparableText(sent).startsWith(beginning);
}
