import type { JsonObject } from '../../http/json.ts';
import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';

/** One opened upload. `id` is the password in its address. */
export type UploadSession = Readonly<{
  id: string;
  account: string;
  resource: VideoResource;
  total: number;
  createdAt: number;
}>;
export type Piece = Readonly<{ sha256: string; bytes: number }>;
export type VideoResource = Readonly<{
  title: string;
  description: string;
  privacyStatus: string;
  madeForKids: boolean;
  containsSyntheticMedia: boolean;
  tags: readonly string[];
  categoryId: string;
}>;
export type Video = Readonly<{
  id: string;
  sessionId: string;
  account: string;
  resource: VideoResource;
  sha256: string;
  bytes: number;
  type: string | null;
  readyAt: number;
  /** Processing ends without a video to watch. */
  fails: boolean;
  /** Set after the video. */
  thumbnail?: Thumbnail;
  createdAt: number;
}>;
type Thumbnail = Readonly<{ sha256: string; bytes: number; type: string }>;
type Comment = Readonly<{ id: string; videoId: string; author: string; text: string; createdAt: number }>;

export type YouTubeEntry =
  | Readonly<{ type: 'session'; session: UploadSession }>
  | Readonly<{ type: 'piece'; sessionId: string; piece: Piece }>
  | Readonly<{ type: 'video'; video: Omit<Video, 'createdAt'> }>
  | Readonly<{ type: 'comment'; comment: Omit<Comment, 'createdAt'> }>
  | Readonly<{ type: 'thumbnail'; id: string; picture: Thumbnail }>
  | Readonly<{ type: 'deleted'; id: string }>;

/** All of YouTube's memory. Only `apply` changes it. */
export class YouTubeStore implements JournaledStore<YouTubeEntry> {
  readonly #sessions = new BoundedMap<string, UploadSession>(10_000, (gone) => this.#pieces.delete(gone.id));
  readonly #pieces = new Map<string, readonly Piece[]>();
  readonly #videos = new BoundedMap<string, Video>(50_000);
  readonly #made = new Map<string, string>();
  readonly #comments = new Map<string, readonly Comment[]>();

  session(id: string): UploadSession | undefined {
    return this.#sessions.get(id);
  }

  pieces(sessionId: string): readonly Piece[] {
    return this.#pieces.get(sessionId) ?? [];
  }

  /** The video that came of a session; undefined until its last byte. */
  videoOf(sessionId: string): Video | undefined {
    return this.#videos.get(this.#made.get(sessionId) ?? '');
  }

  video(id: string): Video | undefined {
    return this.#videos.get(id);
  }

  videos(): readonly Video[] {
    return [...this.#videos.values()];
  }

  commentsOn(videoId: string): readonly Comment[] {
    return this.#comments.get(videoId) ?? [];
  }

  apply(entry: YouTubeEntry, at: number): void {
    switch (entry.type) {
      case 'session':
        this.#sessions.set(entry.session.id, entry.session);
        return;
      case 'piece':
        this.#pieces.set(entry.sessionId, [...this.pieces(entry.sessionId), entry.piece]);
        return;
      case 'video':
        this.#videos.set(entry.video.id, { ...entry.video, createdAt: at });
        this.#made.set(entry.video.sessionId, entry.video.id);
        this.#pieces.delete(entry.video.sessionId);
        return;
      case 'comment': {
        const { videoId } = entry.comment;
        this.#comments.set(videoId, [...this.commentsOn(videoId), { ...entry.comment, createdAt: at }]);
        return;
      }
      case 'thumbnail': {
        const video = this.#videos.get(entry.id);
        if (video) this.#videos.set(entry.id, { ...video, thumbnail: entry.picture });
        return;
      }
      case 'deleted':
        this.#videos.delete(entry.id);
        this.#comments.delete(entry.id);
    }
  }

  clear(): void {
    for (const map of [this.#sessions, this.#pieces, this.#videos, this.#made, this.#comments]) map.clear();
  }

  matters(entry: YouTubeEntry): boolean {
    switch (entry.type) {
      case 'session':
        return this.#sessions.get(entry.session.id) !== undefined;
      case 'piece':
        return this.#pieces.has(entry.sessionId);
      case 'video':
        return this.#videos.get(entry.video.id) !== undefined;
      case 'comment':
        return this.#videos.get(entry.comment.videoId) !== undefined;
      case 'thumbnail':
        return this.#videos.get(entry.id) !== undefined;
      case 'deleted':
        return false;
    }
  }
}

export const resourceView = (resource: VideoResource): { snippet: JsonObject; status: JsonObject } => {
  const { title, description, tags, categoryId, privacyStatus, madeForKids, containsSyntheticMedia } =
    resource;
  return {
    snippet: { title, description, tags, categoryId },
    status: { privacyStatus, madeForKids, selfDeclaredMadeForKids: madeForKids, containsSyntheticMedia },
  };
};
