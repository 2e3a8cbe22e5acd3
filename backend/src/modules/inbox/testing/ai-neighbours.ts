import { ENTITLEMENTS, type Entitlements } from '@posthorn/contracts/billing/entitlements';
import { Module } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EntitlementsOf } from '#modules/billing/public.ts';
import { PersonalityOf } from '#modules/identity/public.ts';

/** Everybody else has the free plan. */
const WITH_PREMIUM: readonly string[] = ['ana', 'ben'];

@QueryHandler(EntitlementsOf)
class EntitlementsOfHandler implements IQueryHandler<EntitlementsOf> {
  execute({ userId }: EntitlementsOf): Promise<Entitlements> {
    return Promise.resolve(WITH_PREMIUM.includes(userId) ? ENTITLEMENTS.premium : ENTITLEMENTS.free);
  }
}

@QueryHandler(PersonalityOf)
class PersonalityOfHandler implements IQueryHandler<PersonalityOf> {
  execute({ userId }: PersonalityOf): Promise<string | null> {
    return Promise.resolve(userId === 'ana' ? 'Funny and warm' : null);
  }
}

/** What Billing and Identity answer, without them. */
@Module({ providers: [EntitlementsOfHandler, PersonalityOfHandler] })
export class AiNeighbours {}
