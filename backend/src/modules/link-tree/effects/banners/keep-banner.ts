import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { Injectable } from '@nestjs/common';
import type { LinkPageEvent } from '../../domain/link-page/link-page-events.ts';
import { linkPageStream } from '../../domain/link-page/link-page.ts';
import { BannerFiles } from '../../stores/banners/banner-files.ts';

/** Longer than any request needs between storing its files and appending its event. */
const UNSETTLED_MS = 5 * 60_000;

/** Keeps the files of all current banners and photos, and releases all other files. */
@Injectable()
export class KeepBanner {
  constructor(
    private readonly reader: EventReader,
    private readonly files: BannerFiles,
  ) {}

  /** Keeps exactly the files of the banner and photo in the user's stream. */
  async settle(userId: string): Promise<void> {
    const { state: page } = await this.reader.load(linkPageStream, userId);
    const names = [...page.banner, ...page.photo].flatMap(({ mediaUrl }) => nameIn(mediaUrl) ?? []);
    await this.files.settle(userId, names, UNSETTLED_MS);
  }

  /** Releases the files of requests that stopped before they appended an event. */
  async settleOld(): Promise<void> {
    for (const userId of await this.files.unsettled(UNSETTLED_MS)) await this.settle(userId);
  }

  /** Runs after each change of a banner or photo. So replaced files are released even if the request stopped after the event. */
  readonly process: Process<LinkPageEvent> = {
    name: 'link-tree.keep-banner',
    categories: [linkPageStream.category],
    types: ['BannerChanged', 'PhotoChanged'],
    from: 'start',
    handle: ({ data }) => this.settle(data.userId),
  };
}
