import { uploadExternalMedia } from '@posthorn/contracts/external/media.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentToken } from '#infrastructure/http/external/current-token.ts';
import type { TokenHolder } from '#infrastructure/http/external/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/external/token-route.ts';
import { Uploads } from '#infrastructure/media/upload/uploads.ts';

/** Files that programs hand in. */
@Controller()
export class ExternalMediaController {
  constructor(private readonly uploads: Uploads) {}

  @Post(uploadExternalMedia.path)
  @OpenedByToken(uploadExternalMedia.scope)
  upload(
    @CurrentToken() { userId: ownerId }: TokenHolder,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadReply> {
    return this.uploads.take({ ownerId, request, response });
  }
}
