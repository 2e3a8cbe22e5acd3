import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import { readForm, type GraphForm } from '../meta/graph-form.ts';
import { graphRefusal, invalidParameter, pageFaults } from '../meta/graph-refusal.ts';
import { nextId } from '../meta/ids.ts';
import type { MetaApp } from '../meta/meta-app.ts';
import { knownAs, pageNames, type FacebookPage } from '../meta/people.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { FacebookEntry, FacebookStore, FacebookVideo } from './facebook-store.ts';
import type { ReelQuota } from './reel-quota.ts';
import { isExpired, isWhole, receivedBytes } from './video-view.ts';
import { wholeFile } from './whole-file.ts';

const LARGEST = 2 * 1024 * 1024 * 1024;
/** The maximum number of bytes that the sandbox requests in one piece of a feed video. */
const PIECE = 256 * 1024;
const PROCESSING_MS = 1500;
const RUPLOAD = 'rupload.facebook.sandbox.test';

type Call = Readonly<{ page: FacebookPage; form: GraphForm }>;

/** Feed videos arrive in pieces, within a session. A Reel arrives at its own URL. A further call publishes the video. */
export class FacebookVideoRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'POST',
      pattern: '/:page/videos',
      run: async (exchange, params) => this.#answerFeedCall(exchange, await this.#read(exchange, params)),
    },
    {
      method: 'POST',
      pattern: '/:page/video_reels',
      run: async (exchange, params) => this.#reel(exchange, await this.#read(exchange, params)),
    },
  ];

  readonly #context: SandboxContext;
  readonly #app: MetaApp;
  readonly #store: FacebookStore;
  readonly #commit: (entry: FacebookEntry) => void;
  readonly #quota: ReelQuota;

  constructor(
    context: SandboxContext,
    app: MetaApp,
    store: FacebookStore,
    commit: (entry: FacebookEntry) => void,
    quota: ReelQuota,
  ) {
    this.#context = context;
    this.#app = app;
    this.#store = store;
    this.#commit = commit;
    this.#quota = quota;
  }

  async #read(exchange: Exchange, { page: id = '' }: Params): Promise<Call> {
    const form = await readForm(exchange, this.#context.blobs, LARGEST);
    return { page: this.#app.page(exchange, { id, scope: 'pages_manage_posts', fields: form.fields }), form };
  }

  async #answerFeedCall(exchange: Exchange, call: Call): Promise<void> {
    const { page, form } = call;
    switch (form.fields.get('upload_phase')) {
      case 'start': {
        const size = Number(form.fields.get('file_size') ?? Number.NaN);
        if (!Number.isInteger(size) || size < 1 || size > LARGEST)
          throw invalidParameter('file_size is needed');
        const video = this.#start(page, 'feed', size);
        exchange.reply(200, { upload_session_id: video.session, video_id: video.id, ...offsets(video) });
        return;
      }
      case 'transfer':
        exchange.reply(200, offsets(this.#transfer(call)));
        return;
      case 'finish':
        await this.#finish(exchange, page, this.#ofSession(call), form.fields.get('description'));
        return;
      case null:
      default:
        throw invalidParameter('The sandbox takes feed videos in phases: start, transfer, finish.');
    }
  }

  async #reel(exchange: Exchange, { page, form: { fields } }: Call): Promise<void> {
    switch (fields.get('upload_phase')) {
      case 'start': {
        this.#quota.check(page);
        const { id } = this.#start(page, 'reel', null);
        exchange.reply(200, { video_id: id, upload_url: `https://${RUPLOAD}/video-upload/v26.0/${id}` });
        return;
      }
      case 'finish': {
        const video = this.#store.videos.get(fields.get('video_id') ?? '');
        if (video?.pageId !== page.id || video.kind !== 'reel') throw invalidParameter('video_id is unknown');
        if (fields.get('video_state') !== 'PUBLISHED')
          throw invalidParameter('The sandbox publishes with video_state PUBLISHED only.');
        await this.#finish(exchange, page, video, fields.get('description'));
        return;
      }
      case null:
      default:
        throw invalidParameter('upload_phase must be start or finish');
    }
  }

  #start({ id: pageId }: FacebookPage, kind: FacebookVideo['kind'], size: number | null): FacebookVideo {
    const startedAt = this.#context.now();
    const id = nextId(startedAt);
    const session = kind === 'feed' ? nextId(startedAt) : '';
    const video: FacebookVideo = { id, pageId, kind, session, size, pieces: [], startedAt, finished: null };
    this.#commit({ type: 'video', video });
    return video;
  }

  #transfer(call: Call): FacebookVideo {
    const video = this.#ofSession(call);
    const { fields, files } = call.form;
    const piece = files.get('video_file_chunk');
    if (!piece) throw graphRefusal(6001, '(#6001) There was a problem uploading your video file.');
    const received = receivedBytes(video);
    const [start, longestEnd] = [
      Number(fields.get('start_offset')),
      Math.min(received + PIECE, video.size ?? 0),
    ];
    if (start !== received || received + piece.bytes > longestEnd)
      throw graphRefusal(6001, '(#6001) There was a problem uploading your video file. Please try again.', {
        subcode: 1363037,
        data: offsets(video),
      });
    const { sha256, bytes } = piece;
    const extended: FacebookVideo = { ...video, pieces: [...video.pieces, { sha256, bytes }] };
    this.#commit({ type: 'video', video: extended });
    return extended;
  }

  #ofSession({ page, form }: Call): FacebookVideo {
    const video = this.#store.videoOfSession(form.fields.get('upload_session_id') ?? 'none');
    if (video?.pageId !== page.id || isExpired(video, this.#context.now()))
      throw graphRefusal(6000, '(#6000) There was a problem uploading your video file.', {
        subcode: 1363019,
      });
    return video;
  }

  async #finish(
    exchange: Exchange,
    page: FacebookPage,
    video: FacebookVideo,
    description: string | null,
  ): Promise<void> {
    if (!isWhole(video) || isExpired(video, this.#context.now()))
      throw graphRefusal(6000, '(#6000) There was a problem uploading your video file.', {
        subcode: 1363019,
      });
    if (video.finished) throw invalidParameter('This video is published already.');
    const file = await wholeFile(this.#context.blobs, video);
    const call = { platform: 'facebook', names: pageNames(page), words: pageFaults(page.id) };
    finalCall(exchange, this.#context.faults, call, () => {
      const { faults, now } = this.#context;
      const slow = faults.take('facebook', 'slowProcessing', pageNames(page));
      const isUnusable = file.type !== 'video/mp4' && file.type !== 'video/quicktime';
      const fails = faults.take('facebook', 'failProcessing', pageNames(page)) !== null || isUnusable;
      const postId = `${page.id}_${nextId(now())}`;
      const readyAt = now() + (slow ? slow.retryAfterSeconds * 1000 : PROCESSING_MS);
      const finished = { postId, description: description ?? '', readyAt, fails, file };
      if (video.kind === 'reel') this.#quota.spend(page);
      this.#commit({ type: 'video', video: { ...video, finished } });
      if (!fails) this.#show(page, video.id, finished);
      return { success: true };
    });
  }

  /** Stores the post of a video. Lists show the post only after processing. */
  #show(
    page: FacebookPage,
    videoId: string,
    { postId, description }: NonNullable<FacebookVideo['finished']>,
  ): void {
    const ids = { id: postId, pageId: page.id, account: knownAs(page) };
    const post = { ...ids, message: description, link: null, photoIds: [], videoId };
    this.#commit({ type: 'post', post });
  }
}

const offsets = (video: FacebookVideo): object => {
  const received = receivedBytes(video);
  return {
    start_offset: String(received),
    end_offset: String(Math.min(received + PIECE, video.size ?? received)),
  };
};
