import { join, matchesGlob } from 'node:path';
import config from './jest.config.js';
import { root } from './libs/toolchain/src/paths.mjs';
import { taggedSpecs } from './libs/toolchain/src/zone-specs.mjs';

// Specs about time, for runs whose TZ is not UTC: those whose first line is `// @zones`.
const tagged = taggedSpecs().map((file) => join(root, file));

const belongsTo =
  ({ rootDir, testMatch }) =>
  (file) =>
    testMatch.some((glob) => matchesGlob(file, glob.replace('<rootDir>', join(root, rootDir))));

export default {
  ...config,
  projects: config.projects
    .map((project) => ({ ...project, testMatch: tagged.filter(belongsTo(project)) }))
    .filter(({ testMatch }) => testMatch.length > 0),
};
