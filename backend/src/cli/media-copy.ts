import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { DiskMediaStore } from '#infrastructure/media/store/disk-media-store.ts';
import { FolderMark } from '#infrastructure/media/store/folder-mark.ts';
import { MediaCopy, type CopyDirection, type Faults } from '#infrastructure/media/store/media-copy.ts';
import { MediaFiles } from '#infrastructure/media/store/media-files.ts';
import { MediaFolders } from '#infrastructure/media/store/media-folders.ts';
import { fileNameOf, MediaStoreUnavailable } from '#infrastructure/media/store/media-store.ts';
import { S3Bucket } from '#infrastructure/media/store/s3-bucket.ts';
import { checkObjectStore } from '#infrastructure/media/store/try-object-store.ts';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { withApp } from './with-app.ts';

const USAGE =
  'Usage: npm run media:copy -- --to s3 | disk [--verify]   (the variables S3_… select the bucket)';
/** The maximum number of objects that the command prints for one kind of fault. It only counts the rest. */
const LISTED_MAX = 20;
const NEXT_TO_S3 =
  'Now stop Posthorn, run this command again for files that arrived in the meantime, and start Posthorn with the variables S3_… set.';
const NEXT_TO_DISK =
  'Now stop Posthorn, run this command again for files that arrived in the meantime, and start Posthorn without the variables S3_….';

// Copies the objects of all files. Runs with or without a running product, and can run more than once.
await withApp({ attach: true, quiet: true }, async (app, args, { configuration }) => {
  const { to, verify } = parseOptions(args);
  const { objectStore } = configuration;
  if (objectStore === null) throw new OneLineError(USAGE);
  await checkObjectStore(configuration);
  const folders = app.get(MediaFolders, { strict: false });
  const bucket = await S3Bucket.open(objectStore);
  const files = app.get(MediaFiles, { strict: false });
  const mark = new FolderMark(folders.objects, () => files.hasStored());
  // The operator has chosen this folder, which may still be empty.
  if (to === 'disk') await mark.write();
  const stores = {
    bucket,
    disk: new DiskMediaStore(folders.objects, mark),
    incoming: folders.incoming,
  };
  try {
    const copy = new MediaCopy(stores, app.get(CrashPoints), console.log);
    const objects = await files.objects();
    const { copied, there, faults } = await copy.run(to, objects);
    const isWhole = reportFaults('source', faults);
    console.log(`${String(copied)} copied, ${String(there)} there before.`);
    const isProved = !verify || reportFaults('target', await copy.verify(to, objects));
    if (!isWhole || !isProved) process.exitCode = 1;
    else console.log(to === 's3' ? NEXT_TO_S3 : NEXT_TO_DISK);
  } catch (error) {
    throw error instanceof MediaStoreUnavailable
      ? new OneLineError(`${error.message}. Run it again to go on.`)
      : error;
  } finally {
    bucket.close();
  }
});

function parseOptions(args: readonly string[]): Readonly<{ to: CopyDirection; verify: boolean }> {
  try {
    const options = { to: { type: 'string' }, verify: { type: 'boolean', default: false } } as const;
    const { to, verify } = parseArgs({ args: [...args], options }).values;
    if (to === 's3' || to === 'disk') return { to, verify };
  } catch {
    // The usage error below reports this.
  }
  throw new OneLineError(USAGE);
}

/** @returns whether there was no problem */
function reportFaults(place: 'source' | 'target', faults: Faults): boolean {
  for (const [what, objects] of Object.entries(faults)) {
    for (const object of objects.slice(0, LISTED_MAX))
      console.log(`${what} in the ${place}: ${fileNameOf(object)}`);
    if (objects.length > LISTED_MAX)
      console.log(`${what} in the ${place}: ${String(objects.length - LISTED_MAX)} more`);
  }
  const { missing, damaged } = faults;
  console.log(`In the ${place} ${String(missing.length)} are missing and ${String(damaged.length)} damaged.`);
  return missing.length + damaged.length === 0;
}
