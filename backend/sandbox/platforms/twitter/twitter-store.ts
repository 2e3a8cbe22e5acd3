import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';

type Piece = Readonly<{ sha256: string; bytes: number }>;
/** One upload, from its first call until a post uses it. */
export type TwitterFile = Readonly<{
  id: string;
  account: string;
  category: string;
  type: string;
  totalBytes: number;
  endsAt: number;
  pieces: Readonly<Record<number, Piece>>;
  /** Null until the upload is finalized. */
  file: Readonly<{ sha256: string; bytes: number; readyAt: number; failed: boolean }> | null;
  alt: string;
}>;

export type TwitterPost = Readonly<{
  id: string;
  account: string;
  /** The text as the client sent it. */
  text: string;
  /** The names that X itself puts in front of a reply. */
  names?: readonly string[];
  mediaIds: readonly string[];
  replySettings: string | null;
  inReplyTo: string | null;
  createdAt: number;
  /** False for posts that the control API added in another person's name. */
  published: boolean;
  /** The ids of all versions. Each edit is a post with its own id, and the last version is shown. Absent: the post was never edited. */
  versions?: readonly string[];
  editedAt?: number;
  /** Hidden by the author of the conversation. */
  hidden?: boolean;
  /** Only the conversation shows this post: no mention or reply count includes it. */
  unannounced?: true;
}>;

export type TwitterEntry =
  | Readonly<{ type: 'media'; media: TwitterFile }>
  | Readonly<{ type: 'piece'; id: string; index: number; piece: Piece }>
  | Readonly<{ type: 'post'; post: Omit<TwitterPost, 'createdAt'> }>
  | Readonly<{ type: 'edited'; id: string; version: string; text: string }>
  | Readonly<{ type: 'hidden'; id: string; hidden: boolean }>
  | Readonly<{ type: 'deleted'; id: string }>;

/** The whole state of X. Only `apply` changes it. */
export class TwitterStore implements JournaledStore<TwitterEntry> {
  readonly #media = new BoundedMap<string, TwitterFile>(50_000);
  readonly #posts = new BoundedMap<string, TwitterPost>(50_000);
  /** Maps the id of an edit to the first id of its post. */
  readonly #edits = new BoundedMap<string, string>(50_000);

  media(id: string): TwitterFile | undefined {
    return this.#media.get(id);
  }

  post(id: string): TwitterPost | undefined {
    return this.#posts.get(this.#edits.get(id) ?? id);
  }

  posts(): readonly TwitterPost[] {
    return [...this.#posts.values()];
  }

  repliesTo(id: string): readonly TwitterPost[] {
    return this.posts().filter(({ inReplyTo }) => inReplyTo !== null && this.post(inReplyTo)?.id === id);
  }

  apply(entry: TwitterEntry, at: number): void {
    switch (entry.type) {
      case 'media':
        this.#media.set(entry.media.id, entry.media);
        return;
      case 'piece': {
        const media = this.#media.get(entry.id);
        if (media)
          this.#media.set(media.id, { ...media, pieces: { ...media.pieces, [entry.index]: entry.piece } });
        return;
      }
      case 'post':
        this.#posts.set(entry.post.id, { ...entry.post, createdAt: at });
        return;
      case 'edited': {
        const post = this.#posts.get(entry.id);
        if (!post) return;
        const versions = [...(post.versions ?? [post.id]), entry.version];
        this.#posts.set(post.id, { ...post, text: entry.text, versions, editedAt: at });
        this.#edits.set(entry.version, post.id);
        return;
      }
      case 'hidden': {
        const post = this.#posts.get(entry.id);
        if (post) this.#posts.set(post.id, { ...post, hidden: entry.hidden });
        return;
      }
      case 'deleted':
        this.#posts.delete(entry.id);
    }
  }

  clear(): void {
    this.#media.clear();
    this.#posts.clear();
    this.#edits.clear();
  }

  isStillNeeded(entry: TwitterEntry): boolean {
    switch (entry.type) {
      case 'media':
        return this.#media.get(entry.media.id) !== undefined;
      case 'piece':
        return this.#media.get(entry.id) !== undefined;
      case 'post':
        return this.#posts.get(entry.post.id) !== undefined;
      case 'edited':
      case 'hidden':
        return this.#posts.get(entry.id) !== undefined;
      case 'deleted':
        return false;
    }
  }
}
