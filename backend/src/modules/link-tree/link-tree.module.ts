import { Module } from '@nestjs/common';
import { ErasureRegistry } from '#infrastructure/erasure/erasure-registry.ts';
import { EventCatalog } from '#infrastructure/log/event-catalog.ts';
import { ProjectionRegistry } from '#infrastructure/projections/projection-registry.ts';
import { linkClicksStream } from './domain/link-clicks.ts';
import { linkPageStream } from './domain/link-page.ts';
import { AddLinkHandler } from './features/own-links/add-link.command.ts';
import { ChangeLinkHandler } from './features/own-links/change-link.command.ts';
import { OrderLinksHandler } from './features/own-links/order-links.command.ts';
import { RemoveLinkHandler } from './features/own-links/remove-link.command.ts';
import { ChangePageHandler } from './features/own-page/change-page.command.ts';
import { ShowLinkPageHandler } from './features/own-page/show-link-page.query.ts';
import { ShowPostOnPageHandler } from './features/own-page/show-post-on-page.command.ts';
import { FindPublicPageHandler } from './features/public-page/find-public-page.query.ts';
import { LinkTreeController } from './link-tree.controller.ts';
import { OwnPageController } from './own-page.controller.ts';
import { PublicPages } from './pages/public-pages.ts';
import { PublicPageController } from './public-page.controller.ts';
import { linkTreePage } from './read-model/page.projection.ts';
import { PageRows } from './read-model/page-rows.ts';

@Module({
  controllers: [OwnPageController, LinkTreeController, PublicPageController],
  providers: [
    ...[AddLinkHandler, ChangeLinkHandler, RemoveLinkHandler, OrderLinksHandler],
    ...[ChangePageHandler, ShowPostOnPageHandler, ShowLinkPageHandler],
    ...[PageRows, FindPublicPageHandler, PublicPages],
  ],
})
export class LinkTreeModule {
  constructor(catalog: EventCatalog, projections: ProjectionRegistry, erasures: ErasureRegistry) {
    catalog.add(linkPageStream);
    catalog.add(linkClicksStream);
    projections.add(linkTreePage);
    erasures.add({
      module: 'link-tree',
      tables: [
        { table: 'link_tree.click_count', owner: 'user_id' },
        { table: 'link_tree.banner_file', owner: 'user_id' },
      ],
    });
  }
}
