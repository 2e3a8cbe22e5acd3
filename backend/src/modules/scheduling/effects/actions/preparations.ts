import type { Prepared } from '#infrastructure/effects/effect-kind.ts';
import type { EventReader } from '#infrastructure/event-log/event-reader.ts';
import type { ActionNeeds } from '#modules/integrations/ports/remote-posts.ts';
import type { ActionName } from '../../domain/publication/actions.ts';
import type { Target } from '../../domain/publication/publication-events.ts';
import type { PostFiles } from '../../stores/post-media/post-media.ts';
import { prepareCover } from './prepare-cover.ts';

type Ready<Name extends ActionName> = ActionNeeds[Name];
type Prepare<Name extends ActionName> = (
  remoteId: string,
  target: Pick<Target, 'postId' | 'accountId' | 'ownerId'>,
  sources: Readonly<{ reader: EventReader; media: PostFiles }>,
) => Prepared<Ready<Name>> | Promise<Prepared<Ready<Name>>>;
type RemoteId = Readonly<{ remoteId: string }>;

/** The preparations of actions whose call needs more than the remote id. */
const PREPARATIONS: {
  [Name in ActionName as RemoteId extends Ready<Name> ? never : Name]: Prepare<Name>;
} = { cover: prepareCover };

const remoteIdOnly: Prepare<ActionName> = (remoteId) =>
  ({ kind: 'ready', ready: { remoteId } }) as Prepared<Ready<ActionName>>;

/** The function that prepares the input of an action's call. */
export const preparationOf = (name: ActionName): Prepare<ActionName> =>
  (PREPARATIONS as Readonly<Partial<Record<ActionName, Prepare<ActionName>>>>)[name] ?? remoteIdOnly;
