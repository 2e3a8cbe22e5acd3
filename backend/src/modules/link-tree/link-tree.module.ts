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
import { linkClicksStream } from './domain/link-clicks.ts';
import { linkPageStream } from './domain/link-page.ts';
import { ShowLinkPageHandler } from './features/own-page/show-link-page.query.ts';
import { FindPublicPage } from './features/public-page/find-public-page.ts';
import { BannerController } from './features/banner/banner.controller.ts';
import { BannerFiles, BANNER_FILES } from './features/banner/banner-files.ts';
import { KeepBanner } from './features/banner/keep-banner.ts';
import { UploadBannerHandler } from './features/banner/upload-banner.command.ts';
import { ClickFigures } from './features/count-clicks/click-figures.ts';
import { ClickFlush } from './features/count-clicks/click-flush.ts';
import { ClickRows } from './features/count-clicks/click-rows.ts';
import { ClickTally } from './features/count-clicks/click-tally.ts';
import { EndClicks } from './features/count-clicks/end-clicks.ts';
import { HourlyClicks, RecordClicks } from './features/count-clicks/hourly-clicks.ts';
import { LinkTreeHousekeeping } from './housekeeping.ts';
import { LinkPagePart } from './features/export-page/link-page-part.ts';
import { ListedPages } from './features/public-page/listed-pages.ts';
import { LinkTreeController } from './link-tree.controller.ts';
import { OwnPageController } from './own-page.controller.ts';
import { OwnPageWriter } from './own-page-writer.ts';
import { PreviewCards } from './pages/preview-cards.ts';
import { PublicPages } from './pages/public-pages.ts';
import { PreviewCardController } from './preview-card.controller.ts';
import { PublicPageController } from './public-page.controller.ts';
import { linkTreeClicks } from './read-model/clicks.projection.ts';
import { linkTreePage } from './read-model/page.projection.ts';
import { PageRows } from './read-model/page-rows.ts';
import { SeenController } from './seen.controller.ts';
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
