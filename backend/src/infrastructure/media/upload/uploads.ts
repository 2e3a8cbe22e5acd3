import type { MediaFileView, UploadReply } from '@posthorn/contracts/shared/media.http';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RateLimits } from '../../http/rate-limits.ts';
import { MediaShelf } from '../store/media-shelf.ts';
import { FetchFile } from './fetch-file.ts';
import { ReceiveFiles, type Incoming } from './receive-files.ts';
import { UploadMedia } from './upload-media.command.ts';

const UPLOADS = { name: 'scheduling.upload', points: 200, seconds: 3600 } as const;

/** Asked once a file is here and before anything is made of it: bytes may take minutes to come. */
type LastLook = () => Promise<void>;
const noLook: LastLook = () => Promise.resolve();

/** Files for posts, whichever door they come in by: one limit for all of them. */
@Injectable()
export class Uploads {
  constructor(
    private readonly commands: CommandBus,
    private readonly limits: RateLimits,
    private readonly incoming: ReceiveFiles,
    private readonly fetching: FetchFile,
    private readonly shelf: MediaShelf,
  ) {}

  /** @throws RequestRefused, what `look` throws */
  async take(exchange: Omit<Incoming, 'form'>, look = noLook): Promise<UploadReply> {
    const { ownerId } = exchange;
    await this.limits.take(UPLOADS, ownerId);
    const files = await this.incoming.during(exchange, async (received, signal) => {
      await look();
      return this.commands.execute(new UploadMedia(ownerId, received, signal));
    });
    return { files };
  }

  /** A file from an address on the web. @throws RequestRefused, what `look` throws */
  async fetch(ownerId: string, address: string, signal: AbortSignal, look = noLook): Promise<MediaFileView> {
    await this.limits.take(UPLOADS, ownerId);
    const [file] = await this.fetching.during({ ownerId, address, signal }, async (received) => {
      await look();
      return this.commands.execute(new UploadMedia(ownerId, [received], signal));
    });
    if (!file) throw new Error('an upload of one file has none');
    return file;
  }

  /** Takes away those of these files that nobody uses. */
  async discardUnused(names: readonly string[]): Promise<void> {
    await this.shelf.throwOut(names);
  }
}
