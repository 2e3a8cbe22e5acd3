import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { Injectable } from '@nestjs/common';
import { MediaIsUnknown } from '../../domain/post/post-errors.ts';
import { postStream, type MediaRef, type PostEvent } from '../../domain/post/post.ts';
import { Attachments } from '../../stores/post-media/attachments.ts';
import { namesOf } from '../../stores/post-media/media-ref.ts';

/** Sees to it that the files of a post stay for as long as the post does, and no longer. */
@Injectable()
export class KeepMedia {
  constructor(
    private readonly reader: EventReader,
    private readonly attachments: Attachments,
  ) {}

  /** Before the post says that it has them. @throws MediaIsUnknown when one of them is gone */
  async keepFor(postId: number, media: readonly MediaRef[]): Promise<void> {
    const names = namesOf(media);
    if ((await this.attachments.attach(postId, names)) < names.length) throw new MediaIsUnknown();
  }

  /** Makes the files of a post those that the log tells of. */
  async settle(postId: number): Promise<void> {
    const { state: post } = await this.reader.load(postStream, postId);
    const shown = post.status === 'scheduled' || post.status === 'publishing';
    await this.attachments.settle(postId, shown ? namesOf(post.draft.media) : []);
  }

  /** Follows every change of a post, so that nothing depends on how its request ended. */
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
