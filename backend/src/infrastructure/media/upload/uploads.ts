import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RateLimits } from '../../http/rate-limits.ts';
import { ReceiveFiles, type Incoming } from './receive-files.ts';
import { UploadMedia } from './upload-media.command.ts';

const UPLOADS = { name: 'scheduling.upload', points: 200, seconds: 3600 } as const;

/** Files for posts, whichever door they come in by: one limit for all of them. */
@Injectable()
export class Uploads {
  constructor(
    private readonly commands: CommandBus,
    private readonly limits: RateLimits,
    private readonly incoming: ReceiveFiles,
  ) {}

  /** @throws RequestRefused */
  async take(exchange: Omit<Incoming, 'form'>): Promise<UploadReply> {
    const { ownerId } = exchange;
    await this.limits.take(UPLOADS, ownerId);
    const files = await this.incoming.during(exchange, (received, signal) =>
      this.commands.execute(new UploadMedia(ownerId, received, signal)),
    );
    return { files };
  }
}
