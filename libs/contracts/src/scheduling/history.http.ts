import type { ActorView } from '../shared/actors.ts';
import type { Call } from '../shared/call.ts';
import type { SaidPart } from '../shared/said.ts';
import type { PostView } from './posts.http.ts';

export const HISTORY_TEXT = {
  atNotValid: 'Please give the instant as an ISO 8601 time.',
} as const;

/** One stored event of a post, of one of its publications, or of a comment under a publication. */
export type HistoryEntry = Readonly<{
  id: string;
  stream: string;
  revision: number;
  type: string;
  /** UTC. */
  at: string;
  actor: ActorView;
  correlationId: string;
  causationId: string;
  accountId: number | null;
  platform: string | null;
  accountName: string | null;
  attempt: number | null;
  /** The SHA-256 hash of the data that was sent, so that two attempts can be compared. */
  requestFingerprint: string | null;
  remoteId: string | null;
  permalink: string | null;
  /** One plain sentence for the timeline. */
  summary: string;
  /** The parts of `summary`, by their codes. The code of the first is the type of the event. */
  said: readonly SaidPart[];
  /**
   * Only for events of comments. `author`: the author of the comment, null once erased. `words`: the text of the comment or of the reply,
   * null where the event has none or it is erased.
   */
  comment?: Readonly<{ id: number; author: string | null; words: string | null }>;
  /** The event's data as the owner may see it: personal fields decrypted, no secrets (events never contain any). */
  data: Readonly<Record<string, unknown>>;
}>;

export type HistoryView = Readonly<{
  postId: number;
  /** The requested instant, or null for the whole history. */
  at: string | null;
  events: readonly HistoryEntry[];
  /**
   * Set if some steps of comments are left out. Of `total` comments the `read` newest were read; of their `steps`, the newest `shown`
   * are included. The export contains all.
   */
  commentsCut?: Readonly<{ shown: number; steps: number; read: number; total: number }>;
  /** The post as it was at `at` (or is now); null before it was scheduled. */
  post: PostView | null;
}>;

/** `?at=`: an ISO instant; returns only the events until this instant. Only the history of a comment and the export show when a user read the comment. */
export const getHistory: Call<void, HistoryView> = { method: 'GET', path: '/api/posts/:id/history' };
/** Returns NDJSON: one line with the chain hash for each event, stream by stream, including the streams of comments. The last line is a manifest. */
export const exportHistory: Call<void, string> = { method: 'GET', path: '/api/posts/:id/history/export' };
