import { type PublicationEvent, publicationShapes, type Target } from './publication-events.ts';

type DataOf<Type extends PublicationEvent['type']> = Omit<
  Extract<PublicationEvent, { type: Type }>['data'],
  keyof Target
>;

/** An event of today's shape about this target. */
export const eventAbout = <Type extends PublicationEvent['type']>(
  { target: { postId, accountId, ownerId, platform } }: Readonly<{ target: Target }>,
  type: Type,
  data: DataOf<Type>,
) =>
  ({
    type,
    schema: publicationShapes[type].schema,
    data: { postId, accountId, ownerId, platform, ...data },
  }) as unknown as Extract<PublicationEvent, { type: Type }>;
