import { writeFileSync } from 'node:fs';
import { documentFile } from './committed-document.ts';
import { madeDocument } from './made-document.ts';

// `npm run openapi`: run it after a change of requests or responses.
writeFileSync(documentFile(), await madeDocument());
