import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { Housekeeping } from '#infrastructure/housekeeping.ts';
import { ExpireWords } from './features/expire-words/expire-words.ts';
import { WatchedPosts } from './reading/watched-posts.ts';
import { Deliveries } from './webhooks/deliveries.ts';

/** Clears away what nobody asks for any more. */
@Injectable()
export class InboxHousekeeping extends Housekeeping {
  constructor(
    configuration: Configuration,
    scheduler: SchedulerRegistry,
    causes: CauseContext,
    private readonly deliveries: Deliveries,
    private readonly posts: WatchedPosts,
    private readonly words: ExpireWords,
  ) {
    super('inbox.housekeeping', new Logger('inbox'), configuration, causes, scheduler);
  }

  protected override readonly steps = [
    () => this.deliveries.sweep(),
    () => this.posts.sweep(),
    () => this.words.sweep(),
  ];
}
