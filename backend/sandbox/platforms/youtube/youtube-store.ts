import type { JsonRecord } from '../../http/json.ts';
import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';
import { KeptComments } from '../../state/kept-comments.ts';

/** An upload in progress. `id` is the secret in its URL. */
export type UploadSession = Readonly<{
  id: string;
  account: string;
  resource: VideoResource;
  total: number;
  createdAt: number;
}>;
export type StoredPiece = Readonly<{ sha256: string; bytes: number }>;
export type VideoResource = Readonly<{
  title: string;
  description: string;
  privacyStatus: string;
  madeForKids: boolean;
  containsSyntheticMedia: boolean;
  tags: readonly string[];
  categoryId: string;
}>;
export type YouTubeVideo = Readonly<{
  id: string;
  sessionId: string;
  account: string;
  resource: VideoResource;
  sha256: string;
  bytes: number;
  type: string | null;
  readyAt: number;
  /** Whether processing fails, so that the video cannot be watched. */
  fails: boolean;
  /** Set after the video was published. */
  thumbnail?: Thumbnail;
  createdAt: number;
}>;
type Thumbnail = Readonly<{ sha256: string; bytes: number; type: string }>;
export type CommentState = 'published' | 'heldForReview' | 'rejected';
export type YouTubeComment = Readonly<{
  id: string;
  /** The id of the video. */
  postId: string;
  /** For a reply: the first comment of its thread. */
  parentId: string | null;
  author: string;
  /** The account that wrote the comment through the API; null: another person wrote it. */
  account: string | null;
  text: string;
  /** Only the thread shows this comment: no count and no list of new comments includes it. */
  unannounced: boolean;
  state: CommentState;
  createdAt: number;
  updatedAt: number;
}>;

export type YouTubeEntry =
  | Readonly<{ type: 'session'; session: UploadSession }>
  | Readonly<{ type: 'piece'; sessionId: string; piece: StoredPiece }>
  | Readonly<{ type: 'video'; video: Omit<YouTubeVideo, 'createdAt'> }>
  | Readonly<{ type: 'comment'; comment: Omit<YouTubeComment, 'state' | 'createdAt' | 'updatedAt'> }>
  | Readonly<{ type: 'commentEdited'; id: string; text: string }>
  | Readonly<{ type: 'commentModerated'; id: string; state: CommentState }>
  | Readonly<{ type: 'commentDeleted'; id: string }>
  | Readonly<{ type: 'thumbnail'; id: string; picture: Thumbnail }>
  | Readonly<{ type: 'deleted'; id: string }>;

/** The whole state of YouTube. Only `apply` changes it. */
export class YouTubeStore implements JournaledStore<YouTubeEntry> {
  readonly comments = new KeptComments<YouTubeComment>();
  readonly #sessions = new BoundedMap<string, UploadSession>(10_000, (gone) => this.#pieces.delete(gone.id));
  readonly #pieces = new Map<string, readonly StoredPiece[]>();
  readonly #videos = new BoundedMap<string, YouTubeVideo>(50_000);
  readonly #videoOfSession = new Map<string, string>();

  session(id: string): UploadSession | undefined {
    return this.#sessions.get(id);
  }

  pieces(sessionId: string): readonly StoredPiece[] {
    return this.#pieces.get(sessionId) ?? [];
  }

  /** The video that a session created; undefined until its last byte. */
  videoOf(sessionId: string): YouTubeVideo | undefined {
    return this.#videos.get(this.#videoOfSession.get(sessionId) ?? '');
  }

  video(id: string): YouTubeVideo | undefined {
    return this.#videos.get(id);
  }

  videos(): readonly YouTubeVideo[] {
    return [...this.#videos.values()];
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
        this.#videoOfSession.set(entry.video.sessionId, entry.video.id);
        this.#pieces.delete(entry.video.sessionId);
        return;
      case 'comment':
        this.comments.add({ ...entry.comment, state: 'published', createdAt: at, updatedAt: at });
        return;
      case 'commentEdited':
        this.comments.change(entry.id, { text: entry.text, updatedAt: at });
        return;
      case 'commentModerated':
        this.comments.change(entry.id, { state: entry.state });
        return;
      case 'commentDeleted':
        this.comments.delete(entry.id);
        return;
      case 'thumbnail': {
        const video = this.#videos.get(entry.id);
        if (video) this.#videos.set(entry.id, { ...video, thumbnail: entry.picture });
        return;
      }
      case 'deleted':
        this.#videos.delete(entry.id);
        this.comments.deleteOn(entry.id);
    }
  }

  clear(): void {
    for (const map of [this.#sessions, this.#pieces, this.#videos, this.#videoOfSession, this.comments])
      map.clear();
  }

  isStillNeeded(entry: YouTubeEntry): boolean {
    switch (entry.type) {
      case 'session':
        return this.#sessions.get(entry.session.id) !== undefined;
      case 'piece':
        return this.#pieces.has(entry.sessionId);
      case 'video':
        return this.#videos.get(entry.video.id) !== undefined;
      case 'comment':
        return this.comments.get(entry.comment.id) !== undefined;
      case 'commentEdited':
      case 'commentModerated':
        return this.comments.get(entry.id) !== undefined;
      case 'thumbnail':
        return this.#videos.get(entry.id) !== undefined;
      case 'commentDeleted':
      case 'deleted':
        return false;
    }
  }
}

export const resourceView = (resource: VideoResource): { snippet: JsonRecord; status: JsonRecord } => {
  const { title, description, tags, categoryId, privacyStatus, madeForKids, containsSyntheticMedia } =
    resource;
  return {
    snippet: { title, description, tags, categoryId },
    status: { privacyStatus, madeForKids, selfDeclaredMadeForKids: madeForKids, containsSyntheticMedia },
  };
};
