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
    if ((await this.attachments.attach(postId, names)) < names.length) throw new MediaIsUnknown();
  }

  /** Makes the files of a post match the log. */
  async settle(postId: number): Promise<void> {
    const { state: post } = await this.reader.load(postStream, postId);
    const shown = post.status === 'scheduled' || post.status === 'publishing';
    await this.attachments.settle(postId, shown ? namesOf(post.draft.media) : []);
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
