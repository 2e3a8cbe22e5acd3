import { writeFileSync } from 'node:fs';
import { clientTypesFile, documentFile } from '#modules/external-api/document/testing/committed-document.ts';
import { madeClientTypes, madeDocument } from '#modules/external-api/document/testing/made-document.ts';

// `npm run openapi`: after a change of what programs send or get.
const document = await madeDocument();
writeFileSync(documentFile(), document);
writeFileSync(clientTypesFile(), await madeClientTypes(document));
