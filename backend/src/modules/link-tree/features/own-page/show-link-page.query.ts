import {
  LINK_PAGE,
  type LinkPageView,
  type PageablePostView,
} from '@posthorn/contracts/link-tree/link-page.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { accountLinkId } from '../../domain/clicks/link-clicks.ts';
import { pageAddressOf } from '#infrastructure/http/edge/page-hosts.ts';
import { linkPageStream } from '../../domain/link-page/link-page.ts';
import { PageRows } from '../../read-models/pages/page-rows.ts';
import type { ShownPostRow } from '../../read-models/pages/post-row.ts';
import { ClickFigures } from '../../stores/clicks/click-figures.ts';
import { firstOfDays } from '../../stores/clicks/hours.ts';
import { shortened } from '../../pages/shortened.ts';
import { addressOf, inPageOrder, isPremium, postsShownTo } from '../../read-models/pages/public-page.ts';

const LABEL_MAX = 80;

/** Returns the user's own page, for editing. */
export class ShowLinkPage extends Query<LinkPageView> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ShowLinkPage)
export class ShowLinkPageHandler implements IQueryHandler<ShowLinkPage> {
  constructor(
    private readonly rows: PageRows,
    private readonly figures: ClickFigures,
    private readonly clock: DatabaseClock,
    private readonly configuration: Configuration,
  ) {}

  async execute({ userId }: ShowLinkPage): Promise<LinkPageView> {
    const since = firstOfDays(await this.clock.now(), LINK_PAGE.clicksDays);
    const [{ person, accounts, posts }, clicksOfLink] = await Promise.all([
      this.rows.ownedBy(userId, LINK_PAGE.postsListed),
      this.figures.clicksOf(userId, since),
    ]);
    const page = person?.page ?? linkPageStream.initial;
    const { sentence, listed, theme, banner, links, hiddenPosts } = page;
    const handle = person?.handle ?? null;
    return {
      address: handle === null ? null : pageAddressOf(handle, this.configuration),
      sentence,
      listed,
      theme,
      bannerImageUrl: banner[0]?.mediaUrl ?? null,
      bannerShown: isPremium(person),
      postsShown: postsShownTo(person),
      accounts: inPageOrder(page, accounts).map((account) => ({
        accountId: account.account_id,
        platform: account.platform,
        name: account.account_name,
        shown: !page.hiddenAccounts.includes(account.account_id),
        hasAddress: addressOf(account) !== null,
        seen: clicksOfLink(accountLinkId(account.account_id)),
      })),
      links: links.map((link) => ({ ...link, seen: clicksOfLink(link.id) })),
      posts: posts.map((post) => ({
        ...postView(post),
        hidden: hiddenPosts.includes(post.post_id),
      })),
    };
  }
}

const postView = ({
  post_id: postId,
  title,
  content,
  published_at: publishedAt,
  media,
}: ShownPostRow): Omit<PageablePostView, 'hidden'> => ({
  postId,
  label: shortened(title ?? content, LABEL_MAX),
  publishedAt: publishedAt ?? '',
  thumbnailUrl: media.find(({ thumbnailUrl }) => thumbnailUrl !== null)?.thumbnailUrl ?? null,
});
