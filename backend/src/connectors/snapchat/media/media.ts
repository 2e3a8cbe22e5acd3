import { createHash, randomBytes } from 'node:crypto';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { MediaItem } from '../../contract/publication.ts';
import { fitImage, type ReadyImage } from '../../kit/images.ts';
import { idIn, textOf } from '../../kit/json.ts';
import { isTransient } from '../../kit/platform-error.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';
import type { SnapchatCall, SnapchatClient } from '../client.ts';
import { IV_BYTES, KEY_BYTES, sealedParts } from './sealed-parts.ts';
import type { SnapchatSession } from '../tokens.ts';

const UPLOAD_MS = 120_000;

/** Encrypts and uploads one file, so that the final call can refer to it. */
export class SnapchatMedia {
  constructor(
    private readonly client: SnapchatClient,
    private readonly pause: Pause,
  ) {}

  /**
   * Returns the id of the file. After a failure, the upload begins again with a new id, as Snapchat recommends.
   * @throws TokenRefused, SnapchatError, OutgoingError, BreakerOpen, MediaUnusable
   */
  async upload(
    session: SnapchatSession,
    item: MediaItem,
    { imageBytes, imageTypes }: PlatformLimits['media'],
    signal: AbortSignal,
  ): Promise<string> {
    const body =
      item.kind === 'image'
        ? (await fitImage(item, { bytes: imageBytes, types: imageTypes })).body
        : { path: item.path, bytes: item.bytes };
    const uploadOnce = () => this.#uploadOnce(session, item, body, signal);
    return retryWithBackoff(uploadOnce, (error) => !signal.aborted && isTransient(error), this.pause);
  }

  async #uploadOnce(
    { token, profile }: SnapchatSession,
    item: MediaItem,
    body: ReadyImage['body'],
    signal: AbortSignal,
  ): Promise<string> {
    const send = (call: Omit<SnapchatCall, 'token' | 'method' | 'request'>) =>
      this.client.send({ token, method: 'POST', ...call, request: { signal, timeoutMs: UPLOAD_MS } });
    const seal = { key: randomBytes(KEY_BYTES), iv: randomBytes(IV_BYTES) };
    const started = await send({
      path: `${profile}/media`,
      json: {
        type: item.kind === 'image' ? 'IMAGE' : 'VIDEO',
        name: nameOf(item),
        key: seal.key.toString('base64'),
        iv: seal.iv.toString('base64'),
      },
    });
    const id = idIn(started['media_id']);
    const [add, finalize] = ['add_path', 'finalize_path'].map((name) => textOf(started[name]));
    // Accepts only a path at Snapchat, never another host, because the request contains the token.
    if (id === null || !isPath(add) || !isPath(finalize))
      throw this.client.unreadable('begins an upload and does not say where');
    let number = 0;
    for await (const part of sealedParts(body, seal)) {
      number += 1;
      const form = [
        { name: 'action', value: 'ADD' },
        { name: 'part_number', value: String(number) },
        { name: 'file', value: part, filename: 'part', type: 'application/octet-stream' },
      ];
      await send({ path: add, form });
    }
    await send({ path: finalize, form: [{ name: 'action', value: 'FINALIZE' }] });
    return id;
  }
}

const isPath = (path: string | null | undefined): path is string => /^\/(?!\/)/u.test(path ?? '');

/** The name of the file. Only Snapchat's own lists show this name. */
const nameOf = ({ mediaUrl }: MediaItem): string =>
  `posthorn-${createHash('sha256').update(mediaUrl).digest('hex').slice(0, 16)}`;
