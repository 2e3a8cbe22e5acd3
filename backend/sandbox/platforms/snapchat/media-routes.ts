import { createDecipheriv, randomUUID, type Decipheriv } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { isObject, textOf } from '../../http/json.ts';
import { MultipartFault, readMultipart, type Multipart } from '../../http/multipart.ts';
import type { Params, Route } from '../../http/router.ts';
import type { ReceivedBlob } from '../../state/blob-store.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { SnapchatProfiles } from './profiles.ts';
import { invalid, notFound, success } from './snapchat-refusal.ts';
import {
  mediaTypes,
  type SnapchatFile,
  type MediaType,
  type SnapchatEntry,
  type SnapchatStore,
} from './snapchat-store.ts';

const MB = 1_048_576;
const PART_MAX = 32 * MB;
const PARTS_MAX = 35;
const FILE_MAX = 1024 * MB;
const IMAGE_MAX = 20 * MB;
const LIFETIME_MS = 24 * 3_600_000;
const ACCEPTED: Readonly<Record<MediaType, readonly string[]>> = {
  IMAGE: ['image/jpeg', 'image/png'],
  VIDEO: ['video/mp4'],
};

/** Receives encrypted files in parts. The last call of an upload decrypts the file with the key from the first call. */
export class SnapchatMediaRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'POST',
      pattern: '/v1/public_profiles/:profile/media',
      run: (exchange, params) => this.#begin(exchange, params),
    },
    {
      method: 'POST',
      pattern: '/us/v1/media/:media/multipart-upload',
      run: (exchange, params) => this.#continue(exchange, params),
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: SnapchatStore;
  readonly #profiles: SnapchatProfiles;
  readonly #commit: (entry: SnapchatEntry) => void;

  constructor(
    context: SandboxContext,
    store: SnapchatStore,
    profiles: SnapchatProfiles,
    commit: (entry: SnapchatEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#profiles = profiles;
    this.#commit = commit;
  }

  async #begin(exchange: Exchange, { profile = '' }: Params): Promise<void> {
    const { id: profileId } = this.#profiles.own(exchange, profile);
    const body = (await exchange.json()) ?? {};
    const type = mediaTypes.find((each) => each === body['type']);
    if (!type) throw invalid('type must be IMAGE or VIDEO');
    if (!textOf(body['name'])) throw invalid('name is required');
    const key = base64Of(body['key'], 32);
    const iv = base64Of(body['iv'], 16);
    if (key === null || iv === null)
      throw invalid('key must be 32 bytes and iv 16 bytes, both encoded in base64');
    const endsAt = this.#context.now() + LIFETIME_MS;
    const media: SnapchatFile = { id: randomUUID(), profileId, type, key, iv, endsAt, parts: {}, file: null };
    this.#commit({ type: 'media', media });
    const path = `/us/v1/media/${media.id}/multipart-upload`;
    exchange.reply(200, success({ media_id: media.id, add_path: path, finalize_path: path }));
  }

  async #continue(exchange: Exchange, { media: id = '' }: Params): Promise<void> {
    const account = this.#profiles.authenticate(exchange);
    const media = this.#store.media(id);
    if (!media || media.endsAt <= this.#context.now()) throw notFound(`Media ${id}`);
    this.#profiles.mustOwn(account, media.profileId);
    if (media.file) throw invalid('The media has been finalized');
    const form = await this.#formIn(exchange);
    const { action } = form.fields;
    if (action === 'ADD') this.#add(media, form);
    else if (action === 'FINALIZE') await this.#finalize(media);
    else throw invalid('action must be ADD or FINALIZE');
    exchange.reply(200, success());
  }

  async #formIn(exchange: Exchange): Promise<Multipart> {
    try {
      return await readMultipart(exchange, this.#context.blobs, { file: 'file', maxBytes: PART_MAX });
    } catch (error) {
      throw error instanceof MultipartFault ? invalid(error.message) : error;
    }
  }

  #add({ id }: SnapchatFile, { fields, files }: Multipart): void {
    const file = files.get('file');
    const number = Number(fields['part_number']);
    if (!Number.isInteger(number) || number < 1 || number > PARTS_MAX)
      throw invalid(`part_number must be from 1 to ${String(PARTS_MAX)}`);
    if (!file) throw invalid('file is required');
    this.#commit({ type: 'part', id, number, sha256: file.sha256 });
  }

  async #finalize(media: SnapchatFile): Promise<void> {
    const parts = Object.values(media.parts);
    if (parts.length === 0 || !parts.every((_, index) => media.parts[index + 1]))
      throw invalid('Parts are missing');
    const { sha256, bytes, type } = await this.#decrypt(media, parts);
    if (type === null || !ACCEPTED[media.type].includes(type))
      throw invalid(`The file is no ${media.type === 'IMAGE' ? 'JPEG or PNG' : 'MP4'}`);
    if (media.type === 'IMAGE' && bytes > IMAGE_MAX) throw invalid('The image is larger than 20 MB');
    this.#commit({ type: 'media', media: { ...media, file: { sha256, bytes, type } } });
  }

  async #decrypt({ key, iv }: SnapchatFile, parts: readonly string[]): Promise<ReceivedBlob> {
    const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'));
    try {
      return await this.#context.blobs.receive(this.#decryptedBytes(decipher, parts), FILE_MAX);
    } catch (error) {
      if (isObject(error) && textOf(error['code'])?.startsWith('ERR_OSSL'))
        throw invalid('The file cannot be decrypted with its key and iv');
      throw error;
    }
  }

  async *#decryptedBytes(decipher: Decipheriv, parts: readonly string[]): AsyncGenerator<Buffer> {
    for (const sha256 of parts) {
      const blob = this.#context.blobs.read(sha256);
      if (!blob) continue;
      for await (const chunk of blob.stream() as AsyncIterable<Buffer>) yield decipher.update(chunk);
    }
    yield decipher.final();
  }
}

const base64Of = (value: unknown, bytes: number): string | null =>
  typeof value === 'string' && Buffer.from(value, 'base64').length === bytes ? value : null;
