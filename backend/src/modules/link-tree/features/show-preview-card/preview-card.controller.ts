import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { ProfileNotFound } from '../../domain/link-page/link-page-errors.ts';
import { matchesEtag } from '#infrastructure/http/edge/matches-etag.ts';
import { PreviewCards } from '../../pages/preview-cards.ts';

const CACHE = 'public, max-age=300, stale-while-revalidate=86400';

/** Sends the picture that networks and messengers show with a link to a page. */
@Public()
@Controller('u')
export class PreviewCardController {
  constructor(private readonly cards: PreviewCards) {}

  @Get(':handle/card.jpg')
  async show(
    @Param('handle') handle: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const card = await this.cards.find(handle);
    if (!card) throw new ProfileNotFound();
    const { etag } = card;
    const jpeg = matchesEtag(request, etag) ? null : await card.draw();
    // Allows other sites to embed the picture.
    response.set({ etag, 'cache-control': CACHE, 'cross-origin-resource-policy': 'cross-origin' });
    if (jpeg === null) response.status(304).end();
    else response.type('image/jpeg').send(jpeg);
  }
}
