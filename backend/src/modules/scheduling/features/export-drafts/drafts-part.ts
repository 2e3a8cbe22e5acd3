import type { DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import {
  eachOptionalWord,
  OPTIONAL_WORDS,
  optionalWordsOf,
} from '@posthorn/contracts/scheduling/optional-words';
import { Injectable } from '@nestjs/common';
import { nameIn } from '#infrastructure/media/store/media-row.ts';
import type { ExportFile, ExportPart } from '#infrastructure/readers/export-part.ts';
import {
  anyObject,
  flag,
  instant,
  list,
  number,
  orNull,
  record,
  text,
} from '#infrastructure/readers/json-schema.ts';
import { DraftRows } from '../../stores/drafts/draft-rows.ts';

const FILE = record('A file of the draft.', {
  file: text('Where this archive has it.'),
  originalName: text('What it was called when you uploaded it.'),
  altText: orNull(text('Your description of it.')),
});

const OWN = record('What differs for one account.', {
  accountId: number('Its id in accounts.json.'),
  content: orNull(text('Its own text; null where it gets the text of the draft.')),
  options: anyObject('What its platform wants to know besides.'),
  media: orNull(list('Its own choice of the files; null where it gets all.', text('A file of the draft.'))),
});

const EXPORTED_DRAFT = record('A draft.', {
  id: text('Its id here.'),
  createdAt: instant('When you began it.'),
  changedAt: instant('When you last changed it.'),
  device: text('The browser or the API token of the last change.'),
  content: text('Its words.'),
  ...eachOptionalWord((name) => orNull(text(OPTIONAL_WORDS[name].inExport))),
  plannedFor: orNull(instant('The time that you planned.')),
  timezone: orNull(text('The zone in which you planned it.')),
  automaticReplies: flag('Whether comments under the post are to be answered automatically.'),
  accounts: list('The accounts that you chose.', number('Its id in accounts.json.')),
  media: list('Its files.', FILE),
  targets: list('The accounts with content of their own.', OWN),
});

/** The number of drafts that are loaded together. Few, because a draft may be large. */
const PAGE_SIZE = 10;

/** Exports all drafts of a user. A deleted draft is removed within minutes, so it is not exported. */
@Injectable()
export class DraftsPart implements ExportPart {
  readonly categories = [];
  readonly tables = ['scheduling.draft'];
  readonly files: readonly ExportFile[] = [
    {
      name: 'drafts.json',
      about: 'Your drafts: posts that you have not scheduled.',
      sections: {
        drafts: {
          about: 'All of them.',
          schema: EXPORTED_DRAFT,
          rows: (userId) => this.#rows(userId),
        },
      },
    },
  ];

  constructor(private readonly drafts: DraftRows) {}

  async *#rows(userId: string) {
    let after: string | null = null;
    for (;;) {
      const page: readonly DraftView[] = await this.drafts.whole(userId, PAGE_SIZE, after);
      yield* page.map(exportedDraft);
      after = page.at(-1)?.id ?? null;
      if (after === null) return;
    }
  }
}

const exportedDraft = (draft: DraftView) => ({
  id: draft.id,
  createdAt: draft.createdAt,
  changedAt: draft.changedAt,
  device: draft.device,
  content: draft.content,
  ...optionalWordsOf(draft),
  plannedFor: draft.plannedFor,
  timezone: draft.timezone,
  automaticReplies: draft.aiRepliesEnabled,
  accounts: [...draft.accountIds],
  media: draft.mediaFiles.map(({ mediaUrl, originalName, altText }) => ({
    file: fileOf(mediaUrl),
    originalName,
    altText,
  })),
  targets: draft.targets.map(({ accountId, content = null, options = {}, mediaUrls = null }) => ({
    accountId,
    content,
    options: { ...options },
    media: mediaUrls && mediaUrls.map(fileOf),
  })),
});

/** The path of a file in the archive. A text that is not the URL of an uploaded file stays unchanged. */
const fileOf = (mediaUrl: string): string => {
  const name = nameIn(mediaUrl);
  return name === null ? mediaUrl : `media/${name}`;
};
