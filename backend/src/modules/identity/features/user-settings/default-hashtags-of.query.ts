import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ERASED } from '#infrastructure/log/personal-field.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { INITIAL_SETTINGS } from '../../domain/user-settings.ts';
import { userStream } from '../../domain/user.ts';
import { DefaultHashtagsOf } from '../../public.ts';

@QueryHandler(DefaultHashtagsOf)
export class DefaultHashtagsOfHandler implements IQueryHandler<DefaultHashtagsOf> {
  constructor(private readonly reader: EventReader) {}

  /** From the log: a post is made of it. */
  async execute({ userId }: DefaultHashtagsOf): Promise<string> {
    const { state } = await this.reader.load(userStream, userId);
    const { hashtags } = state?.settings ?? INITIAL_SETTINGS;
    return hashtags === ERASED ? '' : hashtags;
  }
}
