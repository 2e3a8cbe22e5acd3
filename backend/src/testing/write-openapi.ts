import { writeFileSync } from 'node:fs';
import { documentFile } from '#modules/external-api/document/testing/committed-document.ts';
import { madeDocument } from '#modules/external-api/document/testing/made-document.ts';

// `npm run openapi`: after a change of what programs send or get.
writeFileSync(documentFile(), await madeDocument());
