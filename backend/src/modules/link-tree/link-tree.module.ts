import { Module } from '@nestjs/common';
import { ErasureRegistry } from '#infrastructure/readers/erasure-registry.ts';
import { ErasureSteps } from '#infrastructure/personal-data/erasure/erasure-steps.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { KnownPages } from '#infrastructure/http/pages/known-pages.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { MediaModule } from '#infrastructure/media/media.module.ts';
import { MediaUses } from '#infrastructure/media/store/media-uses.ts';
import { ProfileBanners } from '#infrastructure/http/pages/profile-banners.ts';
import { Sitemap } from '#infrastructure/http/pages/sitemap.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { linkClicksStream } from './domain/clicks/link-clicks.ts';
import { linkPageStream } from './domain/link-page/link-page.ts';
import { ShowLinkPageHandler } from './features/own-page/show-link-page.query.ts';
import { FindPublicPage } from './read-models/pages/find-public-page.ts';
import { BannerController } from './features/own-page/banner.controller.ts';
import { BannerFiles, BANNER_FILES } from './stores/banners/banner-files.ts';
import { KeepBanner } from './effects/banners/keep-banner.ts';
import { UploadBannerHandler } from './features/own-page/upload-banner.command.ts';
import { ClickFigures } from './stores/clicks/click-figures.ts';
import { ClickFlush } from './effects/clicks/click-flush.ts';
import { ClickRows } from './stores/clicks/click-rows.ts';
import { ClickTally } from './stores/clicks/click-tally.ts';
import { EndClicks } from './effects/clicks/end-clicks.ts';
import { HourlyClicks, RecordClicks } from './stores/clicks/hourly-clicks.ts';
import { LinkTreeHousekeeping } from './effects/forget-clicks.ts';
import { LinkPagePart } from './features/export-page/link-page-part.ts';
import { ListedPages } from './read-models/pages/listed-pages.ts';
import { LinkTreeController } from './features/own-page/link-tree.controller.ts';
import { OwnPageController } from './features/own-page/own-page.controller.ts';
import { OwnPageWriter } from './features/own-page/own-page-writer.ts';
import { PreviewCards } from './pages/preview-cards.ts';
import { PublicPages } from './pages/public-pages.ts';
import { PreviewCardController } from './features/show-preview-card/preview-card.controller.ts';
import { PublicPageController } from './features/show-page/public-page.controller.ts';
import { linkTreeClicks } from './read-models/clicks/clicks.projection.ts';
import { linkTreePage } from './read-models/pages/page.projection.ts';
import { PageRows } from './read-models/pages/page-rows.ts';
import { SeenController } from './features/count-clicks/seen.controller.ts';
import { SentPages } from './pages/send-page.ts';

@Module({
  imports: [MediaModule],
  controllers: [
    ...[BannerController, OwnPageController, LinkTreeController],
    ...[PublicPageController, PreviewCardController, SeenController],
  ],
  providers: [
    OwnPageWriter,
    ShowLinkPageHandler,
    ...[BannerFiles, KeepBanner, UploadBannerHandler, LinkTreeHousekeeping],
    ...[ClickTally, ClickRows, ClickFlush, RecordClicks, HourlyClicks, ClickFigures, EndClicks],
    { provide: KnownPages, useClass: SentPages },
    ...[PageRows, FindPublicPage, PublicPages, PreviewCards, ListedPages, LinkPagePart],
  ],
})
export class LinkTreeModule {
  constructor(
    catalog: EventCatalog,
    projections: ProjectionRegistry,
    processes: ProcessRegistry,
    banners: KeepBanner,
    uses: MediaUses,
    profiles: ProfileBanners,
    rows: PageRows,
    sitemap: Sitemap,
    listed: ListedPages,
    exports: ExportRegistry,
    part: LinkPagePart,
    erasures: ErasureRegistry,
    steps: ErasureSteps,
    endClicks: EndClicks,
  ) {
    catalog.add(linkPageStream);
    catalog.add(linkClicksStream);
    projections.add(linkTreePage);
    projections.add(linkTreeClicks);
    processes.add(banners.process);
    uses.add(BANNER_FILES);
    profiles.answerBy((userId) => rows.bannerOf(userId));
    sitemap.add(listed);
    exports.add(part);
    steps.add(endClicks.step);
    erasures.add({
      module: 'link-tree',
      tables: [
        { table: 'link_tree.click_count', owner: 'user_id' },
        { table: 'link_tree.click_hour', owner: 'user_id' },
        { table: 'link_tree.banner_file', owner: 'user_id' },
      ],
    });
  }
}
