import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { ErasedPeople } from '#infrastructure/personal-data/erasure/erased-people.ts';
import { RowErasure } from '#infrastructure/personal-data/erasure/row-erasure.ts';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { EraseSubject } from '#modules/identity/effects/erase-subject/erase-subject.command.ts';
import { withApp } from './with-app.ts';

// Runs after a restore and before the first start. It erases again the people who were erased since the backup. It may be repeated.
await withApp({ restored: true, alone: true }, async (app, args) => {
  if (args.length > 0) throw new OneLineError('Usage: npm run erasures');
  const [people, rows] = [app.get(ErasedPeople), app.get(RowErasure)];
  const back = await people.backAgain();
  for (const userId of back) {
    const cause = {
      actor: { kind: 'system', id: 'erasures' },
      correlationId: randomUUID(),
      causationId: 'npm run erasures',
    } as const;
    await app.get(CauseContext).run(cause, () => app.get(CommandBus).execute(new EraseSubject(userId)));
    const gone = Object.values(await rows.erase(userId)).reduce((sum, count) => sum + count, 0);
    // The last step: while the key exists, the next run finds the person again.
    await people.destroyKey(userId);
    console.log(`${userId}: erased again, ${String(gone)} rows and the key.`);
  }
  console.log(
    back.length === 0
      ? 'Nobody who was erased is back.'
      : 'What the read models have of them goes with the next start.',
  );
});
