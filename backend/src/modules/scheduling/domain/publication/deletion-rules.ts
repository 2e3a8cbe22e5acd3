import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { knownCopies } from './copies.ts';
import { eventAbout } from './event-about.ts';
import { RemotePostCannotBeDeleted, RemotePostIsUnknown } from './publication-errors.ts';
import type { PublicationEvent, Target } from './publication-events.ts';
import type { Publication } from './publication.ts';
import type { OpenRemoteDeletion } from './remote-deletion.ts';

/**
 * `publishRefs`: the references of the preparation; null for a duplicate, which other references may have created.
 */
export type PostToDelete = Readonly<{
  remoteId: string;
  permalink: string | null;
  publishRefs: JsonObject | null;
}>;

const isOver = ({ status }: OpenRemoteDeletion): boolean => status === 'deleted' || status === 'failed';

/**
 * A person requests the deletion, or requests it again after a failure. `remoteId`: the copy to delete; null:
 * the published post itself.
 * @throws RemotePostCannotBeDeleted when no post with that id is known, it was deleted, or another deletion
 * is open
 * @throws RemotePostIsUnknown when the id of the post on the platform is unknown
 */
export function requestDeletion(
  publication: Publication,
  target: Target,
  now: Date,
  remoteId: string | null = null,
): PublicationEvent[] {
  const { status, remote, deletion, deleted } = publication;
  if (status !== 'posted' || !remote) throw new RemotePostCannotBeDeleted();
  if (deletion && !isOver(deletion)) throw new RemotePostCannotBeDeleted();
  const requested = remoteId ?? remote.remoteId;
  if (requested === null) throw new RemotePostIsUnknown();
  if (deleted.includes(requested) || !knownCopies(publication).includes(requested))
    throw new RemotePostCannotBeDeleted();
  const requestedAt = now.toISOString();
  return [
    eventAbout({ target }, 'RemoteDeletionRequested', {
      requestedAt,
      ...(requested !== remote.remoteId && { remoteId: requested }),
    }),
  ];
}

/** The post or copy to delete, with its id on the platform; null: the id is unknown. */
export function postToDelete({ remote, duplicates, deletion, prepared }: Publication): PostToDelete | null {
  const copy = duplicates.find(({ remoteId }) => remoteId === deletion?.remoteId);
  if (copy) return { ...copy, publishRefs: null };
  if (remote?.remoteId == null) return null;
  const { remoteId, permalink } = remote;
  return { remoteId, permalink, publishRefs: prepared?.refs ?? null };
}
