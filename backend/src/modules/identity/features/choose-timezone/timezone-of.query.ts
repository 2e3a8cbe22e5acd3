import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { TimezoneOf } from '../../public.ts';
import { Profiles } from '../show-user/profiles.ts';

@QueryHandler(TimezoneOf)
export class TimezoneOfHandler implements IQueryHandler<TimezoneOf> {
  constructor(private readonly profiles: Profiles) {}

  async execute({ userId }: TimezoneOf): Promise<string> {
    const { timezone } = await this.profiles.of(userId);
    return timezone;
  }
}
