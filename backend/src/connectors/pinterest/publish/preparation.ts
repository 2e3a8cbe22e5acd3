import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import type { Clock } from '#infrastructure/clock.ts';
import type { TemporaryMediaUrls } from '../../contract/temporary-media-urls.ts';
import type { PrepareOutcome } from '../../contract/outcome.ts';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { fitImage } from '../../kit/images.ts';
import { postponed, refused, refusedBy } from '../../kit/outcomes.ts';
import type { AccountAccess, SaveRefs } from '../../contract/account-access.ts';
import { PINTEREST } from '../limits.ts';
import { withoutVideo, type PinterestRefs } from './refs.ts';
import type { PinterestVideoUpload } from '../media.ts';

const PROCESSING_WAIT_MS = 30_000;

export type PinTask = Readonly<{
  access: AccountAccess;
  publication: OutgoingPublication;
  save: SaveRefs;
  signal: AbortSignal;
}>;

/** Uploads the files of one pin, so that the final call can refer to them. Saves each id before the next step. */
export class PinPreparation {
  constructor(
    private readonly context: Readonly<{
      video: PinterestVideoUpload;
      media: TemporaryMediaUrls;
      clock: Clock;
    }>,
    private readonly task: PinTask,
  ) {}

  /** @throws MediaUnusable, TokenRefused, PinterestError, OutgoingError */
  async finish(token: string, before: PinterestRefs): Promise<PrepareOutcome> {
    const refs = await this.#lendPictures(before);
    return this.task.publication.media.some(({ kind }) => kind === 'video')
      ? this.#sendVideo(token, refs)
      : { kind: 'prepared', refs };
  }

  async #lendPictures(before: PinterestRefs): Promise<PinterestRefs> {
    const { access, publication } = this.task;
    const { imageBytes: bytes, imageTypes: types } = access.limits.media;
    const images = publication.media.filter(({ kind }) => kind === 'image');
    const known = await Promise.all(before.pictures.map((name) => access.uploads.open(name)));
    // If the vault has deleted a URL, all URLs are made again.
    let refs: PinterestRefs = known.includes(null) ? { ...before, pictures: [] } : before;
    for (const item of images.slice(refs.pictures.length)) {
      const url = await this.context.media.create(access.accountId, await fitImage(item, { bytes, types }));
      const name = await access.uploads.keep(url);
      refs = await this.#save({ ...refs, pictures: [...refs.pictures, name] });
    }
    return refs;
  }

  async #sendVideo(token: string, before: PinterestRefs): Promise<PrepareOutcome> {
    const { video } = this.context;
    const { mediaId, refs } = await this.#uploadVideo(token, before);
    if (mediaId === null) return refused('media-lost', null, true);
    switch (await video.waitUntilProcessed(token, mediaId, this.task.signal)) {
      case 'ready':
        return { kind: 'prepared', refs };
      case 'working':
        return postponed(
          'processing',
          null,
          new Date(this.context.clock.now().getTime() + PROCESSING_WAIT_MS),
        );
      case 'failed':
        await this.#save(withoutVideo(refs));
        return refusedBy(checkSaid('media-rejected/not-processed', { platform: PINTEREST.name }));
      case 'lost':
        await this.#save(withoutVideo(refs));
        return refused('media-lost', null, true);
    }
  }

  /** `mediaId` is null if the storage refused the file: the next preparation registers the video again. */
  async #uploadVideo(
    token: string,
    before: PinterestRefs,
  ): Promise<Readonly<{ mediaId: string | null; refs: PinterestRefs }>> {
    const { access, publication } = this.task;
    const item = publication.media.find(({ kind }) => kind === 'video');
    if (!item || before.isUploaded) return { mediaId: before.mediaId, refs: before };
    let refs = before;
    let form = refs.form === null ? null : await access.uploads.open(refs.form);
    if (form === null) {
      const registered = await this.context.video.register(token);
      ({ form } = registered);
      const name = await access.uploads.keep(form);
      refs = await this.#save({ ...refs, mediaId: registered.mediaId, form: name });
    }
    if (await this.context.video.send(form, item))
      return { mediaId: refs.mediaId, refs: await this.#save({ ...refs, isUploaded: true }) };
    return { mediaId: null, refs: await this.#save(withoutVideo(refs)) };
  }

  async #save(refs: PinterestRefs): Promise<PinterestRefs> {
    await this.task.save(refs);
    return refs;
  }
}
