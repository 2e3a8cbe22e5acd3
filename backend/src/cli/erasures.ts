import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { ErasedPeople } from '#infrastructure/personal-data/erasure/erased-people.ts';
import { RowErasure } from '#infrastructure/personal-data/erasure/row-erasure.ts';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { EraseSubject } from '#modules/identity/effects/erase-subject/erase-subject.command.ts';
import { withApp } from './with-app.ts';

// The operator runs this after a restore and before the first start. The command again erases the users who
// were erased after the backup was made. It can run more than once.
await withApp({ restored: true, alone: true }, async (app, args) => {
  if (args.length > 0) throw new OneLineError('Usage: npm run erasures');
  const [people, rows] = [app.get(ErasedPeople), app.get(RowErasure)];
  const restoredUsers = await people.restoredPeople();
  for (const userId of restoredUsers) {
    const cause = {
      actor: { kind: 'system', id: 'erasures' },
      correlationId: randomUUID(),
      causationId: 'npm run erasures',
    } as const;
    await app.get(CauseContext).run(cause, () => app.get(CommandBus).execute(new EraseSubject(userId)));
    const deletedRows = Object.values(await rows.erase(userId)).reduce((sum, count) => sum + count, 0);
    // The key is destroyed last. If this run fails before, the next run still finds the user by the key.
    await people.destroyKey(userId);
    console.log(`${userId}: erased again, ${String(deletedRows)} rows and the key.`);
  }
  console.log(
    restoredUsers.length === 0
      ? 'Nobody who was erased is back.'
      : 'The next start deletes their rows in the read models.',
  );
});
