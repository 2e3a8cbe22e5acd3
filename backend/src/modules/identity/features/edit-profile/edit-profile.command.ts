import type { UpdateUserRequest } from '@posthorn/contracts/identity/profile.http';
import { Command, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import { PlanOf } from '#modules/billing/public.ts';
import { canonicalAddress } from '#infrastructure/mail-address.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { changeHandle, changePersonality, rename, userStream } from '../../domain/user.ts';
import { EmailIsFixed, HandleTaken, PersonalityNeedsPremium } from './edit-profile.errors.ts';
import { Handles } from './handles.ts';

/** Changes what was sent and nothing else. */
export class EditProfile extends Command<void> {
  constructor(
    readonly userId: string,
    readonly request: UpdateUserRequest,
  ) {
    super();
  }
}

@CommandHandler(EditProfile)
export class EditProfileHandler implements ICommandHandler<EditProfile> {
  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly handles: Handles,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId, request }: EditProfile): Promise<void> {
    const { firstName, lastName, email, handle, personalityProfile: personality } = request;
    // All refusals come before the first event, so that a refused request leaves nothing half done.
    if (email !== undefined) await this.requireSameEmail(userId, email);
    if (personality !== undefined) await this.requirePremium(userId);
    if (handle !== undefined && !(await this.handles.claim(handle, userId))) throw new HandleTaken();
    await this.writer.decide(userStream, userId, (user) => [
      ...(firstName !== undefined && lastName !== undefined ? rename(user, firstName, lastName) : []),
      ...(handle !== undefined ? changeHandle(user, handle) : []),
      ...(personality !== undefined ? changePersonality(user, personality) : []),
    ]);
    if (handle !== undefined) await this.handles.settle(userId);
  }

  private async requireSameEmail(userId: string, email: string): Promise<void> {
    const { state: user } = await this.reader.load(userStream, userId);
    const known = user?.email ?? null;
    if (known === null || canonicalAddress(known) !== canonicalAddress(email)) throw new EmailIsFixed();
  }

  private async requirePremium(userId: string): Promise<void> {
    const plan = await this.queries.execute(new PlanOf(userId));
    if (plan !== 'premium') throw new PersonalityNeedsPremium();
  }
}
