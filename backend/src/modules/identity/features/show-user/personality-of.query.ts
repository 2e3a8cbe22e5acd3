import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { PersonalityOf } from '../../public.ts';
import { Profiles } from './profiles.ts';

@QueryHandler(PersonalityOf)
export class PersonalityOfHandler implements IQueryHandler<PersonalityOf> {
  constructor(private readonly profiles: Profiles) {}

  async execute({ userId }: PersonalityOf): Promise<string | null> {
    const { personality } = await this.profiles.of(userId);
    return personality;
  }
}
