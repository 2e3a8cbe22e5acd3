import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { isSandboxHost } from '#infrastructure/outgoing/outgoing-route.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { MediaItem } from '../contract/publication.ts';
import { fitImage } from '../kit/images.ts';
import { at, objectOf, textOf } from '../kit/json.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import { retryWithBackoff, type Pause } from '../kit/retry-with-backoff.ts';
import { imagesEmbed, videoEmbed, type BlueskyRefs, type UploadedBlob } from './publish/record.ts';
import type { BlueskySessions } from './tokens.ts';
import { isWithoutAnswer } from './client/identity.ts';
import { failureOf, hasFailed, ServiceFailed, VideoRejected } from './publish/video-failure.ts';
import { didOfServer } from './client/server.ts';
import { XrpcError, type Xrpc } from './client/client.ts';

const VIDEO_SERVICE = 'https://video.bsky.app';
const IMAGE_UPLOAD_MS = 60_000;
const VIDEO_UPLOAD_MS = 300_000;
const SERVICE_TOKEN_SECONDS = 1_800;
const POLLS = 20;
const POLL_EVERY_MS = 1_500;

/** The video is still being processed; `refs` contain the job. */
export type Pending = 'pending';
type SaveJob = (job: NonNullable<BlueskyRefs['videoJob']> | null) => Promise<void>;

/** Uploads the files of a post so that its record can refer to them. */
export class BlueskyMedia {
  constructor(
    private readonly http: PlatformHttp,
    private readonly xrpc: Xrpc,
    private readonly sessions: BlueskySessions,
    private readonly clock: Clock,
    private readonly pause: Pause,
  ) {}

  /** @throws XrpcError, OutgoingError, BreakerOpen, ReconnectNeeded, MediaUnusable, VideoRejected */
  async embedFor(
    access: AccountAccess,
    media: readonly MediaItem[],
    refs: BlueskyRefs,
    saveJob: SaveJob,
  ): Promise<JsonObject | Pending | null> {
    const [first] = media;
    if (!first) return null;
    if (first.kind === 'video') {
      const blob = await this.#uploadVideo(access, first, refs, saveJob);
      return blob === 'pending' ? blob : videoEmbed({ ...attributesOf(first), blob });
    }
    const images: UploadedBlob[] = [];
    for (const item of media) images.push(await this.#uploadImage(access, item));
    return imagesEmbed(images);
  }

  async #uploadImage(access: AccountAccess, item: MediaItem): Promise<UploadedBlob> {
    const { imageBytes: bytes, imageTypes: types } = access.limits.media;
    const { body, type, width, height } = await fitImage(item, { bytes, types });
    const blob = await this.#uploadBlob(access, { body, type }, IMAGE_UPLOAD_MS);
    return { blob, alt: item.altText, width, height };
  }

  /** Uploads a JPEG that is not one of the post's files. @throws XrpcError, OutgoingError, BreakerOpen, ReconnectNeeded */
  uploadPicture(access: AccountAccess, body: Buffer): Promise<JsonObject> {
    return this.#uploadBlob(access, { body, type: 'image/jpeg' }, IMAGE_UPLOAD_MS);
  }

