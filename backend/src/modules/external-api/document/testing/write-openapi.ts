import { writeFileSync } from 'node:fs';
import { documentFile } from './committed-document.ts';
import { madeDocument } from './made-document.ts';

// `npm run openapi`: after a change of what programs send or get.
writeFileSync(documentFile(), await madeDocument());
