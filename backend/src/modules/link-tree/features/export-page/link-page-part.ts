import { Injectable } from '@nestjs/common';
import { streamName } from '@posthorn/event-sourcing';
import type { EventFile, ExportFile, ExportPart } from '#infrastructure/readers/export-part.ts';
import { flag, instant, list, number, orNull, record, text } from '#infrastructure/readers/json-schema.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { accountLinkId, linkClicksStream } from '../../domain/clicks/link-clicks.ts';
import { linkPageStream } from '../../domain/link-page/link-page.ts';
import { PageRows } from '../../read-models/pages/page-rows.ts';
import { inPageOrder } from '../../read-models/pages/public-page.ts';
import { ClickFigures } from '../../stores/clicks/click-figures.ts';

/** The part of an export with the content of the user's page and its clicks. Other files of the export contain posts and accounts. */
@Injectable()
export class LinkPagePart implements ExportPart {
  readonly categories = [linkPageStream.category, linkClicksStream.category];
  readonly tables = [
    'link_tree_person',
    'link_tree_click_day',
    'link_tree.click_count',
    'link_tree.click_hour',
  ];
  readonly files: readonly ExportFile[];

  constructor(reader: EventReader, pages: PageRows, figures: ClickFigures) {
    this.files = [
      {
        name: 'link-page.json',
        about: 'Your public page.',
        sections: {
          page: {
            schema: PAGE,
            value: async (userId) => {
              const { state: page } = await reader.load(linkPageStream, userId);
              const { sentence, listed, theme, banner, photo, links, hiddenPosts, hiddenAccounts } = page;
              const { accounts } = await pages.ownedBy(userId, 0);
              const clicksOfLink = await figures.clicksOf(userId, SINCE_1970);
              return {
                sentence,
                listed,
                theme,
                banner: banner.map(({ mediaUrl }) => mediaUrl),
                photo: photo.map(({ mediaUrl }) => mediaUrl),
                links: links.map(({ id, title, url, icon, from, until, shown }) => ({
                  title,
                  url,
                  icon,
                  from,
                  until,
                  shown,
                  ...clicksOfLink(id),
                })),
                accounts: inPageOrder(page, accounts).map(({ account_id: id }) => ({
                  id,
                  shown: !hiddenAccounts.includes(id),
                  ...clicksOfLink(accountLinkId(id)),
                })),
                hiddenPosts,
              };
            },
          },
        },
      },
    ];
  }

  events(userId: string): EventFile[] {
    const streams = [linkPageStream, linkClicksStream].map(({ category }) =>
      streamName({ category }, userId),
    );
    return [{ name: 'link-page', streams }];
  }
}

const SINCE_1970 = new Date(0);

const CLICKS = {
  clicks: number('All clicks on the link so far. Some browsers do not report clicks.'),
  visitors: number('The sum of the visitors of each day, as far as they can be distinguished.'),
};

const LINK = record('A link.', {
  title: text('The title of the link.'),
  url: text('The address that the link opens.'),
  icon: text('The icon beside the link.'),
  from: orNull(instant('When the page begins to show the link.')),
  until: orNull(instant('When the page stops showing the link.')),
  shown: flag('Whether you have switched it on.'),
  ...CLICKS,
});

const PAGE = record('The content of your page.', {
  sentence: text('The sentence under your name.'),
  listed: flag('Whether search engines may show your page.'),
  theme: text('The theme of the page.'),
  banner: list('Your banner, one address for each of its sizes, the widest first.', text('Below /media/.')),
  photo: list('Your photo, one address for each of its sizes, the widest first.', text('Below /media/.')),
  links: list('Your own links, in their order.', LINK),
  accounts: list(
    'Your accounts on the page, in their order.',
    record('An account.', {
      id: number('Its id in accounts.json.'),
      shown: flag('Whether you have switched it on.'),
      ...CLICKS,
    }),
  ),
  hiddenPosts: list('Your posts that you have hidden on the page.', number('Its id in posts.json.')),
});
