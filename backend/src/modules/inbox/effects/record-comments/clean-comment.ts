import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { storable, storableId, storableJson } from '#infrastructure/outgoing/storable-text.ts';
import type { RemoteComment } from '#modules/integrations/ports/comments-of-accounts.ts';

/** The maximum length in UTF-16 units. No known platform has longer comments. */
const TEXT_MAX = 20_000;
const NAME_MAX = 300;
const ADDRESS_MAX = 2_048;

const short = (text: string, max: number): string => storable(text.slice(0, max));

/** How far in the future a time may be, in milliseconds. Clocks differ, and some authors can set the time themselves. */
const AHEAD_MAX = 24 * 3_600_000;
const EARLIEST = '1970-01-01T00:00:00.000Z';

/**
 * Returns a plausible time. A time far in the future becomes now: otherwise the comment would stay first in each list. A text that is not a
 * time becomes the earliest time.
 */
function plausible(instant: string, now: string): string {
  const time = Date.parse(instant);
  if (!(time >= 0)) return EARLIEST;
  return time > Date.parse(now) + AHEAD_MAX ? now : instant;
}

/**
 * Makes a comment safe to store, whatever its platform sent: shortens texts and replaces characters and times. Never shortens references,
 * which belong to the connector.
 * @param seenAt when the comment was read
 */
export function cleanComment(comment: RemoteComment, seenAt: string): RemoteComment {
  const { key, remoteId, postRemoteId, parentRemoteId, author, text, permalink, refs } = comment;
  const { createdAt, editedAt } = comment;
  return {
    ...comment,
    key: storableId(key),
    remoteId: storableId(remoteId),
    postRemoteId: storableId(postRemoteId),
    parentRemoteId: parentRemoteId === null ? null : storableId(parentRemoteId),
    author: {
      ...author,
      remoteId: storableId(author.remoteId),
      handle: short(author.handle, NAME_MAX),
      name: author.name === null ? null : short(author.name, NAME_MAX),
    },
    text: short(text, TEXT_MAX),
    createdAt: plausible(createdAt, seenAt),
    editedAt: editedAt === null ? null : plausible(editedAt, seenAt),
    // A shortened URL would not work.
    permalink: permalink === null || permalink.length > ADDRESS_MAX ? null : storable(permalink),
    refs: storableJson(refs) as JsonObject,
  };
}
