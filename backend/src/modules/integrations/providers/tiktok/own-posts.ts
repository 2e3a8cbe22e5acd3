import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, listOf, textOf } from '../json.ts';
import type { Ask } from './client.ts';

const PAGE = 20;
const PAGES_MAX = 5;
/** Their clock and ours. */
const DOUBT_MS = 60_000;

type Wanted = Readonly<{ text: string; title: string | null; armedAt: string }>;
export type OwnPost = Readonly<{ id: string; url: string | null }>;

/**
 * Public posts of the account since the attempt began that read as what was sent, oldest first.
 * `POST /v2/video/list/`, scope `video.list`. @throws as `Ask`
 */
export async function ownPosts(ask: Ask, wanted: Wanted): Promise<readonly OwnPost[]> {
  const earliest = Date.parse(wanted.armedAt) - DOUBT_MS;
  const found: OwnPost[] = [];
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
  return found.reverse();
}

/** Unix seconds. */
const createdAt = (post: JsonValue): number => Number(at(post, 'create_time') ?? NaN) * 1000;

function ownPostIn(post: JsonValue, { text, title }: Wanted): OwnPost[] {
  const id = at(post, 'id');
  const known = typeof id === 'number' ? String(id) : textOf(id);
  const shown = ['title', 'video_description'].map((name) => plain(textOf(at(post, name)) ?? ''));
  const sent = [text, title === null ? text : `${title} ${text}`].map(plain);
  const isOurs = shown.some((words) => words !== '' && sent.includes(words));
  return known !== null && isOurs ? [{ id: known, url: textOf(at(post, 'share_url')) }] : [];
}

const plain = (words: string): string => words.normalize('NFC').replace(/\s+/gu, ' ').trim();
