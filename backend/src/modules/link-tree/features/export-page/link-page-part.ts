import { Injectable } from '@nestjs/common';
import { streamName } from '@posthorn/event-sourcing';
import type { EventFile, ExportFile, ExportPart } from '#infrastructure/export/export-part.ts';
import { flag, instant, list, orNull, record, text } from '#infrastructure/export/json-schema.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { linkClicksStream } from '../../domain/link-clicks.ts';
import { linkPageStream } from '../../domain/link-page.ts';

/** What a person has put on their page; posts and accounts stand in files of their own. */
@Injectable()
export class LinkPagePart implements ExportPart {
  readonly categories = [linkPageStream.category, linkClicksStream.category];
  readonly tables = ['link_tree_person'];
  readonly files: readonly ExportFile[];

  constructor(reader: EventReader) {
    this.files = [
      {
        name: 'link-page.json',
        about: 'Your public page.',
        sections: {
          page: {
            schema: PAGE,
            value: async (userId) => {
              const { state: page } = await reader.load(linkPageStream, userId);
              const { sentence, listed, theme, banner, links } = page;
              return {
                ...{ sentence, listed, theme, banner: banner.map(({ mediaUrl }) => mediaUrl) },
                links: links.map(({ title, url, icon, from, until, shown }) => ({
                  ...{ title, url, icon, from, until, shown },
                })),
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

const LINK = record('A link.', {
  title: text('What it is called.'),
  url: text('Where it leads.'),
  icon: text('What is drawn beside it.'),
  from: orNull(instant('When it comes onto the page.')),
  until: orNull(instant('When it leaves the page.')),
  shown: flag('Whether you have it switched on.'),
});

const PAGE = record('What you have put on it.', {
  sentence: text('What stands under your name.'),
  listed: flag('Whether search engines may show it.'),
  theme: text('How it looks.'),
  banner: list('Your banner, one address for each of its sizes, the widest first.', text('Below /media/.')),
  links: list('Your own links, in their order.', LINK),
});
