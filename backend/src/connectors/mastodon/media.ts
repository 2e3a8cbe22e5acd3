import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import { extensionOf } from '#infrastructure/media/store/media-store.ts';
import type { MediaItem } from '../contract/publication.ts';
import { fitImage, MediaUnusable } from '../kit/images.ts';
import { at, idIn } from '../kit/json.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import { unreadable } from '../kit/json-request.ts';
import { isTransient } from '../kit/platform-error.ts';
import { retryWithBackoff, type Pause } from '../kit/retry-with-backoff.ts';
import {
  MastodonError,
  type MastodonCall,
  type MastodonClient,
  type MastodonReply,
} from './client/client.ts';
import type { MastodonSession } from './tokens.ts';

const UPLOAD_MS = 300_000;
/** https://docs.joinmastodon.org/methods/media/: the second call is deprecated, and responds after the file is processed. */
const UPLOADS = ['/api/v2/media', '/api/v1/media'] as const;
/** HTTP statuses of servers that do not support a call. */
const UNSUPPORTED_CALL: ReadonlySet<number> = new Set([404, 405, 410, 501]);
const POLLS = 20;
const POLL_EVERY_MS = 1_500;

/** Uploads a file for use in a status, and waits until the server has processed it. */
export class MastodonMedia {
  constructor(
    private readonly client: MastodonClient,
    private readonly pause: Pause,
  ) {}

  /** Uploads a file and returns its id. A lost upload only leaves an unused file. @throws MastodonError, OutgoingError, MediaUnusable */
  async upload(session: MastodonSession, access: AccountAccess, item: MediaItem): Promise<string> {
    const { imageBytes: bytes, imageTypes: types, imagePixels: pixels } = access.limits.media;
    const file =
      item.kind === 'image'
        ? await fitImage(item, { bytes, types, ...(pixels !== undefined && { pixels }) })
        : { body: { path: item.path, bytes: item.bytes }, type: item.mimeType };
    const form = [
      ...(item.altText === '' ? [] : [{ name: 'description', value: item.altText }]),
      {
        name: 'file',
        value: file.body,
        filename: `file.${extensionOf(file.type)}`,
        type: file.type,
      },
    ];
    const { server, token } = session;
    const reply = await this.#send({
      server,
      token,
      method: 'POST',
      form,
      request: { timeoutMs: UPLOAD_MS },
    });
    const id = idIn(at(reply.body, 'id'));
    if (id === null) throw unreadable(new URL(server).host, 'took a file and named no id');
    return id;
  }

  /** Uses the older call if a compatible server does not support the newer call. */
  async #send(call: Omit<MastodonCall, 'path'>): Promise<MastodonReply> {
    for (const path of UPLOADS) {
      try {
        return await retryWithBackoff(() => this.client.send({ ...call, path }), isTransient, this.pause);
      } catch (error) {
        if (!(error instanceof MastodonError && UNSUPPORTED_CALL.has(error.status))) throw error;
      }
    }
    throw new MediaUnusable(checkSaid('media-rejected/no-uploads', nameOf(call.server)));
  }

  /** Polls until all files are processed; false: some files need more time. @throws MastodonError, OutgoingError, MediaUnusable */
  async areReady({ server, token }: MastodonSession, ids: readonly string[]): Promise<boolean> {
    for (const id of ids) {
      for (let poll = 1; !(await this.#isReady(server, token, id)); poll++) {
        if (poll === POLLS) return false;
        await this.pause(POLL_EVERY_MS);
      }
    }
    return true;
  }

  async #isReady(server: string, token: string, id: string): Promise<boolean> {
    try {
      const path = `/api/v1/media/${encodeURIComponent(id)}`;
      // 206: the server still processes the file.
      return (
        (await retryWithBackoff(() => this.client.send({ server, token, path }), isTransient, this.pause))
          .status !== 206
      );
    } catch (error) {
      if (error instanceof MastodonError && error.status === 422) {
        throw new MediaUnusable(
          error.platformMessage ?? checkSaid('media-rejected/file-not-processed', nameOf(server)),
        );
      }
      // Servers without this call process a file during the upload. If a server has lost the file, it reports this when a status
      // uses the file.
      if (error instanceof MastodonError && (error.status === 404 || error.status === 405)) return true;
      throw error;
    }
  }
}

/** The name of a server in a sentence. */
const nameOf = (server: string) => ({ platform: new URL(server).host });
