import { Global, Module } from '@nestjs/common';
import { KnownPages } from '#infrastructure/http/pages/known-pages.ts';
import { Sitemap } from '#infrastructure/http/pages/sitemap.ts';
import { injected } from '#infrastructure/manifest/injected.ts';
import { manifest } from '#infrastructure/manifest/manifest.ts';
import { bindPort } from '#infrastructure/manifest/module-manifest.ts';
import { MediaModule } from '#infrastructure/media/media.module.ts';
import { MediaUses } from '#infrastructure/media/store/media-uses.ts';
import { HiddenPosts } from '#infrastructure/http/pages/hidden-posts.ts';
import { ProfilePictures } from '#infrastructure/http/pages/profile-pictures.ts';
import { linkClicksStream } from './domain/clicks/link-clicks.ts';
import { linkPageStream } from './domain/link-page/link-page.ts';
import { BANNER_FILES, BannerFiles } from './stores/banners/banner-files.ts';
import { BannerController } from './features/own-page/banner.controller.ts';
import { KeepBanner } from './effects/banners/keep-banner.ts';
import { StoredPictures } from './features/own-page/stored-pictures.ts';
import { PhotoController } from './features/own-page/photo.controller.ts';
import { UploadBannerHandler } from './features/own-page/upload-banner.command.ts';
import { UploadPhotoHandler } from './features/own-page/upload-photo.command.ts';
import { ClickFigures } from './stores/clicks/click-figures.ts';
import { ClickFlush } from './effects/clicks/click-flush.ts';
import { ClickRows } from './stores/clicks/click-rows.ts';
import { ClickTally } from './stores/clicks/click-tally.ts';
import { EndClicks } from './effects/clicks/end-clicks.ts';
import { HourlyClicks, RecordClicks } from './stores/clicks/hourly-clicks.ts';
import { LinkPagePart } from './features/export-page/link-page-part.ts';
import { ShowLinkPageHandler } from './features/own-page/show-link-page.query.ts';
import { FindPublicPage } from './read-models/pages/find-public-page.ts';
import { ListedPages } from './read-models/pages/listed-pages.ts';
import { LinkTreeHousekeeping } from './effects/forget-clicks.ts';
import { LinkTreeController } from './features/own-page/link-tree.controller.ts';
import { OwnPageWriter } from './features/own-page/own-page-writer.ts';
import { OwnPageController } from './features/own-page/own-page.controller.ts';
import { PreviewCards } from './pages/preview-cards.ts';
import { PublicPages } from './pages/public-pages.ts';
import { SentPages } from './pages/send-page.ts';
import { PreviewCardController } from './features/show-preview-card/preview-card.controller.ts';
import { PublicPageController } from './features/show-page/public-page.controller.ts';
import { linkTreeClicks } from './read-models/clicks/clicks.projection.ts';
import { PageRows } from './read-models/pages/page-rows.ts';
import { linkTreePage } from './read-models/pages/page.projection.ts';
import { PublicUsersController } from './features/show-public-user/public-users.controller.ts';
import { ShowPublicUserHandler } from './features/show-public-user/show-public-user.query.ts';
import { ClickPingController } from './features/count-clicks/click-ping.controller.ts';

@Global()
@Module(
  manifest({
    name: 'link-tree',
    imports: [MediaModule],
    controllers: [
      ...[BannerController, PhotoController, OwnPageController, LinkTreeController],
      ...[PublicPageController, PreviewCardController, ClickPingController, PublicUsersController],
    ],
    streams: [linkPageStream, linkClicksStream],
    readModels: [linkTreePage, linkTreeClicks],
    processes: [KeepBanner],
    leasedWork: [HourlyClicks],
    housekeeping: [LinkTreeHousekeeping],
    erasure: {
      tables: [
        { table: 'link_tree.click_count', owner: 'user_id' },
        { table: 'link_tree.click_hour', owner: 'user_id' },
        { table: 'link_tree.banner_file', owner: 'user_id' },
      ],
    },
    erasureSteps: [EndClicks],
    exportParts: [LinkPagePart],
    offers: [bindPort(KnownPages, SentPages)],
    registers: [
      injected([MediaUses], (uses) => {
        uses.add(BANNER_FILES);
      }),
      injected([ProfilePictures, PageRows], (profiles, rows) => {
        profiles.answerBy((userId) => rows.picturesOf(userId));
      }),
      injected([HiddenPosts, PageRows], (hidden, rows) => {
        hidden.answerBy((userId) => rows.hiddenPostsOf(userId));
      }),
      injected([Sitemap, ListedPages], (sitemap, listed) => {
        sitemap.add(listed);
      }),
    ],
    providers: [
      ...[OwnPageWriter, ShowLinkPageHandler, ShowPublicUserHandler, BannerFiles],
      ...[StoredPictures, UploadBannerHandler, UploadPhotoHandler],
      ...[ClickTally, ClickRows, ClickFlush, RecordClicks, ClickFigures],
      ...[PageRows, FindPublicPage, PublicPages, PreviewCards, ListedPages],
    ],
  }),
)
export class LinkTreeModule {}
