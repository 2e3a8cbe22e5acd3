import { streamName } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import {
  eventFiles,
  type EventFile,
  type ExportFile,
  type ExportPart,
} from '#infrastructure/readers/export-part.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { autoReplyStream } from '../../domain/auto-reply/auto-reply.ts';
import { commentStream } from '../../domain/comment/comment.ts';
import { inboxSettingsStream } from '../../domain/settings/inbox-settings.ts';
import { CommentRows } from './comment-rows.ts';
import { BLOCKED, EXPORTED_COMMENT, SETTINGS } from './comment-schema.ts';
import { exportedComment } from './exported-comment.ts';

/** The part of an export with the comments under a user's posts, the user's replies and inbox settings. */
@Injectable()
export class InboxPart implements ExportPart {
  readonly files: readonly ExportFile[];
  readonly categories = [commentStream.category, autoReplyStream.category, inboxSettingsStream.category];
  readonly tables = ['inbox_comment', 'inbox_own_reply', 'inbox_settings'];

  constructor(
    private readonly comments: CommentRows,
    private readonly reader: EventReader,
  ) {
    this.files = [
      {
        name: 'comments.json',
        about:
          'Comments under your posts, with the public names of their authors and your replies, and the settings of your inbox.',
        sections: {
          settings: { schema: SETTINGS, value: (userId) => this.#settings(userId) },
          blocked: {
            about: 'Authors whom you have blocked.',
            schema: BLOCKED,
            rows: (userId) => this.#blocked(userId),
          },
          comments: {
            about: 'Each comment, the newest first.',
            schema: EXPORTED_COMMENT,
            rows: (userId) => this.#comments(userId),
          },
        },
      },
    ];
  }

  async *events(userId: string): AsyncGenerator<EventFile> {
    yield { name: 'inbox-settings', streams: [streamName(inboxSettingsStream, userId)] };
    yield* eventFiles('comments', this.#commentStreams(userId));
    yield* eventFiles('automatic-replies', this.#autoReplyStreams(userId));
  }

  async *#comments(userId: string): AsyncGenerator<JsonObject> {
    for await (const row of this.comments.of(userId)) {
      const isAnsweredThere = row.state.answeredOutside.length > 0;
      yield exportedComment(row, isAnsweredThere ? await this.#repliesThere(row.comment_id) : []);
    }
  }

  /** Replies of the owner on the platform itself. Only the log contains their texts. */
  async #repliesThere(commentId: number): Promise<readonly JsonObject[]> {
    const replies: JsonObject[] = [];
    for await (const { type, data } of this.reader.stream(streamName(commentStream, commentId))) {
      if (type !== 'OwnReplySeen') continue;
      const { text, createdAt, permalink } = data as OwnReply;
      replies.push({ text, createdAt, permalink });
    }
    return replies;
  }

  async #settings(userId: string): Promise<JsonObject> {
    const { state } = await this.reader.load(inboxSettingsStream, userId);
    const { autoReply, autoHideSpam, requireApproval, filterProfanity } = state;
    return { automaticReplies: autoReply, autoHideSpam, requireApproval, filterProfanity };
  }

  async *#blocked(userId: string): AsyncGenerator<JsonObject> {
    const { state } = await this.reader.load(inboxSettingsStream, userId);
    for (const { platform, name, at } of state.blocked) yield { platform, name, at };
  }

  async *#commentStreams(userId: string): AsyncGenerator<string> {
    for await (const { comment_id } of this.comments.of(userId)) yield streamName(commentStream, comment_id);
  }

  /** Returns one stream for each publication with comments. */
  async *#autoReplyStreams(userId: string): AsyncGenerator<string> {
    for (const id of await this.comments.publicationsOf(userId)) yield streamName(autoReplyStream, id);
  }
}

type OwnReply = Readonly<{ text: string; createdAt: string; permalink: string | null }>;
