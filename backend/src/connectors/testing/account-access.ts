import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { MediaItem, OutgoingPublication } from '../contract/publication.ts';
import type { AccountAccess } from '../contract/account-access.ts';

/** An account with credentials in memory. As in the vault, renewals run one after the other. */
export class MemoryAccess implements AccountAccess {
  readonly accountId = 7;
  /** The results of `claim` by remote id. False: another publication has claimed this post. Other ids can be claimed. */
  readonly claimed = new Map<string, boolean>();
  current: JsonObject;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly limits: PlatformLimits,
    credentials: JsonObject,
  ) {
    this.current = credentials;
  }

  credentials(): Promise<JsonObject> {
    return Promise.resolve(this.current);
  }

  renew(stale: JsonObject, refresh: (current: JsonObject) => Promise<JsonObject>): Promise<JsonObject> {
    const change = this.#last.then(async () => {
      if (this.current === stale) this.current = await refresh(this.current);
      return this.current;
    });
    this.#last = change.catch(() => null);
    return change;
  }

  readonly #addresses: string[] = [];
  readonly uploads = {
    keep: (address: string) => Promise.resolve(String(this.#addresses.push(address) - 1)),
    open: (name: string) => Promise.resolve(this.#addresses[Number(name)] ?? null),
  };

  claim(remoteId: string): Promise<boolean> {
    return Promise.resolve(this.claimed.get(remoteId) ?? true);
  }
}

export const publicationOf = (text: string, media: readonly MediaItem[] = []): OutgoingPublication => ({
  postId: 1,
  accountId: 7,
  ownerId: 'ana',
  platform: 'bluesky',
  title: null,
  text,
  options: {},
  media,
  contentHash: `hash of ${text}`,
});

/** A file of a post: an image, unless `extra` makes it a video. */
export const mediaAt = (path: string, bytes: number, extra: Partial<MediaItem> = {}): MediaItem => ({
  mediaUrl: `/media/${path}`,
  ownerId: 'ana',
  kind: 'image',
  mimeType: 'image/png',
  bytes,
  width: 8,
  height: 8,
  durationSeconds: null,
  altText: '',
  path,
  ...extra,
});
