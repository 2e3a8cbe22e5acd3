import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';
import { CommentBook, type CommentEntry } from '../meta/comment-book.ts';

export type Photo = Readonly<{
  id: string;
  pageId: string;
  sha256: string;
  bytes: number;
  type: string;
  alt: string;
  /** Null: no post shows it yet. */
  postId: string | null;
}>;
type Piece = Readonly<{ sha256: string; bytes: number }>;
export type FacebookVideo = Readonly<{
  id: string;
  pageId: string;
  kind: 'reel' | 'feed';
  /** For a feed video: the session of its upload. For a Reel: empty. */
  session: string;
  /** Null for a Reel, whose size arrives with its bytes. */
  size: number | null;
  pieces: readonly Piece[];
  startedAt: number;
  /** Set by the call that publishes the video. */
  finished: Readonly<{
    postId: string;
    description: string;
    readyAt: number;
    fails: boolean;
    file: Piece & Readonly<{ type: string | null }>;
  }> | null;
}>;
export type FacebookPost = Readonly<{
  /** `{page}_{number}`. */
  id: string;
  pageId: string;
  /** The name of the Page that people see. */
  account: string;
  message: string;
  link: string | null;
  photoIds: readonly string[];
  videoId: string | null;
  createdAt: number;
}>;

export type FacebookEntry =
  | Readonly<{ type: 'photo'; photo: Photo }>
  | Readonly<{ type: 'video'; video: FacebookVideo }>
  | Readonly<{ type: 'post'; post: Omit<FacebookPost, 'createdAt'> }>
  | Readonly<{ type: 'deleted'; id: string }>
  | CommentEntry;

/** The whole state of Facebook. Only `apply` changes it. */
export class FacebookStore implements JournaledStore<FacebookEntry> {
  readonly photos = new BoundedMap<string, Photo>(50_000);
  readonly videos = new BoundedMap<string, FacebookVideo>(50_000);
  readonly comments = new CommentBook();
  readonly #posts = new BoundedMap<string, FacebookPost>(50_000, ({ id }) => {
    this.comments.forget(id);
  });

  post(id: string): FacebookPost | undefined {
    return this.#posts.get(id);
  }

  /** Oldest first. */
  posts(): readonly FacebookPost[] {
    return [...this.#posts.values()];
  }

  postsOf(pageId: string): readonly FacebookPost[] {
    return this.posts().filter((post) => post.pageId === pageId);
  }

  videoOfSession(session: string): FacebookVideo | undefined {
    return [...this.videos.values()].find((video) => video.session === session);
  }

  apply(entry: FacebookEntry, at: number): void {
    switch (entry.type) {
      case 'photo':
        this.photos.set(entry.photo.id, entry.photo);
        return;
      case 'video':
        this.videos.set(entry.video.id, entry.video);
        return;
      case 'post':
        this.#add({ ...entry.post, createdAt: at });
        return;
      case 'deleted':
        this.#posts.delete(entry.id);
        this.videos.delete(entry.id);
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
    for (const map of [this.photos, this.videos, this.#posts, this.comments]) map.clear();
  }

  isStillNeeded(entry: FacebookEntry): boolean {
    switch (entry.type) {
      case 'photo':
        return this.photos.get(entry.photo.id) !== undefined;
      case 'video':
        return this.videos.get(entry.video.id) !== undefined;
      case 'post':
        return this.#posts.get(entry.post.id) !== undefined;
      case 'deleted':
        return false;
      case 'comment':
      case 'comment edited':
      case 'comment hidden':
      case 'comment deleted':
        return this.comments.isStillNeeded(entry);
    }
  }

  #add(post: FacebookPost): void {
    this.#posts.set(post.id, post);
    for (const id of post.photoIds) {
      const photo = this.photos.get(id);
      if (photo) this.photos.set(id, { ...photo, postId: post.id });
    }
  }
}
