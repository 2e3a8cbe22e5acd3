import { basename, dirname } from 'node:path';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { MEDIA, uploadMedia, type UploadReply } from '@posthorn/contracts/shared/media.http';
import { mediaUsage, type MediaUsageView } from '@posthorn/contracts/shared/media-usage.http';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { FindMedia } from './find-media.query.ts';
import { MediaAllowance } from './store/media-allowance.ts';
import { MediaFiles } from './store/media-files.ts';
import { Uploads } from './upload/uploads.ts';

const A_YEAR_SECONDS = 31_536_000;

/** Receives uploads, and serves files to clients that know their URL. */
@Controller()
export class MediaController {
  constructor(
    private readonly queries: QueryBus,
    private readonly uploads: Uploads,
    private readonly files: MediaFiles,
    private readonly allowance: MediaAllowance,
  ) {}

  @Post(uploadMedia.path)
  async upload(
    @CurrentUserId() ownerId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadReply> {
    const { files } = await this.uploads.take({ ownerId, request, response });
    return { files };
  }

  @Get(mediaUsage.path)
  async usage(@CurrentUserId() ownerId: string): Promise<MediaUsageView> {
    const { files, bytes } = await this.files.usageOf(ownerId);
    return { bytes, bytesMax: await this.allowance.bytesOf(ownerId), files, filesMax: MEDIA.quotaFiles };
  }

  /** The bytes of a URL never change. The edge sets the policy of `/media/` (no script, sandboxed). */
  @Public()
  @Get('media/:name')
  async serve(@Param('name') name: string, @Res() response: Response): Promise<void> {
    const found = await this.queries.execute(new FindMedia(name));
    if (!found) throw new RequestRefused('request.not-found', SERVER_TEXT.notFound);
    response.set({
      'content-type': found.mimeType,
      'content-disposition': 'inline',
      'cache-control': `public, max-age=${String(A_YEAR_SECONDS)}, immutable`,
      etag: found.etag,
    });
    await new Promise<void>((resolve, reject) => {
      // Express handles ranges, conditions and HEAD. The path of the data folder may contain a dot folder.
      response.sendFile(
        basename(found.path),
        { root: dirname(found.path), cacheControl: false, lastModified: false },
        (error) => {
          if (!error || response.headersSent) resolve();
          else reject(error);
        },
      );
    });
  }
}
