import { join } from 'node:path';
import config from './jest.config.js';
import { root } from './libs/toolchain/src/paths.mjs';
import { taggedSpecs } from './libs/toolchain/src/zone-specs.mjs';

// Specs about time, for runs whose TZ is not UTC: those whose first line is `// @zones`.
const tagged = taggedSpecs().map((file) => join(root, file));

export default {
  ...config,
  projects: config.projects
    .map((project) => ({
      ...project,
      testMatch: tagged.filter((file) => file.startsWith(join(root, project.rootDir, '/'))),
    }))
    .filter(({ testMatch }) => testMatch.length > 0),
};
