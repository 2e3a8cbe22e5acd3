import type { UpdateUserRequest } from '@posthorn/contracts/identity/profile.http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { changeHandle, changePersonality, rename, userStream } from '../../domain/user/user.ts';
import {
  RequestEmailChange,
  type EmailChangeRequester,
} from '../../effects/email-changes/request-email-change.ts';
import { HandleTaken, PersonalityNeedsPremium } from '../../domain/identity.errors.ts';
import { PlanOf } from '../../ports/plan-of.ts';
import { Handles } from '../../stores/handles/handles.ts';

/** Changes the fields of a profile that the request contains. */
export class EditProfile extends Command<void> {
  constructor(
    readonly requester: EmailChangeRequester,
    readonly request: UpdateUserRequest,
  ) {
    super();
  }
}

@CommandHandler(EditProfile)
export class EditProfileHandler implements ICommandHandler<EditProfile> {
  constructor(
    private readonly writer: StreamWriter,
    private readonly handles: Handles,
    private readonly emailChange: RequestEmailChange,
    private readonly plans: PlanOf,
  ) {}

  /** @throws HandleReserved, HandleTaken, HandleInQuarantine, PersonalityNeedsPremium, SignInNotFresh, MailNotSent, RequestRefused 429 */
  async execute({ requester, request }: EditProfile): Promise<void> {
    const { userId } = requester;
    const { firstName, lastName, email, handle, personalityProfile: personality } = request;
    // All checks come before the first event of the profile, so a refused request changes no name, handle or personality.
    if (personality !== undefined) await this.requirePersonality(userId);
    if (handle !== undefined && !(await this.handles.isFree(handle, userId))) throw new HandleTaken();
    if (email !== undefined) await this.emailChange.requestChange(requester, email);
    // Comes after the checks of the address, because a reserved handle stays blocked for 90 days.
    if (handle !== undefined && !(await this.handles.claim(handle, userId))) throw new HandleTaken();
    await this.writer.decide(userStream, userId, (user) => [
      ...(firstName !== undefined && lastName !== undefined ? rename(user, firstName, lastName) : []),
      ...(handle !== undefined ? changeHandle(user, handle) : []),
      ...(personality !== undefined ? changePersonality(user, personality) : []),
    ]);
    if (handle !== undefined) await this.handles.settle(userId);
  }

  private async requirePersonality(userId: string): Promise<void> {
    const { personality } = await this.plans.entitlementsOf(userId);
    if (!personality) throw new PersonalityNeedsPremium();
  }
}
