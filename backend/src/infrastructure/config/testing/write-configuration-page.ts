import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationPage } from '../configuration-page.ts';
import { defaultsOfVariables } from '../read-configuration.ts';
import { repositoryRoot } from '../repository-root.ts';
import { formatted } from '../../testing/formatted.ts';

// `npm run configuration` runs this file, which writes `docs/configuration.md`.

const file = join(repositoryRoot(), 'docs/configuration.md');
writeFileSync(file, await formatted(configurationPage(defaultsOfVariables()), file));
