import { Injectable } from '@nestjs/common';
import {
  eventFiles,
  type EventFile,
  type ExportAdditions,
  type ExportFile,
  type ExportPart,
} from '#infrastructure/readers/export-part.ts';
import { noticeMails } from '../../domain/notice/notice-mail.ts';
import { ExportedNotices } from './exported-notices.ts';
import { NOTICE } from './notice-schema.ts';

/** A user's notices, as a member of account.json. */
@Injectable()
export class NoticesPart implements ExportPart {
  readonly files: readonly ExportFile[] = [];
  readonly additions: ExportAdditions;
  readonly categories = [noticeMails.stream.category];
  readonly tables = ['identity.notice'];

  constructor(private readonly notices: ExportedNotices) {
    this.additions = {
      'account.json': {
        notices: {
          about: 'Your notifications about posts, accounts and comments, the newest first.',
          schema: NOTICE,
          rows: (userId) => this.notices.of(userId),
        },
      },
    };
  }

  events(userId: string): AsyncIterable<EventFile> {
    return eventFiles('notice-mails', this.notices.mailStreams(userId));
  }
}
