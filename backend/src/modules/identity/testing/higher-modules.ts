import { Global, Module } from '@nestjs/common';
import { CommentsToTell } from '../ports/comments-to-tell.ts';
import { PostTotals } from '../ports/post-totals.ts';
import { TroublesOfTargets } from '../ports/troubles-of-targets.ts';

class NoPosts extends PostTotals {
  counts = () => Promise.resolve({ all: 0, scheduled: 0, posted: 0, failed: 0, attention: 0 });
  published = () => Promise.resolve(0);
}
class NoTroubles extends TroublesOfTargets {
  of = () => Promise.resolve(null);
}
class NoComments extends CommentsToTell {
  postOf = () => Promise.resolve(null);
  countNew = (_ownerId: string, asked: readonly unknown[]) => Promise.resolve(asked.map(() => 0));
}

/** What Scheduling fills, without posts. */
@Global()
@Module({
  providers: [
    { provide: PostTotals, useClass: NoPosts },
    { provide: TroublesOfTargets, useClass: NoTroubles },
  ],
  exports: [PostTotals, TroublesOfTargets],
})
export class NoScheduling {}

/** What the inbox fills, without comments. */
@Global()
@Module({ providers: [{ provide: CommentsToTell, useClass: NoComments }], exports: [CommentsToTell] })
export class NoInbox {}
