import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { readPages, type OwnPostSearch } from '../../kit/own-post-search.ts';
import { timeOfId } from './ids.ts';
import { TwitterError, type TwitterClient } from '../client/client.ts';
import type { TwitterSession } from '../tokens.ts';
import { isText, isSameText } from './shown-text.ts';

const PAGE = 100;
const PAGES_MAX = 10;
/** Times have whole seconds here, and the clocks of two machines differ. An older post with the same text was claimed before. */
const CLOCK_DIFFERENCE_MS = 300_000;

/**
 * X renames fields (`tweet.fields` and `referenced_tweets` have newer names in its specification of 2026-08) and refuses a name that
 * it does not know. Without any names it still returns ids and texts.
 */
const NAMED: Readonly<Record<string, string>> = {
  'tweet.fields': 'created_at,entities,note_tweet,attachments,referenced_tweets',
};

/** `fileIds`: the files uploaded for the post; `files`: how many it has. */
export type WantedTwitterPost = Readonly<{
  text: string;
  fileIds: readonly string[];
  files: number;
  armedAt: string;
  /** The post that this one answers; absent: none. */
  parentId?: string;
}>;

/**
 * The ids of our own posts since the attempt began that match the sent text: those with our own files first, then the oldest. Each post
 * that is read costs its price, so the request covers only the time after the attempt.
 * It may break off by TokenRefused, TwitterError, OutgoingError (also when the list is no list), BreakerOpen.
 */
export async function ownPosts(
  client: TwitterClient,
  { token, userId }: TwitterSession,
  wanted: WantedTwitterPost,
): Promise<OwnPostSearch<string>> {
  const earliest = Date.parse(wanted.armedAt) - CLOCK_DIFFERENCE_MS;
  const found: Found[] = [];
  let namesFiles = false;
  const brokeOff = await readPages(async () => {
    let next: string | null = null;
    // A post that answers none is not among the replies, so this request need not pay for them.
    const exclude = wanted.parentId === undefined ? 'replies,retweets' : 'retweets';
    const first = { exclude, ...NAMED };
    let named: Readonly<Record<string, string>> = first;
    for (let page = 0; page < PAGES_MAX; page++) {
      const read = (more: Readonly<Record<string, string>>) =>
        client.send({
          token,
          path: `/2/users/${encodeURIComponent(userId)}/tweets`,
          query: {
            max_results: String(PAGE),
            // Whole seconds only: X refuses a fraction.
            start_time: `${new Date(earliest).toISOString().slice(0, 19)}Z`,
            ...more,
            ...(next !== null && { pagination_token: next }),
          },
        });
      const { body } = await read(named).catch((error: unknown) => {
        if (page > 0 || !(error instanceof TwitterError && error.status === 400 && error.spoken)) throw error;
        named = {};
        return read(named);
      });
      const isPlain = named !== first;
      // X leaves an empty list out; only the count shows it.
      if (!Array.isArray(body['data']) && at(body, 'meta', 'result_count') !== 0)
        throw unreadable(client, 'no list');
      const posts = listOf(body['data']);
      namesFiles ||= posts.some((post) => filesOf(post) !== null);
      found.push(...posts.flatMap((post) => (isPlain ? plainIn(post, wanted) : foundIn(post, wanted))));
      if (found.some(({ createdAt }) => createdAt === null)) throw unreadable(client, 'posts without a time');
      next = textOf(at(body, 'meta', 'next_token'));
      if (next === null || endsBefore(earliest, posts)) return;
    }
    throw unreadable(client, 'too many posts to look through');
  });
  return { found: ownOf(found, { wanted, earliest, namesFiles }), brokeOff };
}

type Found = Readonly<{ id: string; createdAt: number | null; files: readonly string[] | null }>;

const unreadable = (client: TwitterClient, what: string): OutgoingError =>
  new OutgoingError('unreadable', true, new URL(client.base).host, `answers ${what}`);

/** Null: the answer names no files. */
function filesOf(post: JsonValue): readonly string[] | null {
  const attachments = at(post, 'attachments');
  return attachments === undefined
    ? null
    : listOf(at(attachments, 'media_keys')).map((key) => textOf(key) ?? '');
}

function timeOf(post: JsonValue | undefined): number | null {
  const time = Date.parse(textOf(at(post, 'created_at')) ?? '');
  return Number.isNaN(time) ? null : time;
}

function foundIn(post: JsonValue, { text, parentId }: WantedTwitterPost): Found[] {
  const id = idIn(at(post, 'id'));
  const references = listOf(at(post, 'referenced_tweets') ?? at(post, 'referenced_posts'));
  const answered = references.find((reference) => at(reference, 'type') === 'replied_to');
  const isInPlace = parentId === undefined ? references.length === 0 : idIn(at(answered, 'id')) === parentId;
  if (id === null || !isInPlace || !isText(text, post)) return [];
  return [{ id, createdAt: timeOf(post), files: filesOf(post) }];
}

/** For a post with only an id and a text. */
function plainIn(post: JsonValue, { text, parentId }: WantedTwitterPost): Found[] {
  const id = idIn(at(post, 'id'));
  const shown = textOf(at(post, 'text')) ?? '';
  const said = parentId === undefined ? shown : shown.replace(/^(?:@\w+\s+)+/u, '');
  if (id === null || !/^\d{1,19}$/u.test(id) || !isSameText(text, said)) return [];
  return [{ id, createdAt: timeOfId(id), files: null }];
}

/** Whether this page, from the newest post to the oldest, is the last that matters. If so, the server ignored `start_time`. */
function endsBefore(earliest: number, posts: readonly JsonValue[]): boolean {
  const [newest, oldest] = [timeOf(posts[0]), timeOf(posts.at(-1))];
  return newest !== null && oldest !== null && oldest <= newest && oldest < earliest;
}

/** When a list names no files of any post, only the texts can decide. */
function ownOf(
  found: readonly Found[],
  {
    wanted,
    earliest,
    namesFiles,
  }: Readonly<{ wanted: WantedTwitterPost; earliest: number; namesFiles: boolean }>,
): readonly string[] {
  const isOwn = ({ createdAt, files }: Found): boolean =>
    (createdAt ?? 0) >= earliest &&
    ((files ?? []).length === wanted.files || (files === null && !namesFiles));
  // A key is the file's id after a number for its kind.
  const hasOurFiles = ({ files }: Found): boolean =>
    wanted.fileIds.some((file) => (files ?? []).some((key) => key === file || key.endsWith(`_${file}`)));
  return found
    .filter(isOwn)
    .reverse()
    .sort((a, b) => Number(hasOurFiles(b)) - Number(hasOurFiles(a)))
    .map(({ id }) => id);
}
