import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { storable, storableId, storableJson } from '#infrastructure/outgoing/storable-text.ts';
import type { RemoteComment } from '#modules/integrations/ports/comments-of-accounts.ts';

/** In UTF-16 units. No known platform has longer comments. */
const TEXT_MAX = 20_000;
const NAME_MAX = 300;
const ADDRESS_MAX = 2_048;

const short = (text: string, max: number): string => storable(text.slice(0, max));

/** In milliseconds. Clocks differ, and some authors can set the time themselves. */
const AHEAD_MAX = 24 * 3_600_000;
const NEVER_BEFORE = '1970-01-01T00:00:00.000Z';

/** Returns a plausible time: a time in the future becomes now, or the comment would stay first in each list for ever. */
function possible(instant: string, now: string): string {
  const time = Date.parse(instant);
  if (!(time >= 0)) return NEVER_BEFORE;
  return time > Date.parse(now) + AHEAD_MAX ? now : instant;
}

/**
 * Makes a stranger's comment safe to store, whatever its platform sent. References belong to the connector and are never cut.
 * @param seenAt when it was read
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
    createdAt: possible(createdAt, seenAt),
    editedAt: editedAt === null ? null : possible(editedAt, seenAt),
    // A cut address would lead nowhere.
    permalink: permalink === null || permalink.length > ADDRESS_MAX ? null : storable(permalink),
    refs: storableJson(refs) as JsonObject,
  };
}