  #uploadBlob(
    access: AccountAccess,
    upload: NonNullable<Parameters<Xrpc['procedure']>[0]['upload']>,
    timeoutMs: number,
  ): Promise<JsonObject> {
    return this.sessions.use(access, async ({ pds, accessJwt: token }) => {
      const method = 'com.atproto.repo.uploadBlob';
      const send = () => this.xrpc.procedure({ server: pds, method, token, upload, request: { timeoutMs } });
      const answer = await retryWithBackoff(send, isTransient, this.pause);
      return blobIn(answer['blob']);
    });
  }

  async #uploadVideo(
    access: AccountAccess,
    item: MediaItem,
    refs: BlueskyRefs,
    saveJob: SaveJob,
  ): Promise<JsonObject | Pending> {
    const uploadDirectly = () =>
      this.#uploadBlob(
        access,
        { body: { path: item.path, bytes: item.bytes }, type: item.mimeType },
        VIDEO_UPLOAD_MS,
      );
    const { pds } = await this.sessions.use(access, (session) => Promise.resolve(session));
    // The public video service cannot reach a server on a private network.
    if (this.http.isPrivate(pds)) return uploadDirectly();
    // The service processes the same bytes only once, and would return the file that the server has deleted.
    if (refs.lost) return uploadDirectly();
    try {
      const known = refs.videoJob ? await this.#continueJob(refs.videoJob) : null;
      if (known) return known;
      const job = await this.#startJob(access, item, refs.rkey, saveJob);
      return 'blob' in job ? job.blob : await this.#waitForBlob(job);
    } catch (error) {
      // Deletes the job, so that a retry uploads the file again and does not read the old result.
      if (error instanceof VideoRejected) await saveJob(null);
      // The app's server also processes a direct upload, but later. A late post is better than no post.
      if (isWithoutAnswer(error) || error instanceof ServiceFailed) return uploadDirectly();
      throw error;
    }
  }

  async #startJob(
    access: AccountAccess,
    item: MediaItem,
    rkey: string,
    saveJob: SaveJob,
  ): Promise<{ id: string; server: string } | { blob: JsonObject }> {
    const { did, server, token } = await this.#serviceToken(access);
    const answer = await this.xrpc
      .procedure({
        server,
        method: 'app.bsky.video.uploadVideo',
        params: { did, name: `${rkey}.mp4` },
        token,
        upload: { body: { path: item.path, bytes: item.bytes }, type: item.mimeType },
        request: { timeoutMs: VIDEO_UPLOAD_MS },
      })
      .catch((error: unknown) => {
        // The same bytes were uploaded before. The error contains the job of that upload.
        if (error instanceof XrpcError && error.code === 'already_exists' && error.body) return error.body;
        throw withoutLogin(error);
      });
    const status = jobIn(answer);
    if (objectOf(status['blob'])) return { blob: blobIn(status['blob']) };
    if (hasFailed(status)) throw failureOf(status);
    const id = textOf(status['jobId']);
    if (id === null) throw new ServiceFailed('The video service named no job.');
    const job = { id, server };
    await saveJob(job);
    return job;
  }

  #serviceToken(access: AccountAccess): Promise<{ did: string; server: string; token: string }> {
    return this.sessions.use(access, async ({ pds, did, accessJwt }) => {
      const { token } = await this.xrpc.query({
        server: pds,
        method: 'com.atproto.server.getServiceAuth',
        params: {
          aud: await didOfServer(this.xrpc, pds),
          lxm: 'com.atproto.repo.uploadBlob',
          exp: String(Math.floor(this.clock.now().getTime() / 1000) + SERVICE_TOKEN_SECONDS),
        },
        token: accessJwt,
      });
      const server = isSandboxHost(new URL(pds).hostname) ? new URL(pds).origin : VIDEO_SERVICE;
      return { did, server, token: textOf(token) ?? '' };
    });
  }

  /** Continues a stored job. Null: the service no longer knows this job. */
  async #continueJob(job: NonNullable<BlueskyRefs['videoJob']>): Promise<JsonObject | Pending | null> {
    try {
      return await this.#waitForBlob(job);
    } catch (error) {
      if (error instanceof XrpcError && error.status < 500 && !error.throttles) return null;
      throw error;
    }
  }

  async #waitForBlob({ id, server }: { id: string; server: string }): Promise<JsonObject | Pending> {
    for (let poll = 0; poll < POLLS; poll++) {
      const method = 'app.bsky.video.getJobStatus';
      const answer = await this.xrpc
        .query({ server, method, params: { jobId: id } })
        .catch((error: unknown) => {
          throw withoutLogin(error);
        });
      const status = jobIn(answer);
      if (status['state'] === 'JOB_STATE_COMPLETED') return blobIn(status['blob']);
      if (hasFailed(status)) throw failureOf(status);
      await this.pause(POLL_EVERY_MS);
    }
    return 'pending';
  }
}

const isTransient = (error: unknown): boolean =>
  error instanceof OutgoingError
    ? error.failure !== 'blocked'
    : error instanceof XrpcError && error.status >= 500;

/**
 * If the video service refuses our login, it may not know the account or its server. The session at that server may still be valid,
 * so this is a failure of the service.
 */
function withoutLogin(error: unknown): unknown {
  const isRefused =
    error instanceof XrpcError &&
    (error.status === 401 || error.status === 403 || error.refusesToken || error.closed);
  return isRefused ? new ServiceFailed(error.message) : error;
}

const attributesOf = ({ altText: alt, width, height }: MediaItem) => ({ alt, width, height });

/** The service uses two formats: the job itself, or the job inside `jobStatus`. */
const jobIn = (answer: JsonObject): JsonObject => objectOf(at(answer, 'jobStatus')) ?? answer;

function blobIn(value: JsonObject[string] | undefined): JsonObject {
  const blob = objectOf(value);
  if (!blob) throw new ServiceFailed('The server took the file and named no blob.');
  return blob;
}
