import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { Injectable } from '@nestjs/common';
import { MediaIsUnknown } from '../../domain/post/post-errors.ts';
import { postStream, type MediaRef, type PostEvent } from '../../domain/post/post.ts';
import { Attachments } from '../../stores/post-media/attachments.ts';
import { namesOf } from '../../stores/post-media/media-ref.ts';

/** Keeps the files of a post for as long as the post exists, and no longer. */
@Injectable()
export class KeepMedia {
  constructor(
    private readonly reader: EventReader,
    private readonly attachments: Attachments,
  ) {}

  /**
   * Runs before the event that lists the files.
   * @throws MediaIsUnknown when one of them is deleted
   */
  async keepFor(postId: number, media: readonly MediaRef[]): Promise<void> {
    const names = namesOf(media);
    const { existing } = await this.attachments.attach(postId, names);
    if (existing < names.length) throw new MediaIsUnknown();
  }

  /**
   * Makes the files of a post match the log. An edit may be written between the reading and the change. Then the post lost a file that it has
   * now, and the change is repeated with what the log says since.
   */
  async settle(postId: number): Promise<void> {
    for (let seen = await this.reader.load(postStream, postId); ;) {
      const { status, draft } = seen.state;
      const shown = status === 'scheduled' || status === 'publishing';
      if (!(await this.attachments.settle(postId, shown ? namesOf(draft.media) : []))) return;
      const now = await this.reader.load(postStream, postId);
      if (now.revision === seen.revision) return;
      seen = now;
    }
  }

  /** Handles every change of a post, so that the files are right however its request ended. */
  readonly process: Process<PostEvent> = {
    name: 'scheduling.keep-media',
    categories: [postStream.category],
    types: ['PostScheduled', 'PostEdited', 'PostCancelled', 'PostArchived', 'PostRestored'],
    from: 'start',
    handle: async ({ type, data }) => {
      const isWithoutFiles = type === 'PostScheduled' && data.media.length === 0;
      if (!isWithoutFiles) await this.settle(data.postId);
    },
  };
}
