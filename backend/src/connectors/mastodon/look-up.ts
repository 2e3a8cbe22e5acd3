import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { AccountAccess } from '../contract/account-access.ts';
import type { LookUpOutcome } from '../contract/outcome.ts';
import { at, idIn, listOf, textOf } from '../kit/json.ts';
import { published } from '../kit/outcomes.ts';
import { firstClaimed, readPages } from '../kit/own-post-search.ts';
import { MastodonError, STATUS_BYTES, type MastodonClient } from './client/client.ts';
import type { MastodonSession } from './tokens.ts';
import { createdAt, earliestFor, StatusPages, type Since } from './client/status-pages.ts';
import { saysGone } from './errors.ts';
import { isLimited } from './limits.ts';
import { pathOf, THREAD_BYTES } from './publish/statuses.ts';
import { isSource, isText, mayBeText } from './publish/status-text.ts';

export type ExpectedStatus = Since &
  Readonly<{
    text: string;
    mediaIds: readonly string[];
    /** The status to which the expected status replies; absent: the status is not a reply. */
    parentId?: string;
  }>;
/** `isCertain` is false for a status whose text is only similar: servers that format texts change them. */
type Found = Readonly<{
  id: string;
  url: string | null;
  at: number;
  isLimited: boolean;
  isCertain: boolean;
  hasOurFiles: boolean;
}>;

/**
 * Finds the account's own status since the attempt began: the oldest match that no other publication has claimed. A certain match
 * counts even if the search ends early.
 * @throws MastodonError, OutgoingError (also when the response is not a list), BreakerOpen
 */
export async function lookUpStatus(
  client: MastodonClient,
  session: MastodonSession,
  access: Pick<AccountAccess, 'claim'>,
  expected: ExpectedStatus,
  now: () => Date,
): Promise<LookUpOutcome> {
  const hasText = expected.text.trim() !== '';
  const similar = new Map<string, Found>();
  const claimed: Found[] = [];
  const brokeOff = await readPages(async () => {
    for await (const { statuses, isInOrder } of new StatusPages(client, session, expected, now).read()) {
      const found = statuses.flatMap((status) => foundIn(status, expected)).toSorted(oldestFirst);
      for (const each of found) similar.set(each.id, each);
      // With `isInOrder`, all earlier statuses have been read, so the first sure match is the oldest.
      const sureMatches = isInOrder ? found.filter((each) => isSure(each, expected)) : [];
      const ownStatus = await firstClaimed(access, { found: sureMatches, brokeOff: null }, ({ id }) => id);
      if (ownStatus) {
        claimed.push(ownStatus);
        return;
      }
    }
  });
  const ownStatus =
    claimed[0] ??
    (await firstOurs([...similar.values()].toSorted(surestFirst))) ??
    (await firstOurs((await foundBelowParent()).toSorted(surestFirst)));
  if (ownStatus) return published(ownStatus.id, ownStatus.url, ownStatus);
  if (brokeOff) throw brokeOff;
  // Some servers change the ids of files. So a status without a text may be ours even if its files have other ids.
  return { kind: hasText || similar.size === 0 ? 'absent' : 'cannot-tell' };

  /** Pixelfed lists no replies among the statuses of an account, but below their parent. */
  async function foundBelowParent(): Promise<Found[]> {
    if (expected.parentId === undefined) return [];
    const replies = await ownBelow(client, session, expected.parentId, expected.attemptStartedAt, now());
    return replies.flatMap((status) => foundIn(status, expected));
  }
  async function firstOurs(found: readonly Found[]): Promise<Found | null> {
    for (const each of found) {
      const isOurs =
        each.isCertain || (hasText && (await hasSourceText(client, session, each.id, expected.text)));
      if (isOurs && (await access.claim(each.id))) return each;
    }
    return null;
  }
}

/** The account's own statuses below a status, since the attempt began. None if the parent no longer exists. */
async function ownBelow(
  client: MastodonClient,
  { server, token, accountId }: MastodonSession,
  parentId: string,
  attemptStartedAt: string,
  now: Date,
): Promise<readonly JsonValue[]> {
  try {
    const path = `${pathOf(parentId)}/context`;
    const { body, headers } = await client.send({ server, token, path, request: { maxBytes: THREAD_BYTES } });
    const earliest = earliestFor(attemptStartedAt, headers['date'], now);
    return listOf(at(body, 'descendants')).filter(
      (status) => idIn(at(status, 'account', 'id')) === accountId && !(createdAt(status) < earliest),
    );
  } catch (error) {
    if (saysGone(error)) return [];
    throw error;
  }
}

/** Whether the status is certainly this publication. The text alone is not enough for a publication with files. */
const isSure = ({ hasOurFiles, isCertain }: Found, { mediaIds }: ExpectedStatus): boolean =>
  hasOurFiles || (isCertain && mediaIds.length === 0);
const oldestFirst = (one: Found, other: Found): number => one.at - other.at;
/** Statuses with our files come first, and statuses with only a similar text last. */
const surestFirst = (one: Found, other: Found): number =>
  sureness(other) - sureness(one) || oldestFirst(one, other);
const sureness = ({ hasOurFiles, isCertain }: Found): number => Number(hasOurFiles) + Number(isCertain);

function foundIn(status: JsonValue, { text, mediaIds, parentId }: ExpectedStatus): Found[] {
  const content = textOf(at(status, 'content')) ?? '';
  const id = idIn(at(status, 'id'));
  const parent = at(status, 'in_reply_to_id');
  const hasExpectedParent = parentId === undefined ? isAbsent(parent) : idIn(parent) === parentId;
  const isPost = hasExpectedParent && isAbsent(at(status, 'reblog'));
  const files = listOf(at(status, 'media_attachments')).map((file) => idIn(at(file, 'id')));
  if (id === null || !isPost || files.length !== mediaIds.length) return [];
  // A file belongs to one post. On some servers, the file has a different id in the post.
  const hasOurFiles = files.length > 0 && mediaIds.every((own) => files.includes(own));
  // Without a text, only the files can match with certainty.
  const isCertain = hasOurFiles || (text.trim() !== '' && isText(text, content));
  if (!isCertain && !mayBeText(text, content)) return [];
  const url = textOf(at(status, 'url'));
  return [
    {
      id,
      url,
      at: createdAt(status),
      isLimited: isLimited(at(status, 'visibility')),
      isCertain,
      hasOurFiles,
    },
  ];
}

const isAbsent = (value: JsonValue | undefined): boolean => value === undefined || value === null;

/**
 * Compares the source text of a status, as the server stores it. @returns false also if the server does not support this call
 * @throws MastodonError, OutgoingError, BreakerOpen
 */
async function hasSourceText(
  client: MastodonClient,
  { server, token }: MastodonSession,
  id: string,
  text: string,
): Promise<boolean> {
  try {
    const path = `/api/v1/statuses/${encodeURIComponent(id)}/source`;
    const { body } = await client.send({ server, token, path, request: { maxBytes: STATUS_BYTES } });
    const source = textOf(at(body, 'text'));
    return source !== null && isSource(text, source);
  } catch (error) {
    if (error instanceof MastodonError && NO_SOURCE.has(error.status)) return false;
    throw error;
  }
}

const NO_SOURCE = new Set([400, 403, 404, 405, 410, 422, 501]);
