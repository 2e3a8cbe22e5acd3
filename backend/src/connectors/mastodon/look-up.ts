import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { AccountAccess } from '../contract/account-access.ts';
import type { LookUpOutcome } from '../contract/outcome.ts';
import { at, idIn, listOf, textOf } from '../kit/json.ts';
import { published } from '../kit/outcomes.ts';
import { firstClaimed, readPages } from '../kit/own-post-search.ts';
import { MastodonError, STATUS_BYTES, type MastodonClient } from './client/client.ts';
import type { MastodonSession } from './tokens.ts';
import { createdAt, StatusPages, type Since } from './client/status-pages.ts';
import { isSource, isText, mayBeText } from './publish/status-text.ts';

export type WantedStatus = Since &
  Readonly<{
    text: string;
    mediaIds: readonly string[];
    /** The status that it replies to; absent: none. */
    parentId?: string;
  }>;
/** `isCertain` is false for a status that is only similar, because servers that format a text change it. */
type Found = Readonly<{
  id: string;
  url: string | null;
  at: number;
  isCertain: boolean;
  hasOurFiles: boolean;
}>;

/**
 * The account's own status since the attempt began that matches: the oldest that no other publication has claimed. A certain match counts
 * even if the reading stops early.
 * @throws MastodonError, OutgoingError (also when the list is no list), BreakerOpen: the outcome stays unknown
 */
export async function lookUpStatus(
  client: MastodonClient,
  session: MastodonSession,
  access: Pick<AccountAccess, 'claim'>,
  wanted: WantedStatus,
  now: () => Date,
): Promise<LookUpOutcome> {
  const alike = new Map<string, Found>();
  const claimed: Found[] = [];
  const brokeOff = await readPages(async () => {
    for await (const { statuses, isInOrder } of new StatusPages(client, session, wanted, now).read()) {
      const found = statuses.flatMap((status) => foundIn(status, wanted)).toSorted(oldestFirst);
      for (const each of found) alike.set(each.id, each);
      // All earlier statuses have been read.
      const sure = isInOrder ? found.filter((each) => isSure(each, wanted)) : [];
      const ours = await firstClaimed(access, { found: sure, brokeOff: null }, ({ id }) => id);
      if (ours) {
        claimed.push(ours);
        return;
      }
    }
  });
  const ours = claimed[0] ?? (await firstOurs([...alike.values()].toSorted(surestFirst)));
  if (ours) return published(ours.id, ours.url);
  if (brokeOff) throw brokeOff;
  return { kind: 'absent' };

  async function firstOurs(found: readonly Found[]): Promise<Found | null> {
    for (const each of found) {
      const isOurs = each.isCertain || (await isMadeOf(client, session, each.id, wanted.text));
      if (isOurs && (await access.claim(each.id))) return each;
    }
    return null;
  }
}

const isSure = ({ hasOurFiles, isCertain }: Found, { mediaIds }: WantedStatus): boolean =>
  hasOurFiles || (isCertain && mediaIds.length === 0);
const oldestFirst = (one: Found, other: Found): number => one.at - other.at;
/** With equal texts, the status with our own files comes first. Only similar ones come last. */
const surestFirst = (one: Found, other: Found): number =>
  sureness(other) - sureness(one) || oldestFirst(one, other);
const sureness = ({ hasOurFiles, isCertain }: Found): number => Number(hasOurFiles) + Number(isCertain);

function foundIn(status: JsonValue, { text, mediaIds, parentId }: WantedStatus): Found[] {
  const content = textOf(at(status, 'content')) ?? '';
  const id = idIn(at(status, 'id'));
  const answered = at(status, 'in_reply_to_id');
  const isInPlace = parentId === undefined ? isNothing(answered) : idIn(answered) === parentId;
  const isPost = isInPlace && isNothing(at(status, 'reblog'));
  const files = listOf(at(status, 'media_attachments')).map((file) => idIn(at(file, 'id')));
  if (id === null || !isPost || files.length !== mediaIds.length) return [];
  // A file belongs to one post. Some servers give it another id in the post.
  const hasOurFiles = files.length > 0 && mediaIds.every((own) => files.includes(own));
  const certain = hasOurFiles || isText(text, content);
  if (!certain && !mayBeText(text, content)) return [];
  return [{ id, url: textOf(at(status, 'url')), at: createdAt(status), isCertain: certain, hasOurFiles }];
}

const isNothing = (value: JsonValue | undefined): boolean => value === undefined || value === null;

/**
 * Asks the server for the source text of a status. @returns false also for a server without that call
 * @throws MastodonError, OutgoingError, BreakerOpen
 */
async function isMadeOf(
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
