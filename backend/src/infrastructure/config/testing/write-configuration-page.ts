import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { configurationPage } from '../configuration-page.ts';
import { defaultsOfVariables } from '../read-configuration.ts';
import { repositoryRoot } from '../repository-root.ts';

// `npm run configuration` runs this file, which writes `docs/configuration.md`.

const file = join(repositoryRoot(), 'docs/configuration.md');
const text = await format(configurationPage(defaultsOfVariables()), {
  ...(await resolveConfig(file)),
  filepath: file,
});
writeFileSync(file, text);
