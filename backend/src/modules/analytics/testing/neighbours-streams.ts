import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { ERASURE_CATEGORY, type SubjectErased } from '@posthorn/event-sourcing/subject-erased';
import { Module } from '@nestjs/common';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';

type OnPlatform = Readonly<{
  postId: number;
  accountId: number;
  ownerId: string;
  platform: string;
  remoteId: string | null;
  permalink: string | null;
  publishedAt: string;
}>;
type Published =
  | Event<'PlatformPublished', 1, OnPlatform>
  | Event<'PublicIdAssigned', 1, OnPlatform & Readonly<{ handle: string }>>;
type OfAccount<Type extends string> = Event<Type, 1, Readonly<{ accountId: number; ownerId: string }>>;
type Connection =
  | OfAccount<'AccountConnected'>
  | OfAccount<'AccountReconnected'>
  | OfAccount<'AccountDisconnected'>;
type OfPlan<Type extends string> = Event<Type, 1, Readonly<{ userId: string; cause: string }>>;
type Plan = OfPlan<'PremiumGranted'> | OfPlan<'PremiumEnded'>;
type OfComment = Readonly<{ commentId: number; ownerId: string; platform: string }>;
type Comment =
  | Event<
      'CommentReceived',
      1,
      OfComment & Readonly<{ accountId: number; createdAt: string; isBacklog: boolean }>
    >
  | Event<'ReplySent', 1, OfComment & Readonly<{ kind: 'manual' | 'ai'; sentAt: string }>>
  | Event<'OwnReplySeen', 1, OfComment & Readonly<{ createdAt: string }>>
  | Event<'CommentHidden', 1, OfComment>
  | Event<'CommentUnhidden', 1, OfComment>;
type Clicks = Event<
  'ClicksCounted',
  1,
  Readonly<{
    userId: string;
    hour: string;
    links: readonly Readonly<{ linkId: string; clicks: number; visitors: number }>[];
  }>
>;

/** Returns a stream without a state. `shapes` list only fields with text, because numbers and booleans need no mark. */
const stream = <E extends Event>(category: string, shapes: Stream<null, E>['shapes']): Stream<null, E> => ({
  category,
  initial: null,
  shapes,
  evolve: (state) => state,
});
const commentFields = { ownerId: plain, platform: plain } as const;

/** Events of other modules, reduced to the fields that this module reads. */
export const published = stream<Published>('publication', {
  PlatformPublished: {
    schema: 1,
    fields: { ownerId: plain, platform: plain, remoteId: plain, permalink: plain, publishedAt: plain },
  },
  PublicIdAssigned: {
    schema: 1,
    fields: {
      ownerId: plain,
      platform: plain,
      handle: plain,
      remoteId: plain,
      permalink: plain,
      publishedAt: plain,
    },
  },
});
export const connections = stream<Connection>('account', {
  AccountConnected: { schema: 1, fields: { ownerId: plain } },
  AccountReconnected: { schema: 1, fields: { ownerId: plain } },
  AccountDisconnected: { schema: 1, fields: { ownerId: plain } },
});
export const plans = stream<Plan>('subscription', {
  PremiumGranted: { schema: 1, fields: { userId: plain, cause: plain } },
  PremiumEnded: { schema: 1, fields: { userId: plain, cause: plain } },
});
export const comments = stream<Comment>('comment', {
  CommentReceived: { schema: 1, fields: { ...commentFields, createdAt: plain } },
  ReplySent: { schema: 1, fields: { ...commentFields, kind: plain, sentAt: plain } },
  OwnReplySeen: { schema: 1, fields: { ...commentFields, createdAt: plain } },
  CommentHidden: { schema: 1, fields: commentFields },
  CommentUnhidden: { schema: 1, fields: commentFields },
});
export const clicks = stream<Clicks>('linkClicks', {
  ClicksCounted: { schema: 1, fields: { userId: plain, hour: plain, links: plain } },
});
export const erasures = stream<SubjectErased>(ERASURE_CATEGORY, {
  SubjectErased: { schema: 1, fields: { userId: plain, erasedAt: plain } },
});

@Module({})
export class NeighboursStreams {
  constructor(catalog: EventCatalog) {
    for (const each of [published, connections, plans, comments, clicks, erasures] as const)
      catalog.add(each as Stream<null, Event>);
  }
}
