import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';
import { CommentBook, type CommentEntry } from '../meta/comment-book.ts';

export type StoredFile = Readonly<{ sha256: string; bytes: number; type: string; alt: string }>;
export type InstagramContainer = Readonly<{
  id: string;
  /** The id of the account. */
  owner: string;
  kind: 'IMAGE' | 'REELS' | 'VIDEO' | 'CAROUSEL';
  isChild: boolean;
  caption: string;
  /** Null for a carousel, and for a file that could not be used. */
  file: StoredFile | null;
  children: readonly string[];
  /** An error code when the container cannot be published. */
  failed: number | null;
  /** The position of a Reel’s cover in the video, in milliseconds. */
  thumbOffset?: number;
  createdAt: number;
  readyAt: number;
  /** The id of the medium that this container was published as; null: not published. */
  publishedAs: string | null;
}>;
export type InstagramMedia = Readonly<{
  id: string;
  owner: string;
  account: string;
  shortcode: string;
  caption: string;
  kind: InstagramContainer['kind'];
  files: readonly StoredFile[];
  thumbOffset?: number;
  createdAt: number;
}>;

export type InstagramEntry =
  | Readonly<{ type: 'container'; container: InstagramContainer }>
  | Readonly<{ type: 'media'; media: Omit<InstagramMedia, 'createdAt'>; containerId: string }>
  | Readonly<{ type: 'deleted'; id: string }>
  | CommentEntry;

/** The whole state of Instagram. Only `apply` changes it. */
export class InstagramStore implements JournaledStore<InstagramEntry> {
  readonly containers = new BoundedMap<string, InstagramContainer>(50_000);
  readonly comments = new CommentBook();
  readonly #media = new BoundedMap<string, InstagramMedia>(50_000, ({ id }) => {
    this.comments.forget(id);
  });

  media(id: string): InstagramMedia | undefined {
    return this.#media.get(id);
  }

  /** Oldest first. */
  allMedia(): readonly InstagramMedia[] {
    return [...this.#media.values()];
  }

  mediaOf(owner: string): readonly InstagramMedia[] {
    return this.allMedia().filter((media) => media.owner === owner);
  }

  containersOf(owner: string): readonly InstagramContainer[] {
    return [...this.containers.values()].filter((container) => container.owner === owner);
  }

  apply(entry: InstagramEntry, at: number): void {
    switch (entry.type) {
      case 'container':
        this.containers.set(entry.container.id, entry.container);
        return;
      case 'media': {
        this.#media.set(entry.media.id, { ...entry.media, createdAt: at });
        const container = this.containers.get(entry.containerId);
        if (container) this.containers.set(container.id, { ...container, publishedAs: entry.media.id });
        return;
      }
      case 'deleted':
        this.#media.delete(entry.id);
        this.comments.forget(entry.id);
        return;
      case 'comment':
      case 'comment edited':
      case 'comment hidden':
      case 'comment deleted':
        this.comments.apply(entry, at);
    }
  }

  clear(): void {
    for (const map of [this.containers, this.#media, this.comments]) map.clear();
  }

  isStillNeeded(entry: InstagramEntry): boolean {
    switch (entry.type) {
      case 'container':
        return this.containers.get(entry.container.id) !== undefined;
      case 'media':
        return (
          this.#media.get(entry.media.id) !== undefined ||
          this.containers.get(entry.containerId) !== undefined
        );
      case 'deleted':
        return true;
      case 'comment':
      case 'comment edited':
      case 'comment hidden':
      case 'comment deleted':
        return this.comments.isStillNeeded(entry);
    }
  }
}
