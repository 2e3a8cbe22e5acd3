import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { Injectable } from '@nestjs/common';
import type { LinkPageEvent } from '../../domain/link-page/link-page-events.ts';
import { linkPageStream } from '../../domain/link-page/link-page.ts';
import { BannerFiles } from '../../stores/banners/banner-files.ts';

/** Longer than a request can take from its files to its fact. */
const UNSETTLED_MS = 5 * 60_000;

/** Sees to it that the files of a banner stay for as long as it is somebody's banner, and no longer. */
@Injectable()
export class KeepBanner {
  constructor(
    private readonly reader: EventReader,
    private readonly files: BannerFiles,
  ) {}

  /** Makes the files of somebody's banner those that the log tells of. */
  async settle(userId: string): Promise<void> {
    const { state: page } = await this.reader.load(linkPageStream, userId);
    const names = page.banner.flatMap(({ mediaUrl }) => nameIn(mediaUrl) ?? []);
    await this.files.settle(userId, names, UNSETTLED_MS);
  }

  /** Of requests that broke off before the log heard of them. */
  async settleOld(): Promise<void> {
    for (const userId of await this.files.unsettled(UNSETTLED_MS)) await this.settle(userId);
  }

  /** Follows every change of a banner, so that nothing depends on how its request ended. */
  readonly process: Process<LinkPageEvent> = {
    name: 'link-tree.keep-banner',
    categories: [linkPageStream.category],
    types: ['BannerChanged'],
    from: 'start',
    handle: ({ data }) => this.settle(data.userId),
  };
}
