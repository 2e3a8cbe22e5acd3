import type { MediaItem } from '#modules/integrations/public.ts';
import type { MediaRef } from '../../domain/post.ts';

/** The files of a post as connectors get them. */
export abstract class PostMedia {
  abstract itemsOf(ownerId: string, media: readonly MediaRef[]): Promise<readonly MediaItem[]>;
}
