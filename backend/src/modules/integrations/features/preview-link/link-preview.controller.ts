import {
  linkPreview,
  linkPreviewPicture,
  LINK_PREVIEW_TEXT,
  type LinkPreview,
} from '@posthorn/contracts/integrations/link-card.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { LinkPreviews, type Previewed } from './link-previews.ts';
import { PreviewLinkDto } from './preview-link.dto.ts';

/** The limit for each user. A preview needs a request to another server. A cached preview does not count. */
const PREVIEW_REQUESTS: Limit = { name: 'integrations.link-preview', points: 60, seconds: 600 };

/** Shows the author of a post how platforms present the page behind a link. */
@Controller()
export class LinkPreviewController {
  constructor(
    private readonly previews: LinkPreviews,
    private readonly limits: RateLimits,
  ) {}

  @Get(linkPreview.path)
  async show(@CurrentUserId() userId: string, @Query() { url }: PreviewLinkDto): Promise<LinkPreview> {
    const previewed = await this.#previewOf(userId, url);
    if (previewed.kind === 'none') {
      const { reason } = previewed;
      return { card: null, reason, message: LINK_PREVIEW_TEXT.noCard[reason] };
    }
    const { title, description, link } = previewed.card;
    const pictureUrl =
      previewed.picture && `${linkPreviewPicture.path}?${new URLSearchParams({ url }).toString()}`;
    return { card: { link, site: new URL(link).hostname, title, description, pictureUrl } };
  }

  /**
   * Serves the picture of a page, re-encoded by the product. A client sends the URL of the page, never the URL of a
   * picture.
   */
  @Get(linkPreviewPicture.path)
  async picture(
    @CurrentUserId() userId: string,
    @Query() { url }: PreviewLinkDto,
    @Res() response: Response,
  ): Promise<void> {
    const previewed = await this.#previewOf(userId, url);
    const picture = previewed.kind === 'card' ? previewed.picture : null;
    if (!picture) throw new RequestRefused('request.not-found', SERVER_TEXT.notFound);
    response
      .set({ 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=300' })
      .send(picture.body);
  }

  async #previewOf(userId: string, link: string): Promise<Previewed> {
    const known = this.previews.cached(link);
    if (known) return known;
    await this.limits.take(PREVIEW_REQUESTS, userId);
    return this.previews.read(link, userId);
  }
}
