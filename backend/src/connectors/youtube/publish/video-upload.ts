import { optionValue } from '@posthorn/contracts/integrations/option-values';
import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import { unreadable } from '../../kit/json-request.ts';
import type { PrepareOutcome } from '../../contract/outcome.ts';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { refused, refusedBy } from '../../kit/outcomes.ts';
import type { SaveRefs, UploadAddresses } from '../../contract/account-access.ts';
import { isTransient } from '../../kit/platform-error.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';
import { NOTIFY, YOUTUBE } from '../limits.ts';
import type { YouTubeRefs } from './refs.ts';
import { nextPieceOf, type UploadProgress, type UploadSessions } from './upload-session.ts';
import { videoOf, videoResource } from './video-resource.ts';

/** The maximum number of consecutive pieces of which YouTube receives nothing. */
const STALLS_MAX = 3;

type Task = Readonly<{
  token: string;
  uploads: UploadAddresses;
  publication: OutgoingPublication;
  refs: YouTubeRefs | null;
  keep: SaveRefs;
  signal: AbortSignal;
}>;
type OpenSession = Readonly<{ uri: string; refs: YouTubeRefs; progress: UploadProgress }>;

/** Uploads a video except its last piece, and continues the upload of an earlier attempt. */
export class YouTubeVideoUpload {
  constructor(
    private readonly sessions: UploadSessions,
    private readonly pause: Pause,
  ) {}

  /** @throws TokenRefused, YouTubeError, OutgoingError, BreakerOpen */
  async uploadAllButLastPiece(task: Task): Promise<PrepareOutcome> {
    const { token, publication, signal } = task;
    const file = videoOf(publication);
    if (!file) return refusedBy(checkSaid('media-rejected/no-video', { platform: YOUTUBE.name }));
    const open = (await this.#continueSession(task)) ?? (await this.#begin(task, file));
    const session = { uri: open.uri, token };
    let { progress } = open;
    let stalls = 0;
    while (progress.kind === 'at') {
      const from = progress.offset;
      const bytes = nextPieceOf(file.bytes, from);
      if (bytes === 0) break;
      const piece = { file, from, bytes };
      progress = await this.#sendPiece(session, piece, signal);
      stalls = progress.kind === 'at' && progress.offset <= from ? stalls + 1 : 0;
      if (stalls === STALLS_MAX) throw unreadable(new URL(open.uri).host, 'takes no more of the upload');
    }
    switch (progress.kind) {
      case 'gone':
        return refused('upload-lost', progress.words, true);
      case 'done':
        return { kind: 'prepared', refs: { ...open.refs, videoId: progress.videoId } };
      case 'at':
        return { kind: 'prepared', refs: { ...open.refs, from: progress.offset } };
    }
  }

  /** The stored session and its progress. Null: there is no session, or YouTube has deleted it. */
  async #continueSession({ token, uploads, publication, refs, signal }: Task): Promise<OpenSession | null> {
    const uri = refs && (await uploads.open(refs.session));
    if (!uri) return null;
    const bytes = videoOf(publication)?.bytes ?? 0;
    const probe = () => this.sessions.probe({ uri, token }, bytes, { signal });
    const progress = await retryWithBackoff(probe, isTransient, this.pause);
    return progress.kind === 'gone' ? null : { uri, refs, progress };
  }

  async #begin(
    { token, uploads, publication, keep, signal }: Task,
    file: OutgoingPublication['media'][number],
  ): Promise<OpenSession> {
    const video = videoResource(publication);
    const notifies = optionValue(NOTIFY, publication) !== false;
    // Not retried here: each call uses one upload of the daily quota, even if the response is lost.
    const uri = await this.sessions.begin(token, { video, notifies }, file, signal);
    const refs = { contentHash: publication.contentHash, session: await uploads.keep(uri), from: 0 };
    await keep(refs);
    return { uri, refs, progress: { kind: 'at', offset: 0 } };
  }

  /** Sends a piece. If the response is lost, the piece may have arrived completely or partly. So a retry first reads the progress. */
  #sendPiece(
    session: Parameters<UploadSessions['send']>[0],
    piece: Parameters<UploadSessions['send']>[1],
    signal: AbortSignal,
  ): Promise<UploadProgress> {
    let wasSent = false;
    const step = () => {
      const sending = wasSent
        ? this.sessions.probe(session, piece.file.bytes, { signal })
        : this.sessions.send(session, piece, { signal });
      wasSent = true;
      return sending;
    };
    return retryWithBackoff(step, isTransient, this.pause);
  }
}
