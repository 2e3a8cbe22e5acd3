import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** How the first line of a spec file begins that also runs in the time zones of `test.mjs`. */
export const TAG = '// @zones';
const OF_ZONES =
  /Intl\.DateTimeFormat|toLocale(Date|Time)?String\(|getTimezoneOffset|timeZone|Temporal\.|\.[gs]et(Hours|Minutes|Date|Day|FullYear|Month)\(/u;

const text = (file) => readFileSync(join(root, file), 'utf8');
const specs = () =>
  globSync(
    ['backend/{src,sandbox,bench,test}', 'frontend/src', 'libs/*/src'].map(
      (folder) => `${folder}/**/*.spec.{ts,tsx}`,
    ),
    {
      cwd: root,
    },
  ).sort();

export const isTagged = (file) => text(file).startsWith(TAG);
export const taggedSpecs = () => specs().filter(isTagged);

/** Whether the spec, or the file that it tests, parses a time or formats it in a zone. */
function isOfZones(spec) {
  const stem = spec.replace(/(\.int)?\.spec\.tsx?$/u, '');
  return globSync([spec, `${stem}.ts`, `${stem}.tsx`], { cwd: root }).some((file) =>
    OF_ZONES.test(text(file)),
  );
}
export const untaggedSpecs = () => specs().filter((spec) => !isTagged(spec) && isOfZones(spec));
