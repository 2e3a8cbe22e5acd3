import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MediaItem } from '../../contract/publication.ts';
import { at, idIn, textOf } from '../../kit/json.ts';
import type { GraphClient, GraphReply } from '../../meta/client/graph-client.ts';
import { GraphError } from '../../meta/errors/graph-error.ts';
import { isTransient } from '../../meta/errors/graph-outcomes.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';
import type { FacebookRefs } from './refs.ts';
import { videoKind } from './video-kind.ts';
import { videoState, type FacebookVideoState } from './video-status.ts';

const UPLOAD_MS = 300_000;
/** "Missing chunks": the error contains the offsets of the piece that Facebook requests next. */
const WRONG_OFFSET = 1363037;
/** Facebook decides how large the pieces are. More pieces than this mean that the upload makes no progress. */
const PIECES_MAX = 2_000;

type Video = NonNullable<FacebookRefs['video']>;
type Upload = Readonly<{
  page: PageCredentials;
  access: AccountAccess;
  item: MediaItem;
  /** Stores the video in the references before the next step uses it. */
  save: (video: Video) => Promise<void>;
  signal: AbortSignal;
}>;

/** Uploads a video to Facebook. A separate call publishes the video. */
export class FacebookVideos {
  constructor(
    private readonly graph: GraphClient,
    private readonly pause: Pause,
  ) {}

  /** Continues the upload of `known`, or begins a new one. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
  async upload(upload: Upload, known: Video | undefined): Promise<Video> {
    const usable = known && (await this.#usable(upload, known));
    if (usable?.isSent === true) return usable;
    try {
      if (usable) return await this.#send(upload, usable);
    } catch (error) {
      if (!refusesUpload(error)) throw error;
    }
    const isReel = videoKind(upload.item) === 'reel';
    return this.#send(upload, await (isReel ? this.#startReel(upload) : this.#startFeed(upload)));
  }

  #send(upload: Upload, video: Video): Promise<Video> {
    return video.kind === 'reel' ? this.#sendReel(upload, video) : this.#sendFeed(upload, video);
  }

  /** Undefined: the stored upload cannot be continued. */
  async #usable({ page, access }: Upload, video: Video): Promise<Video | undefined> {
    const state = await this.#stateOf(page, video);
    if (state === null || state.state === 'lost' || state.state === 'failed') return undefined;
    if (video.isSent || video.kind === 'feed') return video;
    if ((await access.uploads.open(video.upload)) === null) return undefined;
    return { ...video, offset: state.received, isSent: state.isSent };
  }

  /** Null: Facebook no longer knows the video. */
  async #stateOf(page: PageCredentials, video: Video): Promise<FacebookVideoState | null> {
    try {
      return await retryWithBackoff(() => videoState(this.graph, page, video), isTransient, this.pause);
    } catch (error) {
      if (error instanceof GraphError && error.code === 100) return null;
      throw error;
    }
  }

  async #startReel({ page, access, item, save }: Upload): Promise<Video> {
    const { body } = await this.#phase(page, 'video_reels', { upload_phase: 'start' });
    const url = textOf(at(body, 'upload_url'));
    const id = idIn(at(body, 'video_id'));
    if (id === null || url === null) throw unreadable(page, 'began an upload but returned no URL');
    const upload = await access.uploads.keep(url);
    const video: Video = { kind: 'reel', id, upload, offset: 0, end: item.bytes, isSent: false };
    await save(video);
    return video;
  }

  async #sendReel({ page, access, item, save, signal }: Upload, video: Video): Promise<Video> {
    const url = await access.uploads.open(video.upload);
    if (url === null) throw unreadable(page, 'returned an upload URL that was lost');
    const { path, bytes: size } = item;
    await this.graph.upload(url, page.accessToken, {
      body: { path, bytes: size - video.offset, from: video.offset },
      offset: video.offset,
      size,
      signal,
      timeoutMs: UPLOAD_MS,
    });
    const sent = { ...video, offset: size, isSent: true };
    await save(sent);
    return sent;
  }

  async #startFeed({ page, item, save }: Upload): Promise<Video> {
    const { body } = await this.#phase(page, 'videos', {
      upload_phase: 'start',
      file_size: String(item.bytes),
    });
    const [id, session] = [idIn(at(body, 'video_id')), idIn(at(body, 'upload_session_id'))];
    if (id === null || session === null) throw unreadable(page, 'began an upload and named no session');
    const video: Video = { kind: 'feed', id, upload: session, ...offsetsIn(body, page), isSent: false };
    await save(video);
    return video;
  }

  async #sendFeed({ page, item, save, signal }: Upload, started: Video): Promise<Video> {
    let video = started;
    for (let piece = 0; piece < PIECES_MAX; piece++) {
      if (signal.aborted) throw new OutgoingError('timeout', true, page.ownerId, 'took too long to upload');
      const { offset, end } = video;
      video = { ...video, ...(await this.#sendPiece(page, item, video)) };
      if (video.offset >= video.end) {
        const sent = { ...video, isSent: true };
        await save(sent);
        return sent;
      }
      if (video.offset === offset && video.end === end)
        throw unreadable(page, 'asks for the same piece again');
      await save(video);
    }
    throw unreadable(page, 'asks for pieces without end');
  }

  async #sendPiece(
    page: PageCredentials,
    { path, mimeType: type }: MediaItem,
    { upload, offset, end }: Video,
  ): Promise<Pick<Video, 'offset' | 'end'>> {
    const send = () =>
      this.graph.send({
        path: `${page.ownerId}/videos`,
        method: 'POST',
        token: page.accessToken,
        video: true,
        fields: { upload_phase: 'transfer', upload_session_id: upload, start_offset: String(offset) },
        file: {
          name: 'video_file_chunk',
          value: { path, bytes: end - offset, from: offset },
          filename: 'piece',
          type,
        },
        request: { timeoutMs: UPLOAD_MS },
      });
    try {
      return offsetsIn((await retryWithBackoff(send, isTransient, this.pause)).body, page);
    } catch (error) {
      if (!(error instanceof GraphError) || error.subcode !== WRONG_OFFSET) throw error;
      return offsetsIn(error.data, page);
    }
  }

  #phase(
    { ownerId, accessToken }: PageCredentials,
    edge: 'videos' | 'video_reels',
    fields: Readonly<Record<string, string>>,
  ): Promise<GraphReply> {
    const send = () =>
      this.graph.send({
        path: `${ownerId}/${edge}`,
        method: 'POST',
        token: accessToken,
        video: edge === 'videos',
        fields,
      });
    return retryWithBackoff(send, isTransient, this.pause);
  }
}

/** This upload accepts no more bytes; a new upload may. Errors of the upload host have no codes. */
const refusesUpload = (error: unknown): boolean =>
  error instanceof GraphError &&
  error.status < 500 &&
  (error.code === null || error.code === 6000 || error.code === 6001);

/** Reads the offsets, which Facebook sends as text. */
function offsetsIn(body: JsonValue | undefined, page: PageCredentials): Pick<Video, 'offset' | 'end'> {
  const [offset, end] = ['start_offset', 'end_offset'].map((name) => Number(at(body, name) ?? Number.NaN));
  if (
    offset === undefined ||
    end === undefined ||
    !Number.isSafeInteger(offset) ||
    !Number.isSafeInteger(end)
  )
    throw unreadable(page, 'named no offsets for an upload');
  return { offset, end };
}

const unreadable = ({ ownerId }: PageCredentials, why: string): OutgoingError =>
  new OutgoingError('unreadable', true, ownerId, why);
