import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import type { MediaItem } from '../../contract/publication.ts';
import { at, textOf } from '../../kit/json.ts';
import { YouTubeError, type YouTubeCall, type YouTubeClient } from '../client/client.ts';

/** In bytes. The size of every piece except the last must be a multiple of this. */
const QUANTUM = 256 * 1024;
const PIECE_BYTES = 32 * QUANTUM;
const PIECE_MS = 120_000;

/** The size of the next piece from this offset, in bytes. 0: only the last piece is left, which the final call sends. */
export const nextPieceOf = (bytes: number, from: number): number =>
  Math.min(PIECE_BYTES, Math.floor(Math.max(0, bytes - 1 - from) / QUANTUM) * QUANTUM);

/**
 * `at`: the offset of the first byte that YouTube does not have. `gone`: the session has ended, and YouTube does not say whether
 * it made a video.
 */
export type UploadProgress =
  | Readonly<{ kind: 'at'; offset: number }>
  | Readonly<{ kind: 'done'; videoId: string }>
  | Readonly<{ kind: 'gone'; words: string | null }>;
export type YouTubePiece = Readonly<{
  file: Pick<MediaItem, 'path' | 'bytes' | 'mimeType'>;
  from: number;
  bytes: number;
}>;
type Session = Readonly<{ uri: string; token: string }>;
/** `range`: the value of `Content-Range`; `total`: the size of the whole file in bytes. */
type RangeRequest = Readonly<{ range: string; total: number; type?: string }>;
type Request = NonNullable<YouTubeCall['request']>;

/** Google's resumable upload (developers.google.com/youtube/v3/guides/using_resumable_upload_protocol). */
export class UploadSessions {
  constructor(private readonly client: YouTubeClient) {}

  /**
   * Begins an upload session and returns its URL. Uses one upload of the daily quota, but makes no video yet. @throws the errors
   * of `YouTubeClient.send`
   */
  async begin(
    token: string,
    { video, notifies }: Readonly<{ video: JsonObject; notifies: boolean }>,
    file: YouTubePiece['file'],
    signal: AbortSignal,
  ): Promise<string> {
    const path = '/upload/youtube/v3/videos';
    const reply = await this.client.send({
      token,
      method: 'POST',
      path,
      query: { uploadType: 'resumable', part: 'id,snippet,status', notifySubscribers: String(notifies) },
      headers: {
        'x-upload-content-length': String(file.bytes),
        'x-upload-content-type': file.mimeType,
      },
      json: video,
      request: { signal },
    });
    const location = reply.headers['location'];
    const url = location === undefined ? null : URL.parse(location, this.client.urlOf(path));
    if (!url) throw unreadable('opened an upload but returned no URL');
    return url.href;
  }

  /** @throws TokenRefused, YouTubeError, OutgoingError, BreakerOpen */
  probe(session: Session, bytes: number, request: Request = {}): Promise<UploadProgress> {
    return this.#put(session, { range: `bytes */${String(bytes)}`, total: bytes }, request);
  }

  /** @throws TokenRefused, YouTubeError, OutgoingError, BreakerOpen */
  send(session: Session, { file, from, bytes }: YouTubePiece, request: Request): Promise<UploadProgress> {
    if (bytes === 0) return this.probe(session, file.bytes, request);
    const range = `bytes ${String(from)}-${String(from + bytes - 1)}/${String(file.bytes)}`;
    const body = { path: file.path, from, bytes };
    const sent = { range, total: file.bytes, type: file.mimeType };
    return this.#put(session, sent, { timeoutMs: PIECE_MS, ...request, body });
  }

  async #put(
    { uri, token }: Session,
    { range, total, type }: RangeRequest,
    request: Request,
  ): Promise<UploadProgress> {
    try {
      const reply = await this.client.send({
        token,
        method: 'PUT',
        path: uri,
        headers: { 'content-range': range, ...(type !== undefined && { 'content-type': type }) },
        request: { ...request, acceptIncomplete: true },
      });
      return reply.status === 308
        ? { kind: 'at', offset: offsetIn(reply, total) }
        : { kind: 'done', videoId: idIn(reply) };
    } catch (error) {
      if (error instanceof YouTubeError && (error.status === 404 || error.status === 410))
        return { kind: 'gone', words: error.platformMessage };
      throw error;
    }
  }
}

/** The offset after the received bytes: `Range: bytes=0-N`. Without the header, YouTube has received nothing. */
function offsetIn({ headers }: ServerReply, total: number): number {
  const last = /^(?:bytes[= ])?0-(\d+)$/u.exec(headers['range'] ?? '')?.[1];
  const offset = last === undefined ? 0 : Number(last) + 1;
  if (offset > total) throw unreadable('says it has more bytes than the file');
  return offset;
}

function idIn(reply: ServerReply): string {
  const id = textOf(at(reply.json(), 'id'));
  if (id === null) throw unreadable('took the video and named no id');
  return id;
}

const unreadable = (why: string) => new OutgoingError('unreadable', true, 'youtube', why);
