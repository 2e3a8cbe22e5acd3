import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';
import type { PostedMedia } from '../sandbox-platform.ts';

/** A video before its pin. `file` is null until the storage has received it. */
export type PinterestVideo = Readonly<{
  id: string;
  account: string;
  /** The key of the video in the storage. */
  key: string;
  uploadUntil: number;
  file: Omit<PostedMedia, 'alt'> | null;
  readyAt: number;
  isBroken: boolean;
}>;

type MediaKind = 'image' | 'multiple_images' | 'video';

export type Pin = Readonly<{
  id: string;
  account: string;
  boardId: string;
  title: string | null;
  description: string | null;
  link: string | null;
  altText: string | null;
  mediaKind: MediaKind;
  files: readonly PostedMedia[];
  /** The position of the cover in the video, in milliseconds. */
  coverAt?: number;
  createdAt: number;
}>;

export type PinterestEntry =
  | Readonly<{ type: 'media'; media: PinterestVideo }>
  | Readonly<{ type: 'pin'; pin: Omit<Pin, 'createdAt'> }>
  | Readonly<{ type: 'deleted'; pinId: string }>;

/** The whole state of Pinterest. Only `apply` changes it. */
export class PinterestStore implements JournaledStore<PinterestEntry> {
  readonly #media = new BoundedMap<string, PinterestVideo>(50_000);
  readonly #pins = new BoundedMap<string, Pin>(50_000);

  media(id: string): PinterestVideo | undefined {
    return this.#media.get(id);
  }

  mediaOfKey(key: string): PinterestVideo | undefined {
    return [...this.#media.values()].find((media) => media.key === key);
  }

  pin(id: string): Pin | undefined {
    return this.#pins.get(id);
  }

  /** Oldest first. */
  pins(): readonly Pin[] {
    return [...this.#pins.values()];
  }

  apply(entry: PinterestEntry, at: number): void {
    switch (entry.type) {
      case 'media':
        this.#media.set(entry.media.id, entry.media);
        return;
      case 'pin':
        this.#pins.set(entry.pin.id, { ...entry.pin, createdAt: at });
        return;
      case 'deleted':
        this.#pins.delete(entry.pinId);
    }
  }

  clear(): void {
    this.#media.clear();
    this.#pins.clear();
  }

  isStillNeeded(entry: PinterestEntry): boolean {
    switch (entry.type) {
      case 'media':
        return this.#media.get(entry.media.id) !== undefined;
      case 'pin':
        return this.#pins.get(entry.pin.id) !== undefined;
      case 'deleted':
        return false;
    }
  }
}
