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

/** What a person has put on their page. Other files of the export hold posts and accounts. */
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
              const seen = await figures.of(userId, SINCE_EVER);
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
                  ...seen(id),
                })),
                accounts: inPageOrder(page, accounts).map(({ account_id: id }) => ({
                  id,
                  shown: !hiddenAccounts.includes(id),
                  ...seen(accountLinkId(id)),
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

const SINCE_EVER = new Date(0);

const SEEN = {
  clicks: number('How often somebody was seen to follow it, since ever. Some browsers do not tell.'),
  visitors: number('How many they were on each day, added up, as far as they can be told apart.'),
};

const LINK = record('A link.', {
  title: text('What it is called.'),
  url: text('Where it leads.'),
  icon: text('What is drawn beside it.'),
  from: orNull(instant('When it comes onto the page.')),
  until: orNull(instant('When it leaves the page.')),
  shown: flag('Whether you have it switched on.'),
  ...SEEN,
});

const PAGE = record('What you have put on it.', {
  sentence: text('What stands under your name.'),
  listed: flag('Whether search engines may show it.'),
  theme: text('How it looks.'),
  banner: list('Your banner, one address for each of its sizes, the widest first.', text('Below /media/.')),
  photo: list('Your photo, one address for each of its sizes, the widest first.', text('Below /media/.')),
  links: list('Your own links, in their order.', LINK),
  accounts: list(
    'Your accounts on it, in their order.',
    record('An account.', {
      id: number('Its id in accounts.json.'),
      shown: flag('Whether you have it switched on.'),
      ...SEEN,
    }),
  ),
  hiddenPosts: list('Your posts that you took off it.', number('Its id in posts.json.')),
});
