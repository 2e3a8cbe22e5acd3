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
/** The tolerance for times: they have whole seconds, and clocks differ. An older post with the same text is already claimed. */
const CLOCK_DIFFERENCE_MS = 300_000;

/**
 * The requested fields. X's specification of 2026-08 renames `tweet.fields` and `referenced_tweets`, and X refuses unknown names.
 * Without this parameter, X still returns ids and texts.
 */
const FIELDS: Readonly<Record<string, string>> = {
  'tweet.fields': 'created_at,entities,note_tweet,attachments,referenced_tweets',
};

/** `fileIds`: the files that were uploaded for the post; `files`: the number of files in the post. */
export type ExpectedTwitterPost = Readonly<{
  text: string;
  fileIds: readonly string[];
  files: number;
  attemptStartedAt: string;
  /** The id of the post to which the expected post replies; absent: the expected post is not a reply. */
  parentId?: string;
}>;

/**
 * The ids of the account's own posts since the attempt began that match the sent text: posts with our files first, then oldest
 * first. X charges for each returned post, so the request covers only the time since the attempt. `brokeOff` may be a
 * TokenRefused, TwitterError, OutgoingError (also when the response is not a list) or BreakerOpen. `isDoubtful`: a post without a text was
 * expected, and the list contains such posts, but not with our files.
 */
export async function ownPosts(
  client: TwitterClient,
  { token, userId }: TwitterSession,
  expected: ExpectedTwitterPost,
): Promise<OwnPostSearch<string> & Readonly<{ isDoubtful: boolean }>> {
  const earliest = Date.parse(expected.attemptStartedAt) - CLOCK_DIFFERENCE_MS;
  const found: Found[] = [];
  let listsFiles = false;
  const brokeOff = await readPages(async () => {
    let next: string | null = null;
    // If the expected post is not a reply, the request excludes replies, because X would charge for them.
    const exclude = expected.parentId === undefined ? 'replies,retweets' : 'retweets';
    const first = { exclude, ...FIELDS };
    let fields: Readonly<Record<string, string>> = first;
    for (let page = 0; page < PAGES_MAX; page++) {
      const readPage = (extra: Readonly<Record<string, string>>) =>
        client.send({
          token,
          path: `/2/users/${encodeURIComponent(userId)}/tweets`,
          query: {
            max_results: String(PAGE),
            // X refuses fractions of seconds.
            start_time: `${new Date(earliest).toISOString().slice(0, 19)}Z`,
            ...extra,
            ...(next !== null && { pagination_token: next }),
          },
        });
      const { body } = await readPage(fields).catch((error: unknown) => {
        if (page > 0 || !(error instanceof TwitterError && error.status === 400 && error.isFromPlatform))
          throw error;
        fields = {};
        return readPage(fields);
      });
      const hasOnlyText = fields !== first;
      // X leaves out an empty list; then only the count is 0.
      if (!Array.isArray(body['data']) && at(body, 'meta', 'result_count') !== 0)
        throw unreadableResponse(client, 'no list');
      const posts = listOf(body['data']);
      listsFiles ||= posts.some((post) => filesOf(post) !== null);
      found.push(
        ...posts.flatMap((post) => (hasOnlyText ? matchByTextIn(post, expected) : matchIn(post, expected))),
      );
      if (found.some(({ createdAt }) => createdAt === null))
        throw unreadableResponse(client, 'posts without a time');
      next = textOf(at(body, 'meta', 'next_token'));
      if (next === null || endsBefore(earliest, posts)) return;
    }
    throw unreadableResponse(client, 'too many posts to look through');
  });
  const possible = possibleIn(found, { expected, earliest, listsFiles });
  // Without a text, only the files can match.
  const own = expected.text.trim() === '' ? possible.filter(({ hasOurFiles }) => hasOurFiles) : possible;
  return {
    found: own.map(({ id }) => id),
    brokeOff,
    isDoubtful: own.length === 0 && possible.length > 0,
  };
}

type Found = Readonly<{ id: string; createdAt: number | null; files: readonly string[] | null }>;

const unreadableResponse = (client: TwitterClient, what: string): OutgoingError =>
  new OutgoingError('unreadable', true, new URL(client.base).host, `answers ${what}`);

/** The media keys of a post; null: the response contains no files. */
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

function matchIn(post: JsonValue, { text, parentId }: ExpectedTwitterPost): Found[] {
  const id = idIn(at(post, 'id'));
  const references = listOf(at(post, 'referenced_tweets') ?? at(post, 'referenced_posts'));
  const parentReference = references.find((reference) => at(reference, 'type') === 'replied_to');
  const hasExpectedParent =
    parentId === undefined ? references.length === 0 : idIn(at(parentReference, 'id')) === parentId;
  if (id === null || !hasExpectedParent || !isText(text, post)) return [];
  return [{ id, createdAt: timeOf(post), files: filesOf(post) }];
}

/** The match for a post of which X returned only id and text. */
function matchByTextIn(post: JsonValue, { text, parentId }: ExpectedTwitterPost): Found[] {
  const id = idIn(at(post, 'id'));
  const shown = textOf(at(post, 'text')) ?? '';
  const textWithoutMentions = parentId === undefined ? shown : shown.replace(/^(?:@\w+\s+)+/u, '');
  if (id === null || !/^\d{1,19}$/u.test(id) || !isSameText(text, textWithoutMentions)) return [];
  return [{ id, createdAt: timeOfId(id), files: null }];
}

/** Whether all posts on the next pages are too old. This happens only if the server ignores `start_time`. */
function endsBefore(earliest: number, posts: readonly JsonValue[]): boolean {
  const [newest, oldest] = [timeOf(posts[0]), timeOf(posts.at(-1))];
  return newest !== null && oldest !== null && oldest <= newest && oldest < earliest;
}

/** The matching posts. If the list contains no files of any post, only the texts decide. */
function possibleIn(
  found: readonly Found[],
  {
    expected,
    earliest,
    listsFiles,
  }: Readonly<{ expected: ExpectedTwitterPost; earliest: number; listsFiles: boolean }>,
): readonly Readonly<{ id: string; hasOurFiles: boolean }>[] {
  const isOwn = ({ createdAt, files }: Found): boolean =>
    (createdAt ?? 0) >= earliest &&
    ((files ?? []).length === expected.files || (files === null && !listsFiles));
  // A media key consists of a number for the kind of file, and the file's id.
  const hasOurFiles = ({ files }: Found): boolean =>
    expected.fileIds.some((file) => (files ?? []).some((key) => key === file || key.endsWith(`_${file}`)));
  return found
    .filter(isOwn)
    .map((post) => ({ id: post.id, hasOurFiles: hasOurFiles(post) }))
    .reverse()
    .sort((a, b) => Number(b.hasOurFiles) - Number(a.hasOurFiles));
}
