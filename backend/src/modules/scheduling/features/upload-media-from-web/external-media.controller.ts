import { uploadExternalMedia } from '@posthorn/contracts/external/media.http';
import { EXTERNAL_POST_TEXT, REPLAYED_HEADER } from '@posthorn/contracts/external/posts.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request, Response } from 'express';
import { clientGone } from '#infrastructure/http/edge/client-gone.ts';
import { checkStillOpen, CurrentToken } from '#infrastructure/http/session/current-token.ts';
import { TokenReader, type TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { IdempotencyKey } from '#infrastructure/http/edge/idempotency-key.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import { uploadBroken } from '#infrastructure/media/upload/upload.errors.ts';
import { Uploads, type Uploaded } from '#infrastructure/media/upload/uploads.ts';

/** Stores files for API programs: uploads, or files that are fetched from a URL. */
@Controller()
export class ExternalMediaController {
  constructor(
    private readonly uploads: Uploads,
    private readonly moduleRef: ModuleRef,
  ) {}

  @Post(uploadExternalMedia.path)
  @OpenedByToken(uploadExternalMedia.scope)
  async upload(
    @CurrentToken() holder: TokenHolder,
    @IdempotencyKey() key: string | null,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadReply> {
    const { userId: ownerId } = holder;
    const checkToken = () => checkStillOpen(this.moduleRef.get(TokenReader, { strict: false }), holder);
    const { files, isReplay } = await this.#upload(
      { ownerId, request, response },
      { checkBeforeStoring: checkToken, key },
    );
    if (isReplay) response.set(REPLAYED_HEADER, 'true');
    return { files };
  }

  #upload(
    exchange: Parameters<Uploads['take']>[0],
    options: Parameters<Uploads['take']>[1],
  ): Promise<Uploaded> {
    const { ownerId, request, response } = exchange;
    if (!request.is('json')) return this.uploads.take(exchange, options);
    const signal = clientGone(response, uploadBroken);
    return this.uploads.fetch({ ownerId, address: urlIn(request.body), signal }, options);
  }
}

/** @throws RequestNotValid */
function urlIn(body: unknown): string {
  const { url } = (body ?? {}) as Readonly<{ url?: unknown }>;
  if (typeof url === 'string' && URL.canParse(url)) return url;
  throw new RequestNotValid({ url: EXTERNAL_POST_TEXT.urlNotValid });
}
