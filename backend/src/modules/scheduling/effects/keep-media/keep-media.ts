import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { Injectable } from '@nestjs/common';
import { MediaIsUnknown } from '../../domain/post/post-errors.ts';
import { postStream, type MediaRef, type PostEvent } from '../../domain/post/post.ts';
import { Attachments } from '../../stores/post-media/attachments.ts';
import { namesOf } from '../../stores/post-media/media-ref.ts';

/** Marks the files of a post as used while the post exists, and releases them afterwards. */
@Injectable()
export class KeepMedia {
  constructor(
    private readonly reader: EventReader,
    private readonly attachments: Attachments,
  ) {}

  /**
   * Marks the files before the event that contains them is recorded.
   * @throws MediaIsUnknown when a file was deleted
   */
  async keepFor(postId: number, media: readonly MediaRef[]): Promise<void> {
    const names = namesOf(media);
    const { existing } = await this.attachments.attach(postId, names);
    if (existing < names.length) throw new MediaIsUnknown();
  }

  /**
   * Makes the files that are marked for a post match the log. If an edit was recorded in the meantime, repeats with
   * the newer state, because a file of the edited post may have been released.
   */
  async settle(postId: number): Promise<void> {
    for (let loaded = await this.reader.load(postStream, postId); ;) {
      const { status, body } = loaded.state;
      const isShown = status === 'scheduled' || status === 'publishing';
      if (!(await this.attachments.settle(postId, isShown ? namesOf(body.media) : []))) return;
      const newer = await this.reader.load(postStream, postId);
      if (newer.revision === loaded.revision) return;
      loaded = newer;
    }
  }

  /**
   * Handles every change of a post's files, so that the marks match the log even if the request was interrupted.
   */
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
