import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';

export const mediaTypes = ['IMAGE', 'VIDEO'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** An upload. `key` and `iv` are in base64, as the client sent them. */
export type SnapchatFile = Readonly<{
  id: string;
  profileId: string;
  type: MediaType;
  key: string;
  iv: string;
  endsAt: number;
  /** SHA-256 of each encrypted part by its number. */
  parts: Readonly<Record<number, string>>;
  /** The decrypted file; null until the upload is finalized. */
  file: Readonly<{ sha256: string; bytes: number; type: string }> | null;
}>;

export type Snap = Readonly<{
  id: string;
  kind: 'story' | 'saved_story' | 'spotlight';
  account: string;
  profileId: string;
  mediaId: string;
  /** The description of a Spotlight, or the title of a saved story; empty for a story. */
  text: string;
  /** When Snapchat's review ends. `rejected`: the review did not approve the Spotlight. */
  liveAt: number;
  rejected: boolean;
  createdAt: number;
}>;

export type SnapchatEntry =
  | Readonly<{ type: 'media'; media: SnapchatFile }>
  | Readonly<{ type: 'part'; id: string; number: number; sha256: string }>
  | Readonly<{ type: 'snap'; snap: Omit<Snap, 'createdAt'> }>;

/** The whole state of Snapchat. Only `apply` changes it. */
export class SnapchatStore implements JournaledStore<SnapchatEntry> {
  readonly #media = new BoundedMap<string, SnapchatFile>(50_000);
  readonly #snaps = new BoundedMap<string, Snap>(50_000);

  media(id: string): SnapchatFile | undefined {
    return this.#media.get(id);
  }

  snap(id: string): Snap | undefined {
    return this.#snaps.get(id);
  }

  snaps(): readonly Snap[] {
    return [...this.#snaps.values()];
  }

  apply(entry: SnapchatEntry, at: number): void {
    switch (entry.type) {
      case 'media':
        this.#media.set(entry.media.id, entry.media);
        return;
      case 'part': {
        const media = this.#media.get(entry.id);
        if (media)
          this.#media.set(media.id, { ...media, parts: { ...media.parts, [entry.number]: entry.sha256 } });
        return;
      }
      case 'snap':
        this.#snaps.set(entry.snap.id, { ...entry.snap, createdAt: at });
    }
  }

  clear(): void {
    this.#media.clear();
    this.#snaps.clear();
  }

  isStillNeeded(entry: SnapchatEntry): boolean {
    switch (entry.type) {
      case 'media':
        return this.#media.get(entry.media.id) !== undefined;
      case 'part':
        return this.#media.get(entry.id) !== undefined;
      case 'snap':
        return this.#snaps.get(entry.snap.id) !== undefined;
    }
  }
}
