import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { userStream } from '../../domain/user/user.ts';
import { EraseSubject } from './erase-subject.command.ts';
import { bootIdentity, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';

const store = new InMemoryEventStore();
let product: BootedIdentity;
beforeAll(async () => {
  product = await bootIdentity({ store });
});
afterAll(() => product.close());

const newUserId = async (email: string) => (await userOf(await product.signedIn(email))).id;
const erase = (userId: string) => {
  const actor = { kind: 'user', id: userId } as const;
  return product.app
    .get(CauseContext)
    .run({ actor, correlationId: 'spec', causationId: 'spec' }, () =>
      product.app.get(CommandBus).execute(new EraseSubject(userId)),
    );
};
const emailOf = async (userId: string) => {
  const { state } = await product.app.get(EventReader).load(userStream, userId);
  return state?.email;
};
const erasuresOf = (userId: string) => store.historyOf(`erasure-${userId}`).map(({ type }) => type);

it('records the erasure of a user, then destroys their key, and no other key', async () => {
  const [ana, bo] = [await newUserId('ana@example.com'), await newUserId('bo@example.com')];
  await erase(ana);
  // The event is stored first. The key exists until the event handler `identity.destroy-key` has handled the event.
  expect(erasuresOf(ana)).toEqual(['SubjectErased']);
  expect(await emailOf(ana)).toBe('ana@example.com');
  await product.catchUp();
  expect(await emailOf(ana)).toBe(ERASED);
  expect(await emailOf(bo)).toBe('bo@example.com');
});
it('changes nothing when the erasure of a user is repeated', async () => {
  const ana = await newUserId('again@example.com');
  await erase(ana);
  await erase(ana);
  await product.catchUp();
  expect(erasuresOf(ana)).toEqual(['SubjectErased']);
  expect(await emailOf(ana)).toBe(ERASED);
});
it('stores nothing personal about the erasure itself', async () => {
  const ana = await newUserId('quiet@example.com');
  await erase(ana);
  const [event] = store.historyOf(`erasure-${ana}`);
  expect(Object.keys(event?.data ?? {}).sort()).toEqual(['erasedAt', 'userId']);
});
