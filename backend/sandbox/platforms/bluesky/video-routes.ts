import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { Blob, BlueskyEntry, BlueskyStore, Job } from './bluesky-store.ts';
import { blobCid } from './cid.ts';
import { PDS_DID, VIDEO_HOST } from './identity.ts';
import { blobView } from './blob-routes.ts';
import type { BlueskyLogins } from './sessions.ts';
import { invalid, param, refusal } from './xrpc.ts';

const MAX_BYTES = 300_000_000;
const PROCESSING_MS = 1500;
const VIDEO_AUDIENCES = [`did:web:${VIDEO_HOST}`, 'did:web:video.bsky.app'];

/** The video service: receives the bytes, processes them for a while, then returns a blob that the repository knows. */
export class BlueskyVideoRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'POST',
      pattern: '/xrpc/app.bsky.video.uploadVideo',
      run: (exchange) => this.#upload(exchange),
    },
    {
      method: 'GET',
      pattern: '/xrpc/app.bsky.video.getJobStatus',
      run: (exchange) => {
        this.#status(exchange);
      },
    },
    {
      method: 'GET',
      pattern: '/xrpc/app.bsky.video.getUploadLimits',
      run: (exchange) => {
        this.#limits(exchange);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: BlueskyStore;
  readonly #sessions: BlueskyLogins;
  readonly #commit: (entry: BlueskyEntry) => void;

  constructor(
    context: SandboxContext,
    store: BlueskyStore,
    sessions: BlueskyLogins,
    commit: (entry: BlueskyEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#sessions = sessions;
    this.#commit = commit;
  }

  async #upload(exchange: Exchange): Promise<void> {
    const did = this.#sessions.serviceCaller(exchange, [PDS_DID], 'com.atproto.repo.uploadBlob');
    if (param(exchange, 'did') !== did)
      throw refusal(401, 'AuthenticationRequired', 'did does not match the token');
    param(exchange, 'name');
    if (exchange.contentType !== 'video/mp4') throw invalid('Content-Type must be video/mp4');
    if (!exchange.header('content-length')) throw refusal(411, 'InvalidRequest', 'Content-Length required');
    const { sha256, bytes, type } = await this.#context.blobs.receive(exchange.request, MAX_BYTES);
    const cid = blobCid(sha256);
    const done = [...this.#store.jobs.values()].find((job) => job.did === did && job.blob?.cid === cid);
    if (done && done.readyAt <= this.#context.now()) {
      const { jobId, state, blob } = jobView(done, this.#context.now());
      throw new Refusal(409, {
        error: 'already_exists',
        message: 'Video already processed',
        jobId,
        did,
        state,
        blob,
      });
    }
    const blob: Blob = { did, cid, sha256, size: bytes, mimeType: 'video/mp4' };
    const isVideo = type === 'video/mp4' || type === 'video/quicktime';
    const job = this.#start(did, isVideo ? blob : null);
    exchange.reply(200, { jobStatus: jobView(job, this.#context.now()) });
  }

  #start(did: string, blob: Blob | null): Job {
    const handle = this.#store.accounts.get(did)?.handle ?? did;
    const { faults } = this.#context;
    const slow = faults.take('bluesky', 'slowProcessing', [did, handle]);
    const failing = faults.take('bluesky', 'failProcessing', [did, handle]);
    const startedAt = this.#context.now();
    const readyAt = startedAt + (slow ? slow.retryAfterSeconds * 1000 : PROCESSING_MS);
    const timed = { id: randomUUID(), did, startedAt, readyAt };
    const job: Job = failing
      ? { ...timed, blob: null, failureCode: failing.reason ?? 'encoding_failure' }
      : { ...timed, blob };
    this.#commit({ type: 'job', job });
    if (job.blob) this.#commit({ type: 'blob', blob: job.blob });
    return job;
  }

  #status(exchange: Exchange): void {
    const job = this.#store.jobs.get(param(exchange, 'jobId'));
    if (!job) throw invalid('Job not found');
    exchange.reply(200, { jobStatus: jobView(job, this.#context.now()) });
  }

  #limits(exchange: Exchange): void {
    this.#sessions.serviceCaller(exchange, VIDEO_AUDIENCES, 'app.bsky.video.getUploadLimits');
    exchange.reply(200, { canUpload: true, remainingDailyVideos: 25, remainingDailyBytes: 10_000_000_000 });
  }
}

type JobView = Readonly<{ jobId: string; did: string; state: string; blob?: object }> &
  Readonly<{ progress?: number; error?: string; failureCode?: string; message?: string }>;

function jobView({ id, did, startedAt, readyAt, blob, failureCode }: Job, now: number): JobView {
  if (now < readyAt) {
    const progress = Math.min(99, Math.floor(((now - startedAt) / (readyAt - startedAt)) * 100));
    return { jobId: id, did, state: progress === 0 ? 'JOB_STATE_CREATED' : 'JOB_STATE_ENCODING', progress };
  }
  if (blob) return { jobId: id, did, state: 'JOB_STATE_COMPLETED', progress: 100, blob: blobView(blob) };
  const code = failureCode ?? 'validation_failure';
  const message = code === 'validation_failure' ? 'The file is no MP4 video' : `The job ended with ${code}`;
  return { jobId: id, did, state: 'JOB_STATE_FAILED', error: code, failureCode: code, message };
}
