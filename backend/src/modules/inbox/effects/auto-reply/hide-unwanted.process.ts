import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { CommentRules } from '#modules/integrations/ports/comment-rules.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import { moderate, type ModerationMeans } from '../../domain/comment/moderating.ts';
import { contentFlagsOf, unwantedAs } from '../../domain/judging/unwanted.ts';
import { inboxSettingsStream } from '../../domain/settings/inbox-settings.ts';
import { knownComment } from '../../read-models/comments/known-comment.ts';

type TextEvent = Extract<CommentEvent, { type: 'CommentReceived' | 'CommentEdited' }>;

/**
 * Hides new and edited comments that look like spam or contain profanity, if the settings of the owner say so.
 * Hides spam on its platform too, if the platform allows it, and profanity only in Posthorn.
 * Does not change comments of the backlog, or comments that a person or the platform has hidden or shown.
 */
@Injectable()
export class HideUnwanted {
  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly rules: CommentRules,
    private readonly clock: DatabaseClock,
  ) {}

  readonly process: Process<TextEvent> = {
    name: 'inbox.hide-unwanted',
    categories: [commentStream.category],
    types: ['CommentReceived', 'CommentEdited'],
    from: 'start',
    handle: ({ data }) => this.#hideIfUnwanted(data, data.text),
  };

  async #hideIfUnwanted(id: CommentId, text: string): Promise<void> {
    const flags = contentFlagsOf(text);
    if (!flags.spam && !flags.profane) return;
    const { state: settings } = await this.reader.load(inboxSettingsStream, id.ownerId);
    const unwanted = unwantedAs(flags, settings);
    if (unwanted === null) return;
    const { state } = await this.reader.load(commentStream, id.commentId);
    if (!isUntouched(state)) return;
    const means = this.#meansOf(id, state, unwanted === 'spam');
    const now = await this.clock.now();
    await this.writer.decide(commentStream, id.commentId, (comment) =>
      isUntouched(comment) ? moderate(comment, id, 'hide', means, now) : [],
    );
  }

  #meansOf({ platform }: CommentId, comment: Comment, isSpam: boolean): ModerationMeans {
    const known = knownComment(comment);
    const [can] = known ? this.rules.abilitiesOf(platform, [known]) : [];
    const platformName = PLATFORM_NAMES[platform];
    return { hide: isSpam ? (can?.hide ?? 'here') : 'here', remove: false, platformName };
  }
}

const isUntouched = ({ seen, gone, isBacklog, hidden, hiddenAt, moderation }: Comment): boolean =>
  seen !== null && gone === null && !isBacklog && hidden === null && hiddenAt === null && moderation === null;
