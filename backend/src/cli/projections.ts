import 'reflect-metadata';
import { ProjectionRebuild } from '#infrastructure/readers/projection-rebuild.ts';
import { withApp } from './with-app.ts';

const USAGE =
  'Usage: npm run projections -- status | npm run projections -- rebuild NAME … | npm run projections -- drop NAME VERSION';

const [command, ...names] = process.argv.slice(2);
const [name = '', version = ''] = names;
const isDrop = command === 'drop' && names.length === 2 && /^v?\d{1,6}$/u.test(version);

if (command !== 'status' && !isDrop && !(command === 'rebuild' && names.length > 0)) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  // Runs with or without a running product. `status` shows how far each read model has read the log.
  // `rebuild` rebuilds the given read models. `drop` removes a version that no process uses.
  await withApp({ attach: true }, async (app) => {
    const rebuild = app.get(ProjectionRebuild);
    if (command === 'status') for (const line of await rebuild.status()) console.log(line);
    else if (isDrop) console.log(await rebuild.drop(name, Number(version.replace('v', ''))));
    else for (const name of names) console.log(await rebuild.run(name, console.log));
  });
}
