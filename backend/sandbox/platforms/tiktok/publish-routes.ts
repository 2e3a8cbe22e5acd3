import { randomBytes } from 'node:crypto';
import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import { textOf } from '../../http/json.ts';
import type { Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { Creators } from './creators.ts';
import { checkedChunks, checkedInfo, checkedPhotos, jsonBody, objectIn } from './post-rules.ts';
import type { Progress } from './progress.ts';
import { envelope, FAULT_WORDS, invalidParams, refusal } from './tiktok-refusal.ts';
import type { OpenedPost, TikTokEntry, TikTokStore } from './tiktok-store.ts';

/** Creates an id of at most 64 characters, as documented. */
const newPublishId = (kind: string): string =>
  `${kind}~v2-1.${String(BigInt(`0x${randomBytes(8).toString('hex')}`))}`;

/** Creates posts and reports their progress. */
export class TikTokPublishRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: '/v2/post/publish/video/init/', run: (exchange) => this.#video(exchange) },
    { method: 'POST', pattern: '/v2/post/publish/content/init/', run: (exchange) => this.#photos(exchange) },
    { method: 'POST', pattern: '/v2/post/publish/status/fetch/', run: (exchange) => this.#status(exchange) },
  ];

  readonly #context: SandboxContext;
  readonly #store: TikTokStore;
  readonly #creators: Creators;
  readonly #progress: Progress;
  readonly #commit: (entry: TikTokEntry) => void;
  readonly #uploadUrl: (post: OpenedPost) => string;

  constructor(
    context: SandboxContext,
    store: TikTokStore,
    creators: Creators,
    progress: Progress,
    commit: (entry: TikTokEntry) => void,
    uploadUrl: (post: OpenedPost) => string,
  ) {
    this.#context = context;
    this.#store = store;
    this.#creators = creators;
    this.#progress = progress;
    this.#commit = commit;
    this.#uploadUrl = uploadUrl;
  }

  /** Opens an upload. The video is published when its bytes have arrived, not by this call. */
  async #video(exchange: Exchange): Promise<void> {
    const { account } = this.#creators.authenticate(exchange, 'video.publish', 'init');
    const body = await jsonBody(exchange);
    const info = checkedInfo(objectIn(body, 'post_info'), 'video', account, this.#creators);
    const source = checkedChunks(objectIn(body, 'source_info'));
    this.#creators.spendPost(account);
    const token = randomBytes(16).toString('base64url');
    const post: OpenedPost = {
      publishId: newPublishId('v_pub_file'),
      account,
      info,
      source: { kind: 'video', ...source, token },
    };
    this.#commit({ type: 'opened', post });
    exchange.reply(200, envelope({ publish_id: post.publishId, upload_url: this.#uploadUrl(post) }));
  }

  async #photos(exchange: Exchange): Promise<void> {
    const { account } = this.#creators.authenticate(exchange, 'video.publish', 'init');
    const body = await jsonBody(exchange);
    if (body['media_type'] !== 'PHOTO') throw invalidParams('media_type must be PHOTO.');
    if (body['post_mode'] !== 'DIRECT_POST')
      throw invalidParams('The sandbox knows post_mode DIRECT_POST only.');
    const info = checkedInfo(objectIn(body, 'post_info'), 'photo', account, this.#creators);
    const urls = checkedPhotos(objectIn(body, 'source_info'));
    const call = { platform: 'tiktok', names: [account], words: FAULT_WORDS };
    finalCall(exchange, this.#context.faults, call, () => {
      this.#creators.spendPost(account);
      const post: OpenedPost = {
        publishId: newPublishId('p_pub_url'),
        account,
        info,
        source: { kind: 'photos', urls },
      };
      this.#commit({ type: 'opened', post });
      const opened = this.#store.post(post.publishId);
      if (opened) this.#progress.pull(opened);
      return envelope({ publish_id: post.publishId });
    });
  }

  async #status(exchange: Exchange): Promise<void> {
    const { account } = this.#creators.authenticate(exchange, 'video.publish', 'status');
    const body = await jsonBody(exchange);
    const post = this.#store.post(textOf(body['publish_id']) ?? '');
    if (!post) throw refusal(400, 'invalid_publish_id', 'The publish_id does not exist.');
    if (post.account !== account)
      throw refusal(
        403,
        'token_not_authorized_for_specified_publish_id',
        'The access_token does not have authorization for this publish_id.',
      );
    this.#progress.pull(post);
    // The ids are JSON numbers of 64 bits, which JSON.stringify cannot write.
    const text = JSON.stringify(envelope(this.#progress.view(post))).replace(/"id:(\d+)"/g, '$1');
    exchange.send(200, text, 'application/json; charset=utf-8');
  }
}
